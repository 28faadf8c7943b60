package rules

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Moved is an item as the store of another installation takes it, without what means nothing there: the place of an
// upload's parts, and the leases of the old server's processes. It is false of an item that has expired, which a store
// may drop at any time. An upload stays until its file is forgotten with it.
func Moved(t *records.Table, i records.Item, now time.Time) (records.Item, bool) {
	if end, ends := i[t.Expires]; ends && t.Expires != "" && end.Num <= now.Unix() {
		return nil, false
	}
	switch t {
	case Documentos:
		for _, name := range []string{aPartsID, "verificados", "estadoHash"} {
			delete(i, name)
		}
	case Carpetas:
		if isInternal(i[aCarpetaID].Text) {
			delete(i, aUntil)
		}
	}
	return i, true
}

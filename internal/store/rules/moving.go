package rules

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Whoever takes the tables of a store as they are, for a backup or a migration, reads items by these functions.

// LeerDocumento reads an item of Documentos.
func LeerDocumento(src records.Source) (documento.Documento, error) {
	var d documento.Documento
	err := into(shapeDocumento, &d)(src)
	return whole(d), err
}

// LeerEliminacion reads an item of Eliminaciones.
func LeerEliminacion(src records.Source) (eliminacion.Eliminacion, error) {
	i, err := records.ItemOf(src)
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	return sagaOf(i)
}

// Moved is an item as the store of another installation takes it. What means nothing there stays behind: the place of an
// upload's parts, and the leases of the old server's processes. false: its end has come, and a store may let it go at any
// time. An upload stays until somebody forgets it with its file.
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

package cargo

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Moved is a value as it stands in its new store, where something of it means nothing:
//   - the place of an event is the new store's to give;
//   - an upload in parts begins anew, for its parts lie where the old server has them;
//   - nobody holds a lease of the old server's processes.
func Moved(v any) any {
	switch v := v.(type) {
	case auditoria.Evento:
		v.Orden = ""
		return v
	case documento.Documento:
		v.Partes = documento.Partes{Tamano: v.Partes.Tamano}
		return v
	case reconciliacion.Marca:
		v.Hasta = time.Time{}
		return v
	}
	return v
}

// Digest is of what a moved value says. Stores differ in how exactly they keep a time: milliseconds count, and
// seconds of an end.
func Digest(v any) (sum [sha256.Size]byte, err error) {
	text, err := json.Marshal(Moved(v))
	if err != nil {
		return sum, err
	}
	var plain any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&plain); err != nil {
		return sum, err
	}
	said, _ := canonical("", plain)
	if text, err = json.Marshal(said); err != nil {
		return sum, err
	}
	return sha256.Sum256(text), nil
}

// ends are the members that hold the end of something.
const ends = "ExpiraEn"

// canonical leaves out what is empty: no store tells it from what is not there.
func canonical(name string, v any) (out any, found bool) {
	switch v := v.(type) {
	case nil:
		return nil, false
	case string:
		return canonicalText(name, v)
	case []any:
		for i, e := range v {
			v[i], _ = canonical(name, e)
		}
		return v, len(v) > 0
	case map[string]any:
		for k, e := range v {
			if said, found := canonical(k, e); found {
				v[k] = said
			} else {
				delete(v, k)
			}
		}
		return v, len(v) > 0
	}
	return v, true
}

func canonicalText(name, s string) (any, bool) {
	t, err := time.Parse(time.RFC3339Nano, s)
	switch {
	case err != nil:
		return s, s != ""
	case t.IsZero():
		return nil, false
	case name == ends:
		return t.UTC().Truncate(time.Second), true
	}
	return t.UTC().Truncate(time.Millisecond), true
}

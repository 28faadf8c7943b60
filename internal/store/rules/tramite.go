package rules

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// The newest version of each procedure is in one partition of the table Consentimiento, by its code. All versions of a procedure
// are in a partition of its own, which stays: whatever refers to a version reads it there.
const ofTramite = "t#"

func newestKey(codigo string) records.Key { return records.Key{Partition: ofTramite, Sort: codigo} }

func versionKey(codigo string, version int64) records.Key {
	return records.Key{Partition: ofTramite + codigo, Sort: fmt.Sprintf("%010d", version)}
}

func tramiteOf(i records.Item) (t tramite.Tramite, err error) {
	l := records.Fields{Item: i}
	l.Note(aContent, json.Unmarshal([]byte(l.Text(aContent)), &t))
	return t, l.Err
}

// Tramite implements tramite.Store.
func (s *Store) Tramite(ctx context.Context, codigo string) (tramite.Tramite, error) {
	return from(op(ctx, "Tramite"), s, Consentimientos, newestKey(codigo), tramiteOf)
}

// TramiteVersion implements tramite.Store.
func (s *Store) TramiteVersion(ctx context.Context, codigo string, version int64) (tramite.Tramite, error) {
	return from(op(ctx, "TramiteVersion"), s, Consentimientos, versionKey(codigo, version), tramiteOf)
}

// Tramites implements tramite.Store.
func (s *Store) Tramites(ctx context.Context) ([]tramite.Tramite, error) {
	q := records.Query{Table: Consentimientos, Partition: ofTramite, At: records.Consistent}
	return walk(op(ctx, "Tramites"), s, q, everything, all(tramiteOf))
}

// GuardarTramite implements tramite.Store.
func (s *Store) GuardarTramite(ctx context.Context, t tramite.Tramite, h auditoria.Evento) error {
	j, err := json.Marshal(t)
	if err != nil {
		return err
	}
	put := func(k records.Key) records.Part {
		return records.Put(Consentimientos, Consentimientos.Keyed(k).With(aVersion, records.Number(t.Version)).With(aContent, records.Text(string(j))))
	}
	return s.tell(op(ctx, "GuardarTramite"), h, put(newestKey(t.Codigo)).When(next(t.Version)), put(versionKey(t.Codigo, t.Version)))
}

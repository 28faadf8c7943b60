package rules

import (
	"context"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// The entities that a citizen silenced are one item beside their requests. The reports of an entity are counted in a partition of
// its own, by day and procedure.
const (
	silenceSort = "x#"
	ofDenuncias = "z#"
	aSilenced   = "entidades" // JSON
	aHowMany    = "cuantas"
)

func silenciadasKey(ciudadanoID string) records.Key {
	return records.Key{Partition: ofCiudadano + ciudadanoID, Sort: silenceSort}
}

// Silenciadas implements consentimiento.Store.
func (s *Store) Silenciadas(ctx context.Context, ciudadanoID string) (consentimiento.Silenciadas, error) {
	x := consentimiento.Silenciadas{CiudadanoID: ciudadanoID}
	var err error
	x.Version, err = s.versioned(op(ctx, "Silenciadas"), Consentimientos, silenciadasKey(ciudadanoID), aSilenced, &x.Entidades)
	return x, err
}

// GuardarSilenciadas implements consentimiento.Store.
func (s *Store) GuardarSilenciadas(ctx context.Context, x consentimiento.Silenciadas, d *consentimiento.Denuncia, h auditoria.Evento) error {
	i, err := versionedItem(Consentimientos, silenciadasKey(x.CiudadanoID), x.Version, aSilenced, x.Entidades)
	if err != nil {
		return err
	}
	parts := []records.Part{records.Put(Consentimientos, i).When(next(x.Version))}
	if d != nil {
		k := records.Key{Partition: ofDenuncias + d.EntidadID, Sort: d.Dia + "#" + d.Tramite}
		parts = append(parts, records.Update(Consentimientos, k, records.Change{Add: map[string]int64{aHowMany: 1}}))
	}
	return s.tell(op(ctx, "GuardarSilenciadas"), h, parts...)
}

// Denuncias implements consentimiento.Store.
func (s *Store) Denuncias(ctx context.Context, entidadID string, limite int) ([]consentimiento.Denuncia, error) {
	q := records.Query{Table: Consentimientos, Partition: ofDenuncias + entidadID, Descending: true, At: records.Consistent}
	return walk(op(ctx, "Denuncias"), s, q, limite, all(func(i records.Item) (consentimiento.Denuncia, error) {
		l := records.Fields{Item: i}
		d := consentimiento.Denuncia{EntidadID: entidadID, Cuantas: l.Number(aHowMany)}
		d.Dia, d.Tramite, _ = strings.Cut(l.Text(aSort), "#")
		return d, l.Err
	}))
}

// Cambios implements consentimiento.Store.
func (s *Store) Cambios(ctx context.Context, c consentimiento.ConsultaCambios) (cs []consentimiento.Cambio, err error) {
	ctx, now := op(ctx, "Cambios"), s.Clock()
	q := records.Query{Table: Consentimientos, Index: Consentimientos.Index(indexByCambio), Partition: ofCiudadano + c.Parte.CiudadanoID, Range: records.From(documento.ClaveMomento(c.Desde))}
	if c.Parte.EntidadID != "" {
		q.Partition = ofEntidad + c.Parte.EntidadID
	}
	for len(cs) < c.Limite {
		q.Limit = c.Limite - len(cs)
		rows, _, next, err := inPlace(ctx, s, q, changeIn, func(i records.Item) string { return i[aCambio].Text }, placeOf)
		if err != nil {
			return nil, err
		}
		for _, x := range rows {
			if x != nil && !expired(*x, now) {
				cs = append(cs, *x)
			}
		}
		if next == nil {
			break
		}
		q.After = next
	}
	return cs, nil
}

// changeIn is the last change of what is in an item.
func changeIn(i records.Item) (consentimiento.Cambio, error) {
	if strings.HasPrefix(i[aSort].Text, ofSolicitud) {
		r, err := solicitudOf(i)
		return consentimiento.Cambio{En: r.ModificadaEn, Solicitud: &r}, err
	}
	a, err := autorizacionOf(i)
	return consentimiento.Cambio{En: a.ModificadaEn, Autorizacion: &a}, err
}

// placeOf is where a change is in the index.
func placeOf(x consentimiento.Cambio) string {
	if x.Solicitud != nil {
		return changePlace(x.En, x.Solicitud.SolicitudID)
	}
	return changePlace(x.En, x.Autorizacion.AutorizacionID)
}

// expired reports whether what changed counts as absent at a moment.
func expired(x consentimiento.Cambio, now time.Time) bool {
	if x.Solicitud != nil {
		return x.Solicitud.Expirada(now)
	}
	return x.Autorizacion.Expirada(now)
}

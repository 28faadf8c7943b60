package rules

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
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
	i, err := s.item(op(ctx, "Silenciadas"), Consentimientos, silenciadasKey(ciudadanoID))
	if errors.Is(err, fault.NotFound) {
		return x, nil
	}
	if err != nil {
		return x, err
	}
	l := records.Fields{Item: i}
	x.Version = l.Number(aVersion)
	l.Note(aSilenced, json.Unmarshal([]byte(l.Text(aSilenced)), &x.Entidades))
	return x, l.Err
}

// GuardarSilenciadas implements consentimiento.Store.
func (s *Store) GuardarSilenciadas(ctx context.Context, x consentimiento.Silenciadas, d *consentimiento.Denuncia, h auditoria.Evento) error {
	j, err := json.Marshal(x.Entidades)
	if err != nil {
		return err
	}
	parts := []records.Part{records.Put(Consentimientos, Consentimientos.Keyed(silenciadasKey(x.CiudadanoID)).With(aVersion, records.Number(x.Version)).
		With(aSilenced, records.Text(string(j)))).When(next(x.Version))}
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

// Cambios implements consentimiento.Store. An entry whose row has another place by now is passed over: the index lags, and the row
// comes in that place.
func (s *Store) Cambios(ctx context.Context, c consentimiento.ConsultaCambios) (cs []consentimiento.Cambio, err error) {
	ctx, now := op(ctx, "Cambios"), s.Clock()
	q := records.Query{Table: Consentimientos, Index: Consentimientos.Index(indexByCambio), Partition: ofCiudadano + c.Parte.CiudadanoID, Range: records.From(documento.ClaveMomento(c.Desde))}
	if c.Parte.EntidadID != "" {
		q.Partition = ofEntidad + c.Parte.EntidadID
	}
	for len(cs) < c.Limite {
		q.Limit = c.Limite - len(cs)
		var keys []records.Key
		var places []string
		run, err := s.DB.Query(ctx, q, func(src records.Source) (bool, error) {
			i, err := records.ItemOf(src)
			keys, places = append(keys, Consentimientos.KeyOf(i)), append(places, i[aCambio].Text)
			return true, err
		})
		if err != nil {
			return nil, err
		}
		found, err := many(ctx, s, Consentimientos, keys, changeIn)
		if err != nil {
			return nil, err
		}
		byPlace := make(map[string]consentimiento.Cambio, len(found))
		for _, x := range found {
			byPlace[placeOf(x)] = x
		}
		for _, place := range places {
			if x, is := byPlace[place]; is && !expired(x, now) {
				cs = append(cs, x)
			}
		}
		if run.Next == nil {
			break
		}
		q.After = run.Next
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

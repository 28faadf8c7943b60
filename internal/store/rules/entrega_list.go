package rules

import (
	"context"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// indexOfEntregas walks the index that a filter asks for.
func indexOfEntregas(c entrega.Consulta) records.Query {
	q := records.Query{Table: Entidades, Index: Entidades.Index(indexByCiudadano), Partition: deliveredTo(c.EntidadID, c.Filtro.CiudadanoID), Descending: c.Descendente}
	after := records.Place{Sort: c.Desde, Key: entregaKey(entrega.Nombre{EntidadID: c.EntidadID, EntregaID: c.Desde})}
	if c.Filtro.PorCambio() {
		q.Index, q.Partition = Entidades.Index(indexByCambio), ofEntidad+c.EntidadID
		q.Range = records.From(documento.ClaveMomento(c.Filtro.ModificadasDesde))
		after.Sort, after.Key.Sort, _ = strings.Cut(c.Desde, "#")
	}
	if c.Desde != "" {
		q.After = &after
	}
	return q
}

// entregasInOrder reads what an index lists, in its order. An entry whose delivery has another place by now is passed over:
// the index lags, and the delivery comes in that place.
func (s *Store) entregasInOrder(ctx context.Context, q records.Query, c entrega.Consulta) (es []entrega.Entrega, err error) {
	var places []string // of the last call
	now, looked := s.Clock(), 0
	defer func() { documento.FilasEnVano(ctx, looked-len(es)) }()
	for range entrega.MaxLlamadas {
		if q.Limit = records.MaxParts; !c.Filtro.Criba() {
			q.Limit = min(c.Limite-len(es), records.MaxParts)
		}
		var keys []records.Key
		places = nil
		run, err := s.DB.Query(ctx, q, func(src records.Source) (bool, error) {
			i, err := records.ItemOf(src)
			keys = append(keys, Entidades.KeyOf(i))
			places = append(places, c.Filtro.Clave(entrega.Entrega{EntregaID: i[aSort].Text, ModificadaEn: documento.DeClaveMomento(i[aCambio].Text)}))
			return true, err
		})
		if err != nil {
			return nil, err
		}
		found, err := many(ctx, s, Entidades, keys, entregaOf)
		if err != nil {
			return nil, err
		}
		byPlace := make(map[string]entrega.Entrega, len(found))
		for _, e := range found {
			byPlace[c.Filtro.Clave(e)] = e
		}
		for _, place := range places {
			looked++
			if e, is := byPlace[place]; is && !e.Expirada(now) && c.Filtro.Incluye(e, now) {
				es = append(es, e)
			}
			if len(es) == c.Limite {
				return es, nil
			}
		}
		if run.Next == nil {
			return es, nil
		}
		q.After = run.Next
	}
	return es, documento.Sigue(places[len(places)-1])
}

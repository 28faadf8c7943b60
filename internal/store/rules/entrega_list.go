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

// entregasInOrder reads what an index lists, in its order.
func (s *Store) entregasInOrder(ctx context.Context, q records.Query, c entrega.Consulta) (es []entrega.Entrega, err error) {
	last := "" // place that was looked at
	placeIn := func(i records.Item) string {
		return c.Filtro.Clave(entrega.Entrega{EntregaID: i[aSort].Text, ModificadaEn: documento.DeClaveMomento(i[aCambio].Text)})
	}
	now, looked := s.Clock(), 0
	defer func() { documento.FilasEnVano(ctx, looked-len(es)) }()
	for range entrega.MaxLlamadas {
		if q.Limit = records.MaxParts; !c.Filtro.Criba() {
			q.Limit = min(c.Limite-len(es), records.MaxParts)
		}
		rows, places, next, err := inPlace(ctx, s, q, entregaOf, placeIn, c.Filtro.Clave)
		if err != nil {
			return nil, err
		}
		for n, e := range rows {
			looked, last = looked+1, places[n]
			if e != nil && !e.Expirada(now) && c.Filtro.Incluye(*e, now) {
				es = append(es, *e)
			}
			if len(es) == c.Limite {
				return es, nil
			}
		}
		if next == nil {
			return es, nil
		}
		q.After = next
	}
	return es, documento.Sigue(last)
}

package rules

import (
	"context"
	"fmt"
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// A status list is a partition of the table Entidad: the list itself, and an item for each marked index, which come first.
const (
	ofLista  = "l#"
	listHead = "lista"
)

func statusKey(number int64, entry string) records.Key {
	return records.Key{Partition: ofLista + strconv.FormatInt(number, 10), Sort: entry}
}

func bitEntry(i int64) string { return fmt.Sprintf("%07d", i) }

func listaOf(number int64, i records.Item) (entrega.Lista, error) {
	l := records.Fields{Item: i}
	return entrega.Lista{Numero: number, Llave: l.Bytes("secreto"), Dadas: l.Number("dadas")}, l.Err
}

// ContarEnLista implements entrega.Store.
func (s *Store) ContarEnLista(ctx context.Context, number int64, key []byte) (entrega.Lista, error) {
	var i records.Item
	err := s.DB.Write(op(ctx, "ContarEnLista"), []records.Part{records.Update(Entidades, statusKey(number, listHead), records.Change{
		Init: records.Item{"secreto": records.Bytes(key)}, Add: map[string]int64{"dadas": 1},
	})}, &i)
	if err != nil {
		return entrega.Lista{}, err
	}
	return listaOf(number, i)
}

// ListaDeEstado implements entrega.Store.
func (s *Store) ListaDeEstado(ctx context.Context, number int64) (l entrega.Lista, marked []int64, err error) {
	ctx = op(ctx, "ListaDeEstado")
	i, err := s.item(ctx, Entidades, statusKey(number, listHead))
	if err != nil {
		return l, nil, err
	}
	if l, err = listaOf(number, i); err != nil {
		return l, nil, err
	}
	q := partitionQuery(ofLista+strconv.FormatInt(number, 10), "", false)
	q.Range = records.Below(listHead)
	marked, err = walk(ctx, s, q, everything, all(func(i records.Item) (int64, error) { return strconv.ParseInt(i[aSort].Text, 10, 64) }))
	return l, marked, err
}

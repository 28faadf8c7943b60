package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

var casesCenso = []testCase{
	{"censo/operadores and their carpetas, page by page", "", censoCarpetas},
	{"censo/the total is corrected only as it was seen", "", censoCorrectTotal},
}

func censoCarpetas(t *testing.T, b *world) {
	ops, err := b.OperadoresConCarpetas(b.ctx)
	require(t, err)
	requireSame(t, "operadores of an empty store", ops, []string{})
	want := map[string][]string{}
	for i := range 6 { // "-2" must not be taken for a part of the other
		c := newCarpeta()
		c.OperadorID = []string{"op", "op-2"}[i%2]
		if i < 4 {
			b.open(t, c)
		} else {
			require(t, b.Sembrar(b.ctx, c, nil, Hecho()))
		}
		want[c.OperadorID] = append(want[c.OperadorID], c.CarpetaID)
	}
	ops, err = b.OperadoresConCarpetas(b.ctx)
	require(t, err)
	requireSame(t, "operadores", ops, []string{"op", "op-2"})
	for op, ids := range want {
		slices.Sort(ids)
		for limit := 1; limit <= len(ids)+1; limit++ {
			eventually(t, b.ctx, func() error {
				got, err := pages(limit, func(id string) string { return id }, func(after string) ([]string, error) {
					return b.CarpetasDeOperador(b.ctx, op, after, limit)
				})
				if err != nil {
					return err
				}
				return differenceError(fmt.Sprintf("carpetas of %s by %d", op, limit), got, ids)
			})
		}
	}
	requireEmpty(t, b)
}

// requireEmpty: what the stores keep for themselves is nobody's carpeta.
func requireEmpty(t *testing.T, b *world) {
	t.Helper()
	ids, err := b.CarpetasDeOperador(b.ctx, "nadie", "", 10)
	require(t, err)
	requireSame(t, "carpetas of nobody", ids, []string{})
	for _, id := range []string{"#operadores", "#" + reconciliacion.MarcaBackground} {
		requireCode(t, errOf(b.Carpeta(b.ctx, id)), fault.NotFound)
		cs, err := b.Carpetas(b.ctx, []string{id})
		require(t, err)
		requireSame(t, "carpetas", cs, []carpeta.Carpeta{})
	}
}

func censoCorrectTotal(t *testing.T, b *world) {
	c, _ := b.seed(t, 3)
	require(t, b.CorregirTotal(b.ctx, c, 7, 0, Hecho()))
	b.requireTotal(t, c, 7, c.Version)
	requireCode(t, b.CorregirTotal(b.ctx, c, 7, 0, Hecho()), fault.Conflict) // again: it is another total now
	b.requireTotal(t, c, 7, c.Version)
	old := c
	old.TotalDocumentos = 7
	require(t, b.CorregirTotal(b.ctx, old, 7, 2, Hecho())) // of the bin alone
	requireCode(t, b.CorregirTotal(b.ctx, old, 7, 2, Hecho()), fault.Conflict)
	old.TotalPapelera = 2
	require(t, b.CorregirTotal(b.ctx, old, 7, 0, Hecho()))
	requireCode(t, b.CorregirTotal(b.ctx, old, 7, 0, Hecho()), fault.Conflict)
	old.TotalPapelera = 0
	require(t, errOf(b.uploadDocumento(c, 9)))
	requireCode(t, b.CorregirTotal(b.ctx, old, 3, 0, Hecho()), fault.Conflict) // a document came
	b.requireTotal(t, c, 8, c.Version+1)
	never := newCarpeta()
	requireCode(t, b.CorregirTotal(b.ctx, never, 3, 0, Hecho()), fault.Conflict, fault.NotFound)
	requireCode(t, errOf(b.Carpeta(b.ctx, never.CarpetaID)), fault.NotFound)
}

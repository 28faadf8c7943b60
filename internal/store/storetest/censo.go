package storetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

var casosCenso = []caso{
	{"censo/operadores y sus carpetas, por páginas", "", censoCarpetas},
	{"censo/el total se corrige solo como se vio", "", censoCorregirTotal},
}

func censoCarpetas(t *testing.T, b *banco) {
	ops, err := b.OperadoresConCarpetas(b.ctx)
	exigir(t, err)
	comparar(t, "operadores of an empty store", ops, []string{})
	quiere := map[string][]string{}
	for i := range 6 { // "-2" must not be taken for a part of the other
		c := nuevaCarpeta()
		c.OperadorID = []string{"op", "op-2"}[i%2]
		if i < 4 {
			exigir(t, b.CrearCarpeta(b.ctx, c))
		} else {
			exigir(t, b.Sembrar(b.ctx, c, nil))
		}
		quiere[c.OperadorID] = append(quiere[c.OperadorID], c.CarpetaID)
	}
	ops, err = b.OperadoresConCarpetas(b.ctx)
	exigir(t, err)
	comparar(t, "operadores", ops, []string{"op", "op-2"})
	for op, ids := range quiere {
		slices.Sort(ids)
		for limite := 1; limite <= len(ids)+1; limite++ {
			eventualmente(t, b.ctx, func() error {
				hay, err := b.carpetasDe(op, limite)
				if err != nil {
					return err
				}
				return igual(fmt.Sprintf("carpetas of %s by %d", op, limite), hay, ids)
			})
		}
	}
	exigirVacio(t, b)
}

func (b *banco) carpetasDe(op string, limite int) (todas []string, err error) {
	for desde := ""; ; desde = todas[len(todas)-1] {
		ids, err := b.CarpetasDeOperador(b.ctx, op, desde, limite)
		todas = append(todas, ids...)
		if err != nil || len(ids) < limite {
			return todas, err
		}
	}
}

// exigirVacio: what the stores keep for themselves is nobody's carpeta.
func exigirVacio(t *testing.T, b *banco) {
	t.Helper()
	ids, err := b.CarpetasDeOperador(b.ctx, "nadie", "", 10)
	exigir(t, err)
	comparar(t, "carpetas of nobody", ids, []string{})
	for _, id := range []string{"#operadores", "#" + reconciliacion.MarcaBackground} {
		_, err := b.Carpeta(b.ctx, id)
		exigirCodigo(t, err, fault.NotFound)
		cs, err := b.Carpetas(b.ctx, []string{id})
		exigir(t, err)
		comparar(t, "carpetas", cs, []carpeta.Carpeta{})
	}
}

func censoCorregirTotal(t *testing.T, b *banco) {
	c, _ := b.sembrar(t, 3)
	exigir(t, b.CorregirTotal(b.ctx, c, 7))
	b.exigirTotal(t, c, 7, c.Version)
	exigirCodigo(t, b.CorregirTotal(b.ctx, c, 7), fault.Conflict) // again: it is another total now
	b.exigirTotal(t, c, 7, c.Version)
	vieja := c
	vieja.TotalDocumentos = 7
	_, err := b.subir(c, 9)
	exigir(t, err)
	exigirCodigo(t, b.CorregirTotal(b.ctx, vieja, 3), fault.Conflict) // a document came
	b.exigirTotal(t, c, 8, c.Version+1)
	nunca := nuevaCarpeta()
	exigirCodigo(t, b.CorregirTotal(b.ctx, nunca, 3), fault.Conflict, fault.NotFound)
	_, err = b.Carpeta(b.ctx, nunca.CarpetaID)
	exigirCodigo(t, err, fault.NotFound)
}

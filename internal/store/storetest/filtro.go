package storetest

import (
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

var casosFiltros = []caso{
	{"filtros/cada uno y los dos juntos", "", filtrosTodos},
	{"filtros/cada campo de Filtro, por reflexión", "", filtrosCadaCampo},
	{"filtros/nada coincide", "", filtrosNada},
	{"filtros/ralo: página llena o fin", "", filtrosRalo},
	{"filtros/frontera de 1 MB", "", filtrosFrontera},
}

func filtrar(fs []documento.Fila, f documento.Filtro) []documento.Fila {
	return slices.DeleteFunc(slices.Clone(fs), func(fila documento.Fila) bool { return !f.Incluye(fila) })
}

func filtrosTodos(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 30)
	for i := 0; i < len(ds); i += 4 {
		exigir(t, b.Iniciar(b.ctx, b.nuevaSaga(c, ds[i])))
		ds[i].Estado = documento.Eliminando
	}
	filtros := []documento.Filtro{
		{Tipo: documento.Diploma},
		{Estado: documento.Eliminando},
		{Estado: documento.Procesado},
		{Tipo: documento.Diploma, Estado: documento.Eliminando},
		{Tipo: documento.Diploma, Estado: documento.Procesado},
	}
	cadaRecorrido(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		for _, f := range filtros {
			quiere := filtrar(filasEnOrden(ds, campo, desc), f)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Filtro: f, Limite: 101}
			b.exigirLista(t, q, quiere)
			for _, tam := range []int{1, 2, len(quiere), len(quiere) + 1} {
				q.Limite = tam
				b.exigirIdaYVuelta(t, q, quiere)
			}
		}
	})
}

func filtrosNada(t *testing.T, b *banco) {
	c, _ := b.sembrar(t, 9) // tipos 0–8: nothing is Otro
	for _, f := range []documento.Filtro{{Tipo: documento.Otro}, {Estado: documento.Eliminando}, {Tipo: documento.Diploma, Estado: documento.Cargando}} {
		for _, campo := range documento.CamposOrden {
			hay, err := b.Listar(b.ctx, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Filtro: f, Limite: 4})
			exigir(t, err)
			comparar(t, "rows", hay, []documento.Fila{})
		}
	}
}

// filtrosRalo has the few that match far apart.
func filtrosRalo(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	ds := make([]documento.Documento, 400)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
		ds[i].Tipo = documento.Factura
		if i%57 == 0 {
			ds[i].Tipo = documento.Escritura
		}
	}
	b.sembrarEn(t, c, ds)
	filtro := documento.Filtro{Tipo: documento.Escritura}
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			quiere := filtrar(filasEnOrden(ds, campo, desc), filtro)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Filtro: filtro, Limite: 101}
			b.exigirLista(t, q, quiere)
			for _, tam := range []int{3, 4, 7, 8, 9} {
				q.Limite = tam
				b.exigirIdaYVuelta(t, q, quiere)
			}
		}
	}
}

// conTitulosAnchos makes the widest rows there can be, of about 1 KB, so that a
// walk meets the 1 MB at which DynamoDB ends a call.
func (b *banco) conTitulosAnchos(n int, escasos func(i int) bool) []documento.Documento {
	c := nuevaCarpeta()
	ancho := strings.Repeat("📜", 200)
	ds := make([]documento.Documento, n)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
		ds[i].Titulo, ds[i].Tipo = ancho, documento.Factura
		if escasos(i) {
			ds[i].Tipo = documento.Escritura
		}
	}
	return ds
}

func filtrosFrontera(t *testing.T, b *banco) {
	const n = 2200 // more than 2 MB
	ds := b.conTitulosAnchos(n, func(i int) bool { return i < 5 || (i > 1100 && i < 1103) || i >= n-25 })
	c := nuevaCarpeta()
	c.CarpetaID = ds[0].CarpetaID
	b.sembrarEn(t, c, ds)
	filtro := documento.Filtro{Tipo: documento.Escritura}
	for _, campo := range []documento.CampoOrden{documento.PorFechaRecepcion, documento.PorTitulo} {
		for _, desc := range []bool{false, true} {
			quiere := filtrar(filasEnOrden(ds, campo, desc), filtro)
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Filtro: filtro, Limite: 101}
			b.exigirLista(t, q, quiere)
			b.exigirVariasLlamadas(t, q)
			for _, tam := range []int{20, len(quiere)} {
				q.Limite = tam
				b.exigirIdaYVuelta(t, q, quiere)
			}
		}
	}
}

// exigirVariasLlamadas makes sure that a walk did meet the boundary.
func (b *banco) exigirVariasLlamadas(t testing.TB, q documento.Consulta) {
	t.Helper()
	b.obs.tomar()
	_, err := b.Listar(b.ctx, q)
	exigir(t, err)
	if llamadas, _ := b.obs.tomar(); llamadas["Listar"] < 3 {
		t.Fatalf("%d calls for more than 2 MB, want at least 3", llamadas["Listar"])
	}
}

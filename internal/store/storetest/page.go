package storetest

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casosPaginas = []caso{
	{"paginas/cada orden, dirección y tamaño", "", paginasTodas},
	{"paginas/empates por documentoId", "", paginasEmpates},
	{"paginas/títulos difíciles", "", paginasTitulos},
	{"paginas/cursor de un documento borrado", "", paginasCursorBorrado},
	{"paginas/cursor que nunca existió", "", paginasCursorInventado},
	{"paginas/el estado no mueve la fila", "", paginasEstado},
	{"paginas/documentos anchos, filas angostas", "", paginasAnchas},
}

// filasEnOrden is what a whole walk must yield.
func filasEnOrden(ds []documento.Documento, campo documento.CampoOrden, desc bool) []documento.Fila {
	fs := make([]documento.Fila, len(ds))
	for i, d := range ds {
		fs[i] = d.Fila
	}
	sort.Slice(fs, func(i, j int) bool { return fs[i].ClaveOrden(campo) < fs[j].ClaveOrden(campo) })
	if desc {
		slices.Reverse(fs)
	}
	return fs
}

// cadaRecorrido calls f for every order and both directions.
func cadaRecorrido(t *testing.T, f func(t *testing.T, campo documento.CampoOrden, desc bool)) {
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/desc=%t", campo, desc), func(t *testing.T) { f(t, campo, desc) })
		}
	}
}

func paginasTodas(t *testing.T, b *banco) {
	const total = 24
	c, ds := b.sembrar(t, total)
	cadaRecorrido(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		todas := filasEnOrden(ds, campo, desc)
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 101}
		b.exigirLista(t, q, todas)
		for _, tam := range []int{1, 7, total/2 - 1, total / 2, total/2 + 1, total - 1, total, total + 1, 101} {
			q.Limite = tam
			b.exigirIdaYVuelta(t, q, todas)
		}
	})
}

// exigirIdaYVuelta walks page by page to the end; before each page it also walks
// backwards from it, and wants the page that it came from, reversed.
func (b *banco) exigirIdaYVuelta(t testing.TB, q documento.Consulta, todas []documento.Fila) {
	t.Helper()
	for desde := 0; ; desde += q.Limite {
		quiere := todas[min(desde, len(todas)):min(desde+q.Limite, len(todas))]
		pagina, err := b.Listar(b.ctx, q)
		exigir(t, err)
		comparar(t, fmt.Sprintf("page of %d from row %d", q.Limite, desde), pagina, quiere)
		if len(quiere) == 0 {
			return
		}
		atras := q
		atras.Descendente, atras.Desde = !q.Descendente, quiere[0].ClaveOrden(q.Campo)
		previa := slices.Clone(todas[max(0, desde-q.Limite):desde])
		slices.Reverse(previa)
		pagina, err = b.Listar(b.ctx, atras)
		exigir(t, err)
		comparar(t, fmt.Sprintf("page of %d backwards from row %d", q.Limite, desde), pagina, previa)
		q.Desde = quiere[len(quiere)-1].ClaveOrden(q.Campo)
	}
}

func paginasEmpates(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	ds := make([]documento.Documento, 18)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
		ds[i].DocumentoID = uuid.NewString() // ids in no order of time
		ds[i].Titulo, ds[i].Tipo, ds[i].TamanoBytes = "Diploma", documento.Diploma, 7
		ds[i].FechaRecepcion = b.reloj.Ahora().Add(time.Duration(i%2) * time.Millisecond)
	}
	b.sembrarEn(t, c, ds)
	cadaRecorrido(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 101}
		b.exigirLista(t, q, filasEnOrden(ds, campo, desc))
		for _, tam := range []int{1, 5, 6} {
			q.Limite = tam
			b.exigirIdaYVuelta(t, q, filasEnOrden(ds, campo, desc))
		}
	})
}

var titulosDificiles = []string{
	"acta", "Acta", "ÁCTA", "ácta de grado", "Acta#de", "acta de", "nandu", "ñandú", "Ñandú", "nz", "n", "o", "Ü", "u",
	"#", "##", "a", "A", "z", "Z", "0", "9", "10", "日本語", "📜 rollo", "Straße", "%_\\\"'", "a\tb",
	strings.Repeat("a", 200), strings.Repeat("a", 199) + "b", strings.Repeat("ñ", 200), strings.Repeat("📜", 200),
	strings.Repeat("a", 95) + "é", strings.Repeat("a", 95) + "ñ", strings.Repeat("a", 96), "x" + strings.Repeat("é", 199),
}

func paginasTitulos(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	ds := make([]documento.Documento, len(titulosDificiles))
	for i, titulo := range titulosDificiles {
		ds[i] = b.nuevoDocumento(c, i)
		ds[i].Titulo = titulo
	}
	b.sembrarEn(t, c, ds)
	for _, desc := range []bool{false, true} {
		todas := filasEnOrden(ds, documento.PorTitulo, desc)
		q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: documento.PorTitulo, Descendente: desc, Limite: 101}
		b.exigirLista(t, q, todas)
		for _, tam := range []int{1, 4, len(todas)} {
			q.Limite = tam
			b.exigirIdaYVuelta(t, q, todas)
		}
	}
}

func paginasCursorBorrado(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 12)
	borrado := map[string]bool{}
	for _, i := range []int{0, 4, 5, 11} {
		exigir(t, b.borrar(c, ds[i]))
		borrado[ds[i].DocumentoID] = true
	}
	quedan := slices.DeleteFunc(slices.Clone(ds), func(d documento.Documento) bool { return borrado[d.DocumentoID] })
	cadaRecorrido(t, func(t *testing.T, campo documento.CampoOrden, desc bool) {
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Limite: 101}, filasEnOrden(quedan, campo, desc))
		todas := filasEnOrden(ds, campo, desc)
		for i, f := range todas {
			q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Desde: f.ClaveOrden(campo), Limite: 3}
			quiere := slices.DeleteFunc(slices.Clone(todas[i+1:]), func(f documento.Fila) bool { return borrado[f.DocumentoID] })
			hay, err := b.Listar(b.ctx, q)
			exigir(t, err)
			comparar(t, fmt.Sprintf("page after row %d", i), hay, quiere[:min(3, len(quiere))])
		}
	})
	b.exigirTotal(t, c, 8, 16)
}

// paginasCursorInventado starts where no row ever was: before all, between, after all.
func paginasCursorInventado(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 6)
	for _, campo := range documento.CamposOrden {
		for _, desc := range []bool{false, true} {
			todas := filasEnOrden(ds, campo, desc)
			for _, i := range []int{0, 3, 5} {
				inventada := todas[i]
				inventada.DocumentoID = "00000000-0000-7000-8000-000000000000"
				desde := inventada.ClaveOrden(campo)
				var quiere []documento.Fila
				for _, f := range todas {
					if k := f.ClaveOrden(campo); (!desc && k > desde) || (desc && k < desde) {
						quiere = append(quiere, f)
					}
				}
				hay, err := b.Listar(b.ctx, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Descendente: desc, Desde: desde, Limite: 101})
				exigir(t, err)
				comparar(t, fmt.Sprintf("%s desc=%t from %q", campo, desc, desde), hay, quiere)
			}
		}
	}
}

func paginasEstado(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 5)
	e := b.nuevaSaga(c, ds[2])
	exigir(t, b.Iniciar(b.ctx, e))
	ds[2].Estado = documento.Eliminando
	for _, campo := range documento.CamposOrden {
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 2}, filasEnOrden(ds, campo, false))
	}
	fin := siguiente(e, eliminacion.Cancelada, eliminacion.Espera, b.reloj.Ahora())
	exigir(t, b.Guardar(b.ctx, eliminacion.Guardado{Nueva: fin, Efecto: eliminacion.Desbloquear}))
	ds[2].Estado = documento.Procesado
	for _, campo := range documento.CamposOrden {
		b.exigirLista(t, documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 2}, filasEnOrden(ds, campo, false))
	}
	b.exigirTotal(t, c, 5, 5)
}

// paginasAnchas has documents of 40 KB each: a list must not be cut or priced by them.
func paginasAnchas(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	ds := make([]documento.Documento, 60)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
		ds[i].Contexto = strings.Repeat("contexto", 5_000)
	}
	b.sembrarEn(t, c, ds)
	for _, campo := range documento.CamposOrden {
		b.exigirListaEnUnaLlamada(t, c, campo, filasEnOrden(ds, campo, false))
	}
}

func (b *banco) exigirListaEnUnaLlamada(t testing.TB, c carpeta.Carpeta, campo documento.CampoOrden, quiere []documento.Fila) {
	t.Helper()
	q := documento.Consulta{CarpetaID: c.CarpetaID, Campo: campo, Limite: 101}
	b.exigirLista(t, q, quiere)
	b.obs.tomar()
	hay, err := b.Listar(b.ctx, q)
	exigir(t, err)
	comparar(t, "rows", hay, quiere)
	llamadas, _ := b.obs.tomar()
	comparar(t, "calls", llamadas, map[string]int{"Listar": 1})
}

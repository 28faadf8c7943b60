package storetest

import (
	"sort"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

var casosLotes = []caso{
	{"lotes/cien documentos con ausentes y repetidos", "", lotesDocumentos},
	{"lotes/documentos de varias carpetas", "", lotesVariasCarpetas},
	{"lotes/más de 16 MB", "", lotesAnchos},
	{"lotes/eliminaciones con ausentes y repetidas", "", lotesEliminaciones},
	{"lotes/vacío", "", lotesVacio},
}

func ordenarDocumentos(ds []documento.Documento) []documento.Documento {
	ds = append([]documento.Documento(nil), ds...)
	sort.Slice(ds, func(i, j int) bool { return ds[i].DocumentoID < ds[j].DocumentoID })
	return ds
}

func claves(ds []documento.Documento) []documento.Clave {
	ks := make([]documento.Clave, len(ds))
	for i, d := range ds {
		ks[i] = d.Clave()
	}
	return ks
}

// exigirLote wants a batch read to give exactly these, each once.
func (b *banco) exigirLote(t testing.TB, ks []documento.Clave, quiere []documento.Documento) {
	t.Helper()
	hay, err := b.Documentos(b.ctx, ks)
	exigir(t, err)
	comparar(t, "batch", ordenarDocumentos(hay), ordenarDocumentos(quiere))
}

func lotesDocumentos(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 100)
	b.exigirLote(t, claves(ds), ds)

	mezcla := claves(ds[:50])
	for range 25 {
		mezcla = append(mezcla, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: nuevoID()})
	}
	mezcla = append(mezcla, claves(ds[:25])...)
	b.exigirLote(t, mezcla, ds[:50])

	carga := b.nuevaCarga(c, 7)
	exigir(t, b.CrearCarga(b.ctx, carga))
	b.exigirLote(t, []documento.Clave{carga.Clave()}, []documento.Documento{carga})
}

func lotesVariasCarpetas(t *testing.T, b *banco) {
	var todos []documento.Documento
	var cruzadas []documento.Clave // a document under another's carpeta is absent
	for range 5 {
		c, ds := b.sembrar(t, 10)
		if len(todos) > 0 {
			cruzadas = append(cruzadas, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: todos[0].DocumentoID})
		}
		todos = append(todos, ds...)
	}
	b.exigirLote(t, append(claves(todos), cruzadas...), todos)
}

// lotesAnchos is more than DynamoDB gives in one batch: the rest must be asked for again.
func lotesAnchos(t *testing.T, b *banco) {
	c := nuevaCarpeta()
	ds := make([]documento.Documento, 100)
	for i := range ds {
		ds[i] = b.nuevoDocumento(c, i)
		ds[i].Contexto = strings.Repeat("ancho ", 30_000)
	}
	b.sembrarEn(t, c, ds)
	b.exigirLote(t, claves(ds), ds)
}

func lotesEliminaciones(t *testing.T, b *banco) {
	c, ds := b.sembrar(t, 30)
	var quiere []eliminacion.Eliminacion
	var ids []string
	for _, d := range ds {
		e := b.nuevaSaga(c, d)
		exigir(t, b.Iniciar(b.ctx, e))
		quiere = append(quiere, e)
		ids = append(ids, e.EventoID, nuevoID())
	}
	hay, err := b.Eliminaciones(b.ctx, append(ids, ids[:20]...))
	exigir(t, err)
	comparar(t, "sagas", ordenarSagas(hay), ordenarSagas(quiere))
}

func ordenarSagas(es []eliminacion.Eliminacion) []eliminacion.Eliminacion {
	es = append([]eliminacion.Eliminacion(nil), es...)
	sort.Slice(es, func(i, j int) bool { return es[i].ClaveCarpeta() < es[j].ClaveCarpeta() })
	return es
}

func lotesVacio(t *testing.T, b *banco) {
	b.exigirLote(t, nil, nil)
	es, err := b.Eliminaciones(b.ctx, nil)
	exigir(t, err)
	comparar(t, "sagas", es, []eliminacion.Eliminacion{})
}

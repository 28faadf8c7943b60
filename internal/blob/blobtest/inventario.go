package blobtest

import (
	"bytes"
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// inventarioPorPaginas: pages of any size are the whole folder, in order, each
// object once, and nothing of the neighbours.
func inventarioPorPaginas(t *testing.T, b Backend) {
	carpetaID, otra := uuid.NewString(), uuid.NewString()
	var quiere []string
	for range 7 {
		quiere = append(quiere, guardarEn(t, b, carpetaID))
	}
	guardarEn(t, b, otra)
	slices.Sort(quiere)
	for _, limite := range []int{1, 2, 3, 7, 8, 100} {
		var hay []string
		for _, g := range inventario(t, b, carpetaID, limite) {
			if !g.Vigente || !g.ConDatos || time.Since(g.Modificado).Abs() > time.Hour {
				t.Errorf("limit %d: %+v", limite, g)
			}
			hay = append(hay, g.DocumentoID)
		}
		if !slices.Equal(hay, quiere) {
			t.Errorf("limit %d: %q, want %q", limite, hay, quiere)
		}
	}
	if hay := inventario(t, b, uuid.NewString(), 10); len(hay) > 0 {
		t.Errorf("a folder that is not there holds %+v", hay)
	}
}

func guardarEn(t *testing.T, b Backend, carpetaID string) string {
	t.Helper()
	nombre, contenido := NombreEn(carpetaID), Contenido(10)
	exigir(t, b.Objetos.Guardar(t.Context(), ObjetoDe(nombre, contenido), bytes.NewReader(contenido)))
	clave, _ := documento.ReadNombreObjeto(nombre)
	return clave.DocumentoID
}

func inventario(t *testing.T, b Backend, carpetaID string, limite int) (todos []documento.Rastro) {
	t.Helper()
	for desde := ""; ; {
		p, err := b.Objetos.ObjetosDe(t.Context(), carpetaID, desde, limite)
		exigir(t, err)
		if len(p.Objetos) > limite {
			t.Fatalf("%d objects on a page of %d", len(p.Objetos), limite)
		}
		todos = append(todos, p.Objetos...)
		if desde = p.Siguiente; desde == "" {
			return todos
		}
	}
}

func inventarioDeCarpetas(t *testing.T, b Backend) {
	var quiere []string
	for range 6 {
		id := uuid.NewString()
		guardarEn(t, b, id)
		guardarEn(t, b, id)
		quiere = append(quiere, id)
	}
	slices.Sort(quiere)
	for _, limite := range []int{1, 2, 5, 6, 50} {
		var hay []string
		for desde := ""; ; {
			p, err := b.Objetos.CarpetasConObjetos(t.Context(), desde, limite)
			exigir(t, err)
			if len(p.CarpetaIDs) > limite {
				t.Fatalf("%d folders on a page of %d", len(p.CarpetaIDs), limite)
			}
			hay = append(hay, p.CarpetaIDs...)
			if desde = p.Siguiente; desde == "" {
				break
			}
		}
		slices.Sort(hay)
		if !slices.Equal(hay, quiere) {
			t.Errorf("limit %d: %q, want %q", limite, hay, quiere)
		}
	}
}

func rastro(t *testing.T, b Backend) {
	contenido := Contenido(100)
	obj := sembrar(t, b, contenido)
	ver := func(vigente, conDatos bool) {
		t.Helper()
		g, err := b.Objetos.Rastro(t.Context(), obj.Nombre)
		exigir(t, err)
		if g.Vigente != vigente || g.ConDatos != conDatos {
			t.Errorf("trace %+v, want current %t, data %t", g, vigente, conDatos)
		}
		var listado documento.Rastro
		if todos := inventario(t, b, CarpetaDe(obj.Nombre), 10); len(todos) > 0 {
			listado = todos[0]
		}
		if listado.Vigente != vigente || listado.ConDatos != conDatos {
			t.Errorf("listed as %+v, want current %t, data %t", listado, vigente, conDatos)
		}
	}
	ver(true, true)
	if b.Ocultar != nil { // a delete marker over data: not readable, and not gone
		b.Ocultar(t, obj.Nombre)
		ver(false, true)
	}
	exigir(t, b.Objetos.Borrar(t.Context(), obj.Nombre))
	ver(false, false)
	if b.Ocultar != nil { // a delete marker alone is nothing
		b.Ocultar(t, obj.Nombre)
		ver(false, false)
	}
}

// inventarioSinAlmacen: a store that has vanished is never "empty".
func inventarioSinAlmacen(t *testing.T, b Backend) {
	nombre := Nombre()
	_, err := b.Objetos.Rastro(t.Context(), "../x")
	exigirCodigo(t, "Rastro of a bad name", err, fault.BadUserInput)
	muerto, cancelar := context.WithCancel(t.Context())
	cancelar()
	probar := func(ctx context.Context) {
		t.Helper()
		_, err := b.Objetos.ObjetosDe(ctx, CarpetaDe(nombre), "", 10)
		exigirCodigo(t, "ObjetosDe", err, fault.Unavailable)
		_, err = b.Objetos.CarpetasConObjetos(ctx, "", 10)
		exigirCodigo(t, "CarpetasConObjetos", err, fault.Unavailable)
		_, err = b.Objetos.Rastro(ctx, nombre)
		exigirCodigo(t, "Rastro", err, fault.Unavailable)
	}
	probar(muerto)
	b.Demoler(t)
	probar(t.Context())
}

package blobtest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// inventarioByPages: pages of any size are the whole folder, in order, each
// object once, and nothing of the neighbours.
func inventarioByPages(t *testing.T, b Backend) {
	carpetaID, other := uuid.NewString(), uuid.NewString()
	var want []string
	for range 7 {
		want = append(want, storeIn(t, b, carpetaID))
	}
	storeIn(t, b, other)
	slices.Sort(want)
	for _, limit := range []int{1, 2, 3, 7, 8, 100} {
		var found []string
		for _, g := range inventario(t, b, carpetaID, limit) {
			requireTrace(t, fmt.Sprint("limit ", limit), g, true, true)
			if age := time.Since(g.Modificado).Abs(); age > time.Hour {
				t.Errorf("limit %d: changed %v ago", limit, age)
			}
			found = append(found, g.DocumentoID)
		}
		if !slices.Equal(found, want) {
			t.Errorf("limit %d: %q, want %q", limit, found, want)
		}
	}
	if found := inventario(t, b, uuid.NewString(), 10); len(found) > 0 {
		t.Errorf("a folder that is not there holds %+v", found)
	}
}

func storeIn(t *testing.T, b Backend, carpetaID string) string {
	t.Helper()
	name, content := NameIn(carpetaID), NewContent(10)
	require(t, b.Objetos.Guardar(t.Context(), ObjetoOf(name, content), bytes.NewReader(content)))
	key, _ := documento.ReadNombreObjeto(name)
	return key.DocumentoID
}

func inventario(t *testing.T, b Backend, carpetaID string, limit int) (all []documento.Rastro) {
	t.Helper()
	for after := ""; ; {
		p, err := b.Objetos.ObjetosDe(t.Context(), carpetaID, after, limit)
		require(t, err)
		if len(p.Objetos) > limit {
			t.Fatalf("%d objects on a page of %d", len(p.Objetos), limit)
		}
		all = append(all, p.Objetos...)
		if after = p.Siguiente; after == "" {
			return all
		}
	}
}

func inventarioOfCarpetas(t *testing.T, b Backend) {
	var want []string
	for range 6 {
		id := uuid.NewString()
		storeIn(t, b, id)
		storeIn(t, b, id)
		want = append(want, id)
	}
	slices.Sort(want)
	for _, limit := range []int{1, 2, 5, 6, 50} {
		var found []string
		for after := ""; ; {
			p, err := b.Objetos.CarpetasConObjetos(t.Context(), after, limit)
			require(t, err)
			if len(p.CarpetaIDs) > limit {
				t.Fatalf("%d folders on a page of %d", len(p.CarpetaIDs), limit)
			}
			found = append(found, p.CarpetaIDs...)
			if after = p.Siguiente; after == "" {
				break
			}
		}
		slices.Sort(found)
		if !slices.Equal(found, want) {
			t.Errorf("limit %d: %q, want %q", limit, found, want)
		}
	}
}

func requireTrace(t *testing.T, what string, g documento.Rastro, current, withData bool) {
	t.Helper()
	if g.Vigente != current {
		t.Errorf("%s: current %t, want %t", what, g.Vigente, current)
	}
	if g.ConDatos != withData {
		t.Errorf("%s: with data %t, want %t", what, g.ConDatos, withData)
	}
}

func rastroTrace(t *testing.T, b Backend) {
	content := NewContent(100)
	obj := seed(t, b, content)
	ver := func(current, withData bool) {
		t.Helper()
		g, err := b.Objetos.Rastro(t.Context(), obj.Nombre)
		require(t, err)
		requireTrace(t, "trace", g, current, withData)
		var listed documento.Rastro
		if all := inventario(t, b, CarpetaOf(obj.Nombre), 10); len(all) > 0 {
			listed = all[0]
		}
		requireTrace(t, "listed", listed, current, withData)
	}
	ver(true, true)
	if b.Hide != nil { // a delete marker over data: not readable, and not gone
		b.Hide(t, obj.Nombre)
		ver(false, true)
	}
	require(t, Erase(t.Context(), b.Objetos, obj.Nombre))
	ver(false, false)
	if b.Hide != nil { // a delete marker alone is nothing
		b.Hide(t, obj.Nombre)
		ver(false, false)
	}
}

// inventarioWithoutStore: a store that has vanished is never "empty".
func inventarioWithoutStore(t *testing.T, b Backend) {
	name := NewName()
	_, err := b.Objetos.Rastro(t.Context(), "../x")
	requireCode(t, "Rastro of a bad name", err, fault.BadUserInput)
	dead, cancel := context.WithCancel(t.Context())
	cancel()
	try := func(ctx context.Context) {
		t.Helper()
		_, err := b.Objetos.ObjetosDe(ctx, CarpetaOf(name), "", 10)
		requireCode(t, "ObjetosDe", err, fault.Unavailable)
		_, err = b.Objetos.CarpetasConObjetos(ctx, "", 10)
		requireCode(t, "CarpetasConObjetos", err, fault.Unavailable)
		_, err = b.Objetos.Rastro(ctx, name)
		requireCode(t, "Rastro", err, fault.Unavailable)
	}
	try(dead)
	b.Demolish(t)
	try(t.Context())
}

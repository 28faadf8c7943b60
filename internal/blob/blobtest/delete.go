package blobtest

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func deletePlain(t *testing.T, b Backend) {
	content := NewContent(1000)
	obj := seed(t, b, content)
	link := linkOf(t, b, obj.Nombre)
	require(t, Erase(t.Context(), b.Objetos, obj.Nombre))
	requireNothing(t, b, obj.Nombre)
	if r := download(t, link); r.status != http.StatusNotFound {
		t.Errorf("download after Borrar: status %d, want 404", r.status)
	}
	if err := Erase(t.Context(), b.Objetos, obj.Nombre); err != nil {
		t.Errorf("Borrar again: %v", err)
	}
	if err := Erase(t.Context(), b.Objetos, NewName()); err != nil {
		t.Errorf("Borrar of what never was: %v", err)
	}
	require(t, b.Objetos.Guardar(t.Context(), obj, bytes.NewReader(content)))
	requireStored(t, b, obj, content)
}

// deleteVersions removes every version where the store has them; where it
// does not, it proves that a name holds one file and never a second.
func deleteVersions(t *testing.T, b Backend) {
	content := NewContent(100)
	obj := seed(t, b, content)
	want := 1
	if b.Rewrite != nil {
		for range 4 {
			b.Rewrite(t, obj.Nombre, NewContent(50))
		}
		want = 5
	} else {
		other := NewContent(50)
		requireCode(t, "second version", b.Objetos.Guardar(t.Context(), ObjetoOf(obj.Nombre, other), bytes.NewReader(other)), fault.Conflict)
	}
	if n := len(b.Leftovers(t)); n != want {
		t.Fatalf("%d versions, want %d", n, want)
	}
	requireErased(t, b, obj.Nombre, want)
	requireNothing(t, b, obj.Nombre)
	requireErased(t, b, obj.Nombre, 0)
}

// deleteSeveral: each has its own result, in their order; one that fails keeps no other from going. Some lie in one
// carpeta, some do not; of some the version is known, and of one that is not there any more.
func deleteSeveral(t *testing.T, b Backend) {
	together := CarpetaOf(NewName())
	var objs []documento.VersionObjeto
	for i := range 8 {
		name, content := NewName(), NewContent(10+i)
		if i > 4 {
			name = NameIn(together)
		}
		require(t, b.Objetos.Guardar(t.Context(), ObjetoOf(name, content), bytes.NewReader(content)))
		objs = append(objs, documento.VersionObjeto{Nombre: name, Version: versionOf(t, b, name)})
	}
	stays := NameIn(together)
	require(t, b.Objetos.Guardar(t.Context(), ObjetoOf(stays, nil), bytes.NewReader(nil)))
	objs[1].Version, objs[3].Nombre = "", "no/es/un/nombre"
	for i, r := range b.Objetos.BorrarVarios(t.Context(), objs) {
		switch {
		case i == 3 && r.Err == nil:
			t.Error("a name that is none was deleted")
		case i != 3 && (r.Err != nil || r.Versiones != 1):
			t.Errorf("object %d: %+v", i, r)
		}
	}
	gone := append(objs[:3:3], objs[4:]...)
	for _, obj := range gone {
		requireExists(t, b, obj.Nombre, false)
	}
	requireExists(t, b, stays, true)
	for i := range gone {
		gone[i].Version = ""
	}
	for _, r := range b.Objetos.BorrarVarios(t.Context(), gone) {
		if r.Err != nil || r.Versiones != 0 {
			t.Errorf("again: %+v", r)
		}
	}
}

// deleteKnown: a known version is no promise that there is no other one.
func deleteKnown(t *testing.T, b Backend) {
	if b.Rewrite == nil {
		t.Skip("a name holds one file")
	}
	cases := map[string]func(name string){
		"written again":            func(name string) { b.Rewrite(t, name, NewContent(50)) },
		"hidden":                   func(name string) { b.Hide(t, name) },
		"hidden and written again": func(name string) { b.Hide(t, name); b.Rewrite(t, name, NewContent(50)) },
	}
	for what, happens := range cases {
		for _, alone := range []bool{true, false} {
			var objs []documento.VersionObjeto
			for range 3 {
				obj := seed(t, b, NewContent(10))
				objs = append(objs, documento.VersionObjeto{Nombre: obj.Nombre, Version: versionOf(t, b, obj.Nombre)})
			}
			if happens(objs[1].Nombre); alone {
				objs = objs[1:2]
			}
			for i, r := range b.Objetos.BorrarVarios(t.Context(), objs) {
				if r.Err != nil || r.Versiones < 1 {
					t.Errorf("%s, object %d: %+v", what, i, r)
				}
			}
			for _, obj := range objs {
				requireErased(t, b, obj.Nombre, 0)
				requireGone(t, b, obj.Nombre)
			}
		}
	}
}

// requireGone: no version is left, no mark of a deletion either.
func requireGone(t *testing.T, b Backend, name string) {
	t.Helper()
	for _, left := range b.Leftovers(t) {
		if strings.Contains(left, name) {
			t.Errorf("left: %s", left)
		}
	}
}

// versionOf is the version as a confirmation sees it.
func versionOf(t *testing.T, b Backend, name string) string {
	t.Helper()
	c, err := b.Objetos.Comienzo(t.Context(), name, 0)
	require(t, err)
	if b.Rewrite != nil && c.Version == "" {
		t.Error("the store keeps versions, and does not name them")
	}
	return c.Version
}

// requireErased: the receipt of a deletion says how many versions there were.
func requireErased(t *testing.T, b Backend, name string, want int) {
	t.Helper()
	n, err := b.Objetos.Borrar(t.Context(), name)
	require(t, err)
	if n != want {
		t.Errorf("Borrar says %d versions, want %d", n, want)
	}
}

func deleteLeavesNeighbours(t *testing.T, b Backend) {
	name := NewName()
	last := NameIn(CarpetaOf(name)) // another document of the same carpeta
	content := NewContent(100)
	for _, n := range []string{name, last} {
		require(t, b.Objetos.Guardar(t.Context(), ObjetoOf(n, content), bytes.NewReader(content)))
	}
	require(t, Erase(t.Context(), b.Objetos, name))
	requireExists(t, b, name, false)
	requireStored(t, b, ObjetoOf(last, content), content)
}

func bootstrapAgain(t *testing.T, b Backend) {
	content := NewContent(100)
	obj := seed(t, b, content)
	for range 2 {
		require(t, b.Objetos.Bootstrap(t.Context()))
	}
	require(t, b.Objetos.Ready(t.Context()))
	requireStored(t, b, obj, content)
}

// withoutStore: a store that has vanished is UNAVAILABLE, never "the file does
// not exist": a deletion must not take it for success.
func withoutStore(t *testing.T, b Backend) {
	content := NewContent(100)
	obj := ObjetoOf(NewName(), content)
	carga := prepare(t, b, obj)
	link := linkOf(t, b, obj.Nombre)
	b.Demolish(t)
	for what, err := range failures(t.Context(), b, obj, content) {
		requireCode(t, what, err, fault.Unavailable)
	}
	if r := upload(t, carga, content); r.status < 400 {
		t.Errorf("upload: status %d", r.status)
	}
	if r := download(t, link); r.status < 400 {
		t.Errorf("download: status %d", r.status)
	}
	require(t, b.Objetos.Bootstrap(t.Context()))
	if r := upload(t, carga, content); !r.ok() {
		t.Errorf("upload after Bootstrap: status %d: %s", r.status, r.body)
	}
	receive(t, b, obj)
	requireStored(t, b, obj, content)
}

func contextCancelled(t *testing.T, b Backend) {
	content := NewContent(100)
	obj := ObjetoOf(NewName(), content)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for what, err := range failures(ctx, b, obj, content) {
		requireCode(t, what, err, fault.Unavailable)
	}
	requireNothing(t, b, obj.Nombre)
}

// failures calls every method that needs the store.
func failures(ctx context.Context, b Backend, obj documento.Objeto, content []byte) map[string]error {
	errs := map[string]error{
		"Ready":   b.Objetos.Ready(ctx),
		"Guardar": b.Objetos.Guardar(ctx, obj, bytes.NewReader(content)),
		"Borrar":  Erase(ctx, b.Objetos, obj.Nombre),
	}
	_, errs["Describir"] = b.Objetos.Describir(ctx, obj.Nombre)
	_, errs["Abrir"] = b.Objetos.Abrir(ctx, obj.Nombre, 0)
	_, errs["Existe"] = b.Objetos.Existe(ctx, obj.Nombre)
	return errs
}

// Erase is documento.Objetos.Borrar, for those who do not count.
func Erase(ctx context.Context, o documento.Objetos, name string) error {
	_, err := o.Borrar(ctx, name)
	return err
}

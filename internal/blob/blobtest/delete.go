package blobtest

import (
	"bytes"
	"context"
	"net/http"
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

// deleteSeveral: each has its own result, in their order; one that fails keeps no other from going.
func deleteSeveral(t *testing.T, b Backend) {
	var names []string
	for i := range 8 {
		names = append(names, seed(t, b, NewContent(10+i)).Nombre)
	}
	stays := seed(t, b, NewContent(9)).Nombre
	names[3] = "no/es/un/nombre"
	for i, r := range b.Objetos.BorrarVarios(t.Context(), names) {
		switch {
		case i == 3 && r.Err == nil:
			t.Error("a name that is none was deleted")
		case i != 3 && (r.Err != nil || r.Versiones != 1):
			t.Errorf("object %d: %+v", i, r)
		}
	}
	for i, name := range append(names[:3:3], names[4:]...) {
		exists, err := b.Objetos.Existe(t.Context(), name)
		require(t, err)
		if exists {
			t.Errorf("object %d is left", i)
		}
	}
	exists, err := b.Objetos.Existe(t.Context(), stays)
	require(t, err)
	if !exists {
		t.Error("another object is gone")
	}
	for _, r := range b.Objetos.BorrarVarios(t.Context(), names[:3]) {
		if r.Err != nil || r.Versiones != 0 {
			t.Errorf("again: %+v", r)
		}
	}
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
	_, errs["Abrir"] = b.Objetos.Abrir(ctx, obj.Nombre)
	_, errs["Existe"] = b.Objetos.Existe(ctx, obj.Nombre)
	return errs
}

// Erase is documento.Objetos.Borrar, for those who do not count.
func Erase(ctx context.Context, o documento.Objetos, name string) error {
	_, err := o.Borrar(ctx, name)
	return err
}

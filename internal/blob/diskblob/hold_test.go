package diskblob_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

func nothing() error { return nil }

// saved is a stored file.
func saved(t *testing.T, b *world, content string) documento.Clave {
	t.Helper()
	k := documento.Clave{CarpetaID: uuid.NewString(), DocumentoID: uuid.NewString()}
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoOf(documento.NombreObjeto(k), []byte(content)), strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	return k
}

// TestHold: what is erased while the folder is held is gone for everybody, and kept aside until the end.
func TestHold(t *testing.T) {
	b := newStore(t)
	before, during := saved(t, b, "antes"), saved(t, b, "durante")
	erase := func(k documento.Clave) {
		t.Helper()
		if n, err := b.objetos.Borrar(t.Context(), documento.NombreObjeto(k)); n != 1 || err != nil {
			t.Fatalf("%d erased, %v", n, err)
		}
		if r, err := b.objetos.Rastro(t.Context(), documento.NombreObjeto(k)); err != nil || r.ConDatos {
			t.Errorf("an erased file is there: %+v, %v", r, err)
		}
	}
	kept := func(k documento.Clave) string {
		text, _ := os.ReadFile(filepath.Join(b.cfg.Dir, strings.Replace(diskblob.PathOf(k), diskblob.Current, diskblob.HeldIn, 1)))
		return string(text)
	}
	erase(before)
	refused := errors.New("no")
	if _, err := b.objetos.Hold(func() error { return refused }); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	release, err := b.objetos.Hold(nothing)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.objetos.Hold(nothing); err == nil {
		t.Error("it was held twice")
	}
	erase(during)
	if !strings.HasPrefix(kept(during), "durante") || kept(before) != "" {
		t.Errorf("kept %q and %q", kept(during), kept(before))
	}
	if err := release(); err != nil || kept(during) != "" {
		t.Errorf("after the release: %q, %v", kept(during), err)
	}
	after := saved(t, b, "después")
	erase(after)
	if kept(after) != "" {
		t.Error("it is held for ever")
	}
}

// TestHeldByAKilledProcess: what it kept is removed at the next start.
func TestHeldByAKilledProcess(t *testing.T) {
	b := newStore(t)
	k := saved(t, b, "algo")
	if _, err := b.objetos.Hold(nothing); err != nil {
		t.Fatal(err)
	}
	if _, err := b.objetos.Borrar(t.Context(), documento.NombreObjeto(k)); err != nil {
		t.Fatal(err)
	}
	next := openStore(t, b.cfg)
	if err := next.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(b.cfg.Dir, diskblob.HeldIn)); !os.IsNotExist(err) {
		t.Errorf("it is there still: %v", err)
	}
}

// TestFreeze: the frozen folder is that of one moment, and writes go on after it.
func TestFreeze(t *testing.T) {
	dir := t.TempDir()
	s := openSellos(t, dir)
	put := func(key, text string) {
		t.Helper()
		if err := s.Put(t.Context(), key, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	empty, err := s.Freeze(nothing)
	if err != nil {
		t.Fatal(err)
	}
	if err := empty(); err != nil {
		t.Fatal(err)
	}
	put("log/tile/0/000", "uno")
	if err := s.Swap(t.Context(), "log/checkpoint", "", []byte("primero")); err != nil {
		t.Fatal(err)
	}
	late := make(chan error, 1)
	release, err := s.Freeze(func() error {
		go func() { late <- s.Put(t.Context(), "log/tile/0/001", []byte("dos")) }()
		select {
		case err := <-late:
			t.Errorf("a write was made in the moment: %v", err)
			late <- err
		case <-time.After(50 * time.Millisecond):
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := <-late; err != nil {
		t.Fatal(err)
	}
	if _, err := s.Freeze(nothing); err == nil {
		t.Error("it was frozen twice")
	}
	_, version, err := s.Load(t.Context(), "log/checkpoint")
	if err == nil {
		err = s.Swap(t.Context(), "log/checkpoint", version, []byte("segundo"))
	}
	if err == nil {
		err = s.Delete(t.Context(), "log/tile/0/000")
	}
	if err != nil {
		t.Fatal(err)
	}
	frozen := filepath.Join(dir, diskblob.Frozen)
	for name, want := range map[string]string{"log/tile/0/000": "uno", "log/checkpoint": "primero", "log/tile/0/001": ""} {
		if text, _ := os.ReadFile(filepath.Join(frozen, name)); string(text) != want {
			t.Errorf("%s: %q, want %q", name, text, want)
		}
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Freeze(nothing); err != nil {
		t.Error(err)
	}
	openSellos(t, dir) // as after a kill
	if _, err := os.Stat(frozen); !os.IsNotExist(err) {
		t.Errorf("it is there still: %v", err)
	}
}

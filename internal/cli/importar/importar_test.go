package importar_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/cli/importar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// target keeps the sent documents.
type target struct {
	have     map[string]bool
	uploaded map[string]string // file name → content
	rejects  string            // file name that fails
}

func (d *target) Hashes(context.Context) (map[string]bool, error) { return d.have, nil }

func (d *target) Upload(_ context.Context, n documento.Nuevo, content importar.Content) error {
	text, err := io.ReadAll(content)
	if n.NombreArchivo == d.rejects {
		return errors.New("rechazado")
	}
	d.uploaded[n.Contexto+"/"+n.NombreArchivo] = string(text)
	return err
}

func carpeta(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolderIsUploadedOnce(t *testing.T) {
	dir := carpeta(t, map[string]string{
		"a.pdf": "uno", "copia de a.pdf": "uno", "médico/b.txt": "dos", ".oculto": "x", ".git/c": "x",
	})
	d := &target{have: map[string]bool{}, uploaded: map[string]string{}}
	var screen bytes.Buffer
	r, err := importar.Carpeta(t.Context(), d, dir, importar.Progreso{Writer: &screen, Terminal: true})
	if err != nil || r != (importar.Summary{Uploaded: 2, Repeated: 1}) {
		t.Fatal(r, err)
	}
	if diff := cmp.Diff(map[string]string{"/a.pdf": "uno", "médico/b.txt": "dos"}, d.uploaded); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(screen.String(), "100 %") {
		t.Errorf("no full bar: %q", screen.String())
	}
	if r, err = importar.Carpeta(t.Context(), d, dir, importar.Progreso{Writer: io.Discard}); err != nil || r != (importar.Summary{Repeated: 3}) {
		t.Fatal("a second time:", r, err)
	}
}

func TestAFailureStopsNobodyElse(t *testing.T) {
	dir := carpeta(t, map[string]string{"a.txt": "uno", "b.txt": "dos", "c.txt": "tres"})
	d := &target{have: map[string]bool{}, uploaded: map[string]string{}, rejects: "b.txt"}
	var screen bytes.Buffer
	r, err := importar.Carpeta(t.Context(), d, dir, importar.Progreso{Writer: &screen})
	if err == nil || r != (importar.Summary{Uploaded: 2, Fallidos: 1}) {
		t.Fatal(r, err)
	}
	if screen.String() != "b.txt: rechazado\n" {
		t.Errorf("a log wants a line for the file that failed, and no bar: %q", screen.String())
	}
}

func TestEmptyAndMissingFolder(t *testing.T) {
	d := &target{have: map[string]bool{}, uploaded: map[string]string{}}
	if r, err := importar.Carpeta(t.Context(), d, t.TempDir(), importar.Progreso{Writer: io.Discard}); err != nil || r != (importar.Summary{}) {
		t.Error(r, err)
	}
	if _, err := importar.Carpeta(t.Context(), d, filepath.Join(t.TempDir(), "no"), importar.Progreso{Writer: io.Discard}); err == nil {
		t.Error("a folder that is not there")
	}
}

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

// destino keeps what it is sent.
type destino struct {
	hay     map[string]bool
	subidos map[string]string // file name → content
	rechaza string            // file name that fails
}

func (d *destino) Hashes(context.Context) (map[string]bool, error) { return d.hay, nil }

func (d *destino) Subir(_ context.Context, n documento.Nuevo, contenido io.Reader) error {
	texto, err := io.ReadAll(contenido)
	if n.NombreArchivo == d.rechaza {
		return errors.New("rechazado")
	}
	d.subidos[n.Contexto+"/"+n.NombreArchivo] = string(texto)
	return err
}

func carpeta(t *testing.T, archivos map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for nombre, texto := range archivos {
		ruta := filepath.Join(dir, filepath.FromSlash(nombre))
		if err := os.MkdirAll(filepath.Dir(ruta), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(ruta, []byte(texto), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFolderIsUploadedOnce(t *testing.T) {
	dir := carpeta(t, map[string]string{
		"a.pdf": "uno", "copia de a.pdf": "uno", "médico/b.txt": "dos", ".oculto": "x", ".git/c": "x",
	})
	d := &destino{hay: map[string]bool{}, subidos: map[string]string{}}
	var pantalla bytes.Buffer
	r, err := importar.Carpeta(t.Context(), d, dir, importar.Progreso{Writer: &pantalla, Terminal: true})
	if err != nil || r != (importar.Resumen{Subidos: 2, Repetidos: 1}) {
		t.Fatal(r, err)
	}
	if diff := cmp.Diff(map[string]string{"/a.pdf": "uno", "médico/b.txt": "dos"}, d.subidos); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(pantalla.String(), "100 %") {
		t.Errorf("no full bar: %q", pantalla.String())
	}
	if r, err = importar.Carpeta(t.Context(), d, dir, importar.Progreso{Writer: io.Discard}); err != nil || r != (importar.Resumen{Repetidos: 3}) {
		t.Fatal("a second time:", r, err)
	}
}

func TestAFailureStopsNobodyElse(t *testing.T) {
	dir := carpeta(t, map[string]string{"a.txt": "uno", "b.txt": "dos", "c.txt": "tres"})
	d := &destino{hay: map[string]bool{}, subidos: map[string]string{}, rechaza: "b.txt"}
	var pantalla bytes.Buffer
	r, err := importar.Carpeta(t.Context(), d, dir, importar.Progreso{Writer: &pantalla})
	if err == nil || r != (importar.Resumen{Subidos: 2, Fallidos: 1}) {
		t.Fatal(r, err)
	}
	if pantalla.String() != "b.txt: rechazado\n" {
		t.Errorf("a log wants a line for the file that failed, and no bar: %q", pantalla.String())
	}
}

func TestEmptyAndMissingFolder(t *testing.T) {
	d := &destino{hay: map[string]bool{}, subidos: map[string]string{}}
	if r, err := importar.Carpeta(t.Context(), d, t.TempDir(), importar.Progreso{Writer: io.Discard}); err != nil || r != (importar.Resumen{}) {
		t.Error(r, err)
	}
	if _, err := importar.Carpeta(t.Context(), d, filepath.Join(t.TempDir(), "no"), importar.Progreso{Writer: io.Discard}); err == nil {
		t.Error("a folder that is not there")
	}
}

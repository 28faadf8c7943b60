package minioblob_test

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

func TestBorrarCuestaTresLlamadas(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	nombre := blobtest.Nombre()
	b.guardar(t, nombre, []byte("hola"))
	b.red.vaciar()
	if err := b.objetos.Borrar(t.Context(), nombre); err != nil {
		t.Fatal(err)
	}
	hechas := b.red.peticiones()
	if len(hechas) != 3 || hechas[0] != "GET versions" || !strings.HasPrefix(hechas[1], "DELETE version ") || hechas[2] != "GET versions" {
		t.Errorf("calls: %q", hechas)
	}
}

// More versions than fit a batch, a marker among them, and neighbours that
// share the whole name, or the document's id, as their prefix.
func TestBorrarTodoYSoloLoSuyo(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	nombre := blobtest.Nombre()
	vecinos := []string{nombre + "-copia", nombre + ".pdf", nombre + "0", path.Dir(nombre) + "0/archivo", path.Dir(nombre) + "-copia"}
	for _, vecino := range vecinos {
		b.escribir(t, vecino, []byte("vecino"))
	}
	for range 255 {
		b.escribir(t, nombre, []byte("x"))
	}
	if err := b.crudo.RemoveObject(t.Context(), b.bucket, nombre, minio.RemoveObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	b.escribir(t, nombre, []byte("actual"))
	actual, err := b.crudo.StatObject(t.Context(), b.bucket, nombre, minio.StatObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b.red.vaciar()
	if err := b.objetos.Borrar(t.Context(), nombre); err != nil {
		t.Fatal(err)
	}
	quiere := []string{"GET versions", "POST batch", "POST batch", "DELETE version " + actual.VersionID, "GET versions"}
	if hechas := b.red.peticiones(); !slices.Equal(hechas, quiere) {
		t.Errorf("calls: %q, want %q", hechas, quiere)
	}
	restos := b.restos(t)
	if len(restos) != len(vecinos) {
		t.Errorf("left: %q, want the neighbours", restos)
	}
}

// An object whose current version is a delete marker is gone for readers, but
// its content is still there and has to go.
func TestBorrarLoQueSoloTieneMarca(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	nombre := blobtest.Nombre()
	b.guardar(t, nombre, []byte("hola"))
	if err := b.crudo.RemoveObject(t.Context(), b.bucket, nombre, minio.RemoveObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	if existe, err := b.objetos.Existe(t.Context(), nombre); existe || err != nil {
		t.Fatalf("Existe = %v, %v", existe, err)
	}
	if err := b.objetos.Borrar(t.Context(), nombre); err != nil {
		t.Fatal(err)
	}
	if restos := b.restos(t); len(restos) > 0 {
		t.Errorf("left: %q", restos)
	}
}

// The network breaks between the old versions and the current one: the file can
// still be read, so the saga may compensate; a second Borrar finishes.
func TestBorrarACortado(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	nombre := blobtest.Nombre()
	b.guardar(t, nombre, []byte("hola"))
	b.escribir(t, nombre, []byte("actual"))
	b.red.romper = func(req *http.Request) error {
		if req.Method == http.MethodDelete {
			return errors.New("cable cut")
		}
		return nil
	}
	if err := b.objetos.Borrar(t.Context(), nombre); !errors.Is(err, fault.Unavailable) {
		t.Fatalf("got %v, want UNAVAILABLE", err)
	}
	if existe, err := b.objetos.Existe(t.Context(), nombre); !existe || err != nil {
		t.Errorf("Existe = %v, %v: the current version goes last", existe, err)
	}
	if restos := b.restos(t); len(restos) != 1 {
		t.Errorf("left: %q, want the current version alone", restos)
	}
	b.red.romper = nil
	if err := b.objetos.Borrar(t.Context(), nombre); err != nil {
		t.Error(err)
	}
	if restos := b.restos(t); len(restos) > 0 {
		t.Errorf("left: %q", restos)
	}
}

func TestBorrarLoBloqueado(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{ObjectLocking: true})
	casos := map[string]func(t *testing.T, nombre string){
		"current": func(t *testing.T, nombre string) { b.bloquear(t, nombre) },
		"noncurrent": func(t *testing.T, nombre string) {
			b.bloquear(t, nombre)
			b.escribir(t, nombre, []byte("actual"))
		},
	}
	for caso, preparar := range casos {
		t.Run(caso, func(t *testing.T) {
			nombre := blobtest.Nombre()
			b.guardar(t, nombre, []byte("hola"))
			preparar(t, nombre)
			if err := b.objetos.Borrar(t.Context(), nombre); fault.CodeOf(err) != fault.NotAllowed || fault.Transient(err) {
				t.Errorf("got %v, want %s", err, fault.NotAllowed)
			}
			if existe, err := b.objetos.Existe(t.Context(), nombre); !existe || err != nil {
				t.Errorf("Existe = %v, %v", existe, err)
			}
		})
	}
}

func (b *banco) bloquear(t *testing.T, nombre string) {
	t.Helper()
	modo, hasta := minio.Governance, time.Now().Add(time.Hour)
	err := b.crudo.PutObjectRetention(t.Context(), b.bucket, nombre, minio.PutObjectRetentionOptions{Mode: &modo, RetainUntilDate: &hasta})
	if err != nil {
		t.Fatal(err)
	}
}

package minioblob_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
)

// The store itself refuses, and for the reason it should: another value of a
// signed header breaks the signature (403; a header left out is 400 to MinIO,
// 403 to versitygw), another content its checksum (400).
func TestElServidorHaceCumplir(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	contenido := blobtest.Contenido(1000)
	casos := []struct {
		que    string
		cuerpo []byte
		editar func(*http.Request)
		estado []int
	}{
		{"as announced", contenido, nil, []int{200}},
		{"length", append(bytes.Clone(contenido), 0), nil, []int{403}},
		{"type", contenido, func(r *http.Request) { r.Header.Set("Content-Type", "text/html") }, []int{403}},
		{"checksum", contenido, func(r *http.Request) { r.Header.Del("X-Amz-Checksum-Sha256") }, []int{400, 403}},
		{"condition", contenido, func(r *http.Request) { r.Header.Del("If-None-Match") }, []int{400, 403}},
		{"content", blobtest.Contenido(1000), nil, []int{400}},
	}
	for _, c := range casos {
		t.Run(c.que, func(t *testing.T) {
			carga, err := b.objetos.PrepararCarga(t.Context(), blobtest.ObjetoDe(blobtest.Nombre(), contenido), time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			r, err := http.NewRequestWithContext(t.Context(), carga.Metodo, carga.URL, bytes.NewReader(c.cuerpo))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range carga.Encabezados {
				r.Header.Set(e.Nombre, e.Valor)
			}
			if c.editar != nil {
				c.editar(r)
			}
			resp, err := b.red.base.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if texto, _ := io.ReadAll(resp.Body); !slices.Contains(c.estado, resp.StatusCode) {
				t.Errorf("status %d, want %v: %s", resp.StatusCode, c.estado, texto)
			}
		})
	}
}

// When a Guardar has returned, the source belongs to the caller again, though
// net/http may read a failed request's body on.
func TestGuardarSueltaLaFuente(t *testing.T) {
	b := nuevo(t, minio.MakeBucketOptions{})
	var cuerpo io.Reader
	b.red.romper = func(r *http.Request) error {
		if r.Method != http.MethodPut {
			return nil
		}
		cuerpo = r.Body
		return errors.New("cable cut")
	}
	contenido := blobtest.Contenido(1000)
	fuente := bytes.NewReader(contenido)
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoDe(blobtest.Nombre(), contenido), io.MultiReader(fuente)); err == nil {
		t.Fatal("no error")
	}
	antes := fuente.Len()
	if _, err := cuerpo.Read(make([]byte, 100)); err == nil || fuente.Len() != antes {
		t.Errorf("read on: %v, %d bytes left of %d", err, fuente.Len(), antes)
	}
}

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
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// The store itself refuses, and for the reason it should: another value of a
// signed header breaks the signature (403; a header left out is 400 to MinIO,
// 403 to versitygw), another content its checksum (400).
func TestTheServerEnforces(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	content := blobtest.NewContent(1000)
	cases := []struct {
		what   string
		body   []byte
		edit   func(*http.Request)
		status []int
	}{
		{"as announced", content, nil, []int{200}},
		{"length", append(bytes.Clone(content), 0), nil, []int{403}},
		{"type", content, func(r *http.Request) { r.Header.Set("Content-Type", "text/html") }, []int{403}},
		{"checksum", content, func(r *http.Request) { r.Header.Del("X-Amz-Checksum-Sha256") }, []int{400, 403}},
		{"condition", content, func(r *http.Request) { r.Header.Del("If-None-Match") }, []int{400, 403}},
		{"content", blobtest.NewContent(1000), nil, []int{400}},
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			carga, err := b.objetos.PrepararCarga(t.Context(), blobtest.ObjetoOf(blobtest.NewName(), content), time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if status, text := b.send(t, carga, c.body, c.edit); !slices.Contains(c.status, status) {
				t.Errorf("status %d, want %v: %s", status, c.status, text)
			}
		})
	}
}

// send does what a link says; edit, if any, changes the request.
func (b *world) send(t *testing.T, link documento.Carga, content []byte, edit func(*http.Request)) (status int, text []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), link.Metodo, link.URL, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range link.Encabezados {
		r.Header.Set(e.Nombre, e.Valor)
	}
	if edit != nil {
		edit(r)
	}
	resp, err := b.network.base.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err = io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, text
}

// When a Guardar has returned, the source belongs to the caller again, though
// net/http may read a failed request's body on.
func TestSaveLetsTheSourceGo(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	var body io.Reader
	b.network.breakIt = func(r *http.Request) error {
		if r.Method != http.MethodPut {
			return nil
		}
		body = r.Body
		return errors.New("cable cut")
	}
	content := blobtest.NewContent(1000)
	source := bytes.NewReader(content)
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoOf(blobtest.NewName(), content), io.MultiReader(source)); err == nil {
		t.Fatal("no error")
	}
	before := source.Len()
	if _, err := body.Read(make([]byte, 100)); err == nil || source.Len() != before {
		t.Errorf("read on: %v, %d bytes left of %d", err, source.Len(), before)
	}
}

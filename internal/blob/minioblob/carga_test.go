package minioblob_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

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

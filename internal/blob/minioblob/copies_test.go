package minioblob_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// A signed upload brings the bytes of its client, and no others. MinIO takes headers that are not signed: with
// X-Amz-Copy-Source it would copy any object that this server may read, any number of times, over a seal too.
func TestALinkCopiesNothing(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	content := blobtest.NewContent(1000)
	theirs := blobtest.NewName()
	b.store(t, theirs, content)
	obj := blobtest.ObjetoOf(blobtest.NewName(), content)
	carga, err := b.objetos.PrepararCarga(t.Context(), obj, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	parts := blobtest.ObjetoOf(blobtest.NewName(), content)
	id, err := b.objetos.AbrirPartes(t.Context(), parts)
	if err != nil {
		t.Fatal(err)
	}
	part, err := b.objetos.FirmarParte(t.Context(), parts, id, documento.Parte{Numero: 1, Hash: parts.Hash, TamanoBytes: parts.TamanoBytes}, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for what, link := range map[string]documento.Carga{"whole": carga, "part": part} {
		for _, from := range []string{"/" + b.bucket + "/" + theirs, b.bucket + "%2F" + theirs} {
			b.refusesCopy(t, what, link, content, from)
		}
	}
	if got := b.leftovers(t); len(got) != 2 { // their file, and the upload in parts that has begun
		t.Errorf("stored: %v", got)
	}
	if received, err := b.objetos.PartesRecibidas(t.Context(), parts, id); err != nil || len(received) > 0 {
		t.Errorf("parts: %v, %v", received, err)
	}
	for what, link := range map[string]documento.Carga{"whole": carga, "part": part} {
		if status, text := b.send(t, link, content, nil); status != http.StatusOK {
			t.Errorf("%s: an upload of one's own: status %d: %s", what, status, text)
		}
	}
	if err := b.objetos.CerrarCarga(t.Context(), obj.Nombre); err != nil {
		t.Fatal(err)
	}
	b.refusesCopy(t, "sealed", carga, content, "/"+b.bucket+"/"+theirs)
}

func (b *world) refusesCopy(t *testing.T, what string, link documento.Carga, content []byte, from string) {
	t.Helper()
	for _, more := range []http.Header{
		{"X-Amz-Copy-Source": {from}},
		{"X-Amz-Copy-Source": {from}, "X-Amz-Copy-Source-If-None-Match": {"x"}},
		{"X-Amz-Copy-Source": {from}, "X-Amz-Copy-Source-If-Match": {"*"}},
		{"X-Amz-Copy-Source": {from}, "X-Amz-Copy-Source-If-Match": nil},
	} {
		if status, text := b.send(t, link, content, func(r *http.Request) { maps.Copy(r.Header, more) }); status < 400 {
			t.Errorf("%s, %v: status %d: %s", what, more, status, text)
		}
	}
}

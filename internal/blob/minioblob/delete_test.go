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

func TestDeleteCostsFourCalls(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	name := blobtest.NewName()
	b.store(t, name, []byte("hola"))
	b.network.drain()
	if err := blobtest.Erase(t.Context(), b.objetos, name); err != nil {
		t.Fatal(err)
	}
	done := b.network.requests()
	if len(done) != 4 || done[0] != "GET versions" || done[1] != "GET versions" || !strings.HasPrefix(done[2], "DELETE version ") || done[3] != "GET versions" {
		t.Errorf("calls: %q, want a look at the upload, and three for the file", done)
	}
}

// More versions than fit a batch, a marker among them, and neighbours that
// share the whole name, or the document's id, as their prefix.
func TestDeleteAllVersionsAndNothingElse(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	name := blobtest.NewName()
	neighbours := []string{name + "-copia", name + ".pdf", name + "0", path.Dir(name) + "0/archivo", path.Dir(name) + "-copia"}
	for _, neighbour := range neighbours {
		b.write(t, neighbour, []byte("vecino"))
	}
	for range 255 {
		b.write(t, name, []byte("x"))
	}
	if err := b.raw.RemoveObject(t.Context(), b.bucket, name, minio.RemoveObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	b.write(t, name, []byte("actual"))
	current, err := b.raw.StatObject(t.Context(), b.bucket, name, minio.StatObjectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b.network.drain()
	if err := blobtest.Erase(t.Context(), b.objetos, name); err != nil {
		t.Fatal(err)
	}
	want := []string{"GET versions", "GET versions", "POST batch", "POST batch", "DELETE version " + current.VersionID, "GET versions"}
	if done := b.network.requests(); !slices.Equal(done, want) {
		t.Errorf("calls: %q, want %q", done, want)
	}
	leftovers := b.leftovers(t)
	if len(leftovers) != len(neighbours) {
		t.Errorf("left: %q, want the neighbours", leftovers)
	}
}

// An object whose current version is a delete marker is gone for readers, but
// its content is still there and has to go.
func TestDeleteOfADeleteMarkerAlone(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	name := blobtest.NewName()
	b.store(t, name, []byte("hola"))
	if err := b.raw.RemoveObject(t.Context(), b.bucket, name, minio.RemoveObjectOptions{}); err != nil {
		t.Fatal(err)
	}
	if exists, err := b.objetos.Existe(t.Context(), name); exists || err != nil {
		t.Fatalf("Existe = %v, %v", exists, err)
	}
	if err := blobtest.Erase(t.Context(), b.objetos, name); err != nil {
		t.Fatal(err)
	}
	if leftovers := b.leftovers(t); len(leftovers) > 0 {
		t.Errorf("left: %q", leftovers)
	}
}

// The network breaks between the old versions and the current one: the file can
// still be read, so the saga may compensate; a second Borrar finishes.
func TestDeleteCutShort(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	name := blobtest.NewName()
	b.store(t, name, []byte("hola"))
	b.write(t, name, []byte("actual"))
	b.network.breakIt = func(req *http.Request) error {
		if req.Method == http.MethodDelete {
			return errors.New("cable cut")
		}
		return nil
	}
	if err := blobtest.Erase(t.Context(), b.objetos, name); !errors.Is(err, fault.Unavailable) {
		t.Fatalf("got %v, want UNAVAILABLE", err)
	}
	if exists, err := b.objetos.Existe(t.Context(), name); !exists || err != nil {
		t.Errorf("Existe = %v, %v: the current version goes last", exists, err)
	}
	if leftovers := b.leftovers(t); len(leftovers) != 1 {
		t.Errorf("left: %q, want the current version alone", leftovers)
	}
	b.network.breakIt = nil
	if err := blobtest.Erase(t.Context(), b.objetos, name); err != nil {
		t.Error(err)
	}
	if leftovers := b.leftovers(t); len(leftovers) > 0 {
		t.Errorf("left: %q", leftovers)
	}
}

func TestDeleteOfALockedObject(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{ObjectLocking: true})
	cases := map[string]func(t *testing.T, name string){
		"current": func(t *testing.T, name string) { b.lock(t, name) },
		"noncurrent": func(t *testing.T, name string) {
			b.lock(t, name)
			b.write(t, name, []byte("actual"))
		},
	}
	for testCase, prepare := range cases {
		t.Run(testCase, func(t *testing.T) {
			name := blobtest.NewName()
			b.store(t, name, []byte("hola"))
			prepare(t, name)
			if err := blobtest.Erase(t.Context(), b.objetos, name); fault.CodeOf(err) != fault.NotAllowed || fault.Transient(err) {
				t.Errorf("got %v, want %s", err, fault.NotAllowed)
			}
			if exists, err := b.objetos.Existe(t.Context(), name); !exists || err != nil {
				t.Errorf("Existe = %v, %v", exists, err)
			}
		})
	}
}

func (b *world) lock(t *testing.T, name string) {
	t.Helper()
	mode, until := minio.Governance, time.Now().Add(time.Hour)
	err := b.raw.PutObjectRetention(t.Context(), b.bucket, name, minio.PutObjectRetentionOptions{Mode: &mode, RetainUntilDate: &until})
	if err != nil {
		t.Fatal(err)
	}
}

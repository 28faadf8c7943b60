package minioblob_test

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// A known version costs a look at the upload, DELETE, and a look whether anything is left; of a group one call
// deletes. Nothing is listed.
func TestDeleteOfKnownVersions(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	for _, n := range []int{1, 8} {
		group := b.group(t, n)
		b.network.drain()
		for i, r := range b.objetos.BorrarVarios(t.Context(), group) {
			if r.Err != nil || r.Versiones != 1 {
				t.Errorf("object %d of %d: %+v", i, n, r)
			}
		}
		done := b.network.requests()
		looks := len(slices.DeleteFunc(slices.Clone(done), func(c string) bool { return c != "HEAD object" }))
		if erases := len(done) - looks; looks != 2*n || erases != 1 || strings.HasPrefix(done[n], "GET") {
			t.Errorf("%d objects: %q", n, done)
		}
	}
	if leftovers := b.leftovers(t); len(leftovers) > 0 {
		t.Errorf("left: %q", leftovers)
	}
}

// group stores so many files, and names the version of each.
func (b *world) group(t *testing.T, n int) (group []documento.VersionObjeto) {
	t.Helper()
	for range n {
		name := blobtest.NewName()
		b.store(t, name, []byte("hola"))
		c, err := b.objetos.Comienzo(t.Context(), name, 0)
		if err != nil {
			t.Fatal(err)
		}
		group = append(group, documento.VersionObjeto{Nombre: name, Version: c.Version})
	}
	return group
}

// Whatever of its calls is lost, a deletion of a known version says at least what it erased, and never that nothing is
// left which is; the one after it finishes.
func TestDeleteOfKnownVersionsCutShort(t *testing.T) {
	b := newStore(t, minio.MakeBucketOptions{})
	for _, n := range []int{1, 3} {
		for lost := range 2*n + 1 {
			group := b.group(t, n)
			var calls atomic.Int64
			b.network.breakIt = func(*http.Request) error {
				if calls.Add(1) > int64(lost) {
					return errors.New("cable cut")
				}
				return nil
			}
			results := b.objetos.BorrarVarios(t.Context(), group)
			b.network.breakIt = nil
			failed := 0
			for i, r := range results {
				exists, err := b.objetos.Existe(t.Context(), group[i].Nombre)
				if err != nil {
					t.Fatal(err)
				}
				if r.Err != nil {
					failed++
				}
				if exists && (r.Err == nil || r.Versiones > 0) || !exists && r.Versiones != 1 {
					t.Errorf("cut after %d calls, object %d of %d: %+v, exists %v", lost, i, n, r, exists)
				}
			}
			if failed == 0 {
				t.Errorf("cut after %d calls of %d objects, and nothing failed", lost, n)
			}
			for _, r := range b.objetos.BorrarVarios(t.Context(), group) {
				if r.Err != nil {
					t.Error(r.Err)
				}
			}
			if leftovers := b.leftovers(t); len(leftovers) > 0 {
				t.Errorf("left: %q", leftovers)
			}
		}
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
	want := []string{"HEAD object", "GET versions", "POST batch", "POST batch", "DELETE version " + current.VersionID, "GET versions"}
	if done := b.network.requests(); !slices.Equal(done, want) {
		t.Errorf("calls: %q, want %q", done, want)
	}
	leftovers := b.leftovers(t)
	if len(leftovers) != len(neighbours) {
		t.Errorf("left: %q, want the neighbours", leftovers)
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
			c, err := b.objetos.Comienzo(t.Context(), name, 0)
			if err != nil {
				t.Fatal(err)
			}
			if r := b.objetos.BorrarVarios(t.Context(), []documento.VersionObjeto{{Nombre: name, Version: c.Version}})[0]; testCase == "current" && fault.CodeOf(r.Err) != fault.NotAllowed {
				t.Errorf("the known version: got %+v, want %s", r, fault.NotAllowed)
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

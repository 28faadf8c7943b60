package minioblob_test

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/minioblob"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestMain(m *testing.M) { os.Exit(services.Main(m)) }

func TestContract(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blobtest.Backend {
		b := newStoreWith(t, minio.MakeBucketOptions{}, underPolicy(t))
		return blobtest.Backend{
			Objetos:   b.objetos,
			Leftovers: b.leftovers,
			Demolish: func(t *testing.T) {
				if err := b.raw.RemoveBucket(t.Context(), b.bucket); err != nil {
					t.Fatal(err)
				}
			},
			Rewrite:        b.write,
			IgnoresIfRange: true,
			Hide: func(t *testing.T, name string) {
				if err := b.raw.RemoveObject(t.Context(), b.bucket, name, minio.RemoveObjectOptions{}); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

func BenchmarkObjetos(b *testing.B) {
	blobtest.Benchmark(b, newStore(b, minio.MakeBucketOptions{}).objetos)
}

// world is a bucket of its own, the adapter on it, and a client beside the adapter.
type world struct {
	bucket  string
	cfg     minioblob.Config
	objetos *minioblob.Objetos
	raw     *minio.Client
	network *network
}

// newStore makes a bucket; one with object lock has to be made before Bootstrap.
func newStore(t testing.TB, options minio.MakeBucketOptions) *world {
	t.Helper()
	return newStoreWith(t, options, nil)
}

// newStoreWith has keys of its own for the adapter; nil: those of root.
func newStoreWith(t testing.TB, options minio.MakeBucketOptions, keys minioblob.Keys) *world {
	t.Helper()
	connection := services.S3(t)
	b := &world{bucket: "prueba-" + uuid.NewString(), network: &network{t: t, base: &http.Transport{}}}
	b.cfg = minioblob.Config{
		Endpoint: connection.Endpoint, AccessKey: connection.AccessKey, SecretKey: connection.SecretKey, Keys: keys,
		Bucket: b.bucket, Transport: b.network, Timeout: 3 * time.Minute,
	}
	parts := strings.SplitN(connection.Endpoint, "://", 2)
	raw, err := minio.New(parts[1], &minio.Options{
		Creds:  credentials.NewStaticV4(connection.AccessKey, connection.SecretKey, ""),
		Secure: parts[0] == "https", Region: "us-east-1", Transport: b.network.base,
	})
	if err != nil {
		t.Fatal(err)
	}
	b.raw = raw
	if options.ObjectLocking {
		if err := raw.MakeBucket(t.Context(), b.bucket, options); err != nil {
			t.Fatal(err)
		}
	}
	if b.objetos, err = minioblob.New(b.cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.clean(t) })
	if err := b.objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// clean removes the bucket with all that is in it.
func (b *world) clean(t testing.TB) {
	defer b.network.base.CloseIdleConnections()
	ctx := context.Background()
	all := minio.ListObjectsOptions{WithVersions: true, Recursive: true}
	for v := range b.raw.ListObjectsIter(ctx, b.bucket, all) {
		if v.Err != nil {
			break
		}
		_ = b.raw.RemoveObject(ctx, b.bucket, v.Key, minio.RemoveObjectOptions{VersionID: v.VersionID, GovernanceBypass: true})
	}
	if err := b.raw.RemoveBucket(ctx, b.bucket); err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchBucket {
		t.Errorf("clean-up: %v", err)
	}
}

// leftovers lists versions, markers and unfinished multipart uploads.
func (b *world) leftovers(t *testing.T) []string {
	t.Helper()
	var all []string
	for v := range b.raw.ListObjectsIter(t.Context(), b.bucket, minio.ListObjectsOptions{WithVersions: true, Recursive: true}) {
		if v.Err != nil {
			t.Fatal(v.Err)
		}
		if strings.HasPrefix(v.Key, "cargas/") && v.Size == 0 && !v.IsDeleteMarker {
			continue // a seal, which holds nothing
		}
		all = append(all, v.Key+"@"+v.VersionID)
	}
	for u := range b.raw.ListIncompleteUploads(t.Context(), b.bucket, "", true) {
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		all = append(all, "unfinished "+u.Key)
	}
	return all
}

// write stores a version without asking whether there is one.
func (b *world) write(t *testing.T, name string, content []byte) {
	t.Helper()
	if _, err := b.raw.PutObject(t.Context(), b.bucket, name, bytes.NewReader(content), int64(len(content)), minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
}

func (b *world) store(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoOf(name, content), bytes.NewReader(content)); err != nil {
		t.Fatal(err)
	}
}

// network records the adapter's requests, and fails those that a test wants to fail. None may need a permission that
// the manual does not name.
type network struct {
	t       testing.TB
	base    *http.Transport
	mu      sync.Mutex
	done    []string
	breakIt func(*http.Request) error
}

func (r *network) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.done = append(r.done, req.Method+" "+class(req))
	breakIt := r.breakIt
	r.mu.Unlock()
	for _, action := range missingIn(theManual(), req) {
		r.t.Errorf("%s %s: docs/operacion.md does not ask for s3:%s", req.Method, req.URL.RequestURI(), action)
	}
	if breakIt != nil {
		if err := breakIt(req); err != nil {
			return nil, err
		}
	}
	return r.base.RoundTrip(req)
}

func class(req *http.Request) string {
	q := req.URL.Query()
	switch {
	case q.Has("versions"):
		return "versions"
	case q.Has("versionId"):
		return "version " + q.Get("versionId")
	case q.Has("delete"):
		return "batch"
	}
	return "object"
}

func (r *network) drain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.done = nil
}

func (r *network) requests() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.done...)
}

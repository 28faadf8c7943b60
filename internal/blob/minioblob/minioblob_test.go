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

func TestContrato(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blobtest.Backend {
		b := nuevo(t, minio.MakeBucketOptions{})
		return blobtest.Backend{
			Objetos: b.objetos,
			Restos:  b.restos,
			Demoler: func(t *testing.T) {
				if err := b.crudo.RemoveBucket(t.Context(), b.bucket); err != nil {
					t.Fatal(err)
				}
			},
			Reescribir: b.escribir,
			Ocultar: func(t *testing.T, nombre string) {
				if err := b.crudo.RemoveObject(t.Context(), b.bucket, nombre, minio.RemoveObjectOptions{}); err != nil {
					t.Fatal(err)
				}
			},
		}
	})
}

func BenchmarkObjetos(b *testing.B) {
	blobtest.Benchmark(b, nuevo(b, minio.MakeBucketOptions{}).objetos)
}

// banco is a bucket of its own, the adapter on it, and a client beside the adapter.
type banco struct {
	bucket  string
	cfg     minioblob.Config
	objetos *minioblob.Objetos
	crudo   *minio.Client
	red     *red
}

// nuevo makes a bucket; one with object lock has to be made before Bootstrap.
func nuevo(t testing.TB, opciones minio.MakeBucketOptions) *banco {
	t.Helper()
	conexion := services.S3(t)
	b := &banco{bucket: "prueba-" + uuid.NewString(), red: &red{base: &http.Transport{}}}
	b.cfg = minioblob.Config{
		Endpoint: conexion.Endpoint, AccessKey: conexion.AccessKey, SecretKey: conexion.SecretKey,
		Bucket: b.bucket, Transporte: b.red, Plazo: 3 * time.Minute,
	}
	partes := strings.SplitN(conexion.Endpoint, "://", 2)
	crudo, err := minio.New(partes[1], &minio.Options{
		Creds:  credentials.NewStaticV4(conexion.AccessKey, conexion.SecretKey, ""),
		Secure: partes[0] == "https", Region: "us-east-1", Transport: b.red.base,
	})
	if err != nil {
		t.Fatal(err)
	}
	b.crudo = crudo
	if opciones.ObjectLocking {
		if err := crudo.MakeBucket(t.Context(), b.bucket, opciones); err != nil {
			t.Fatal(err)
		}
	}
	if b.objetos, err = minioblob.New(b.cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.limpiar(t) })
	if err := b.objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// limpiar removes the bucket with all that is in it.
func (b *banco) limpiar(t testing.TB) {
	defer b.red.base.CloseIdleConnections()
	ctx := context.Background()
	todo := minio.ListObjectsOptions{WithVersions: true, Recursive: true}
	for v := range b.crudo.ListObjectsIter(ctx, b.bucket, todo) {
		if v.Err != nil {
			break
		}
		_ = b.crudo.RemoveObject(ctx, b.bucket, v.Key, minio.RemoveObjectOptions{VersionID: v.VersionID, GovernanceBypass: true})
	}
	if err := b.crudo.RemoveBucket(ctx, b.bucket); err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchBucket {
		t.Errorf("clean-up: %v", err)
	}
}

// restos lists versions, markers and unfinished multipart uploads.
func (b *banco) restos(t *testing.T) []string {
	t.Helper()
	var todo []string
	for v := range b.crudo.ListObjectsIter(t.Context(), b.bucket, minio.ListObjectsOptions{WithVersions: true, Recursive: true}) {
		if v.Err != nil {
			t.Fatal(v.Err)
		}
		todo = append(todo, v.Key+"@"+v.VersionID)
	}
	for u := range b.crudo.ListIncompleteUploads(t.Context(), b.bucket, "", true) {
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		todo = append(todo, "unfinished "+u.Key)
	}
	return todo
}

// escribir stores a version without asking whether there is one.
func (b *banco) escribir(t *testing.T, nombre string, contenido []byte) {
	t.Helper()
	if _, err := b.crudo.PutObject(t.Context(), b.bucket, nombre, bytes.NewReader(contenido), int64(len(contenido)), minio.PutObjectOptions{}); err != nil {
		t.Fatal(err)
	}
}

func (b *banco) guardar(t *testing.T, nombre string, contenido []byte) {
	t.Helper()
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoDe(nombre, contenido), bytes.NewReader(contenido)); err != nil {
		t.Fatal(err)
	}
}

// red records the adapter's requests, and fails those that a test wants to fail.
type red struct {
	base   *http.Transport
	mu     sync.Mutex
	hechas []string
	romper func(*http.Request) error
}

func (r *red) RoundTrip(req *http.Request) (*http.Response, error) {
	r.mu.Lock()
	r.hechas = append(r.hechas, req.Method+" "+clase(req))
	romper := r.romper
	r.mu.Unlock()
	if romper != nil {
		if err := romper(req); err != nil {
			return nil, err
		}
	}
	return r.base.RoundTrip(req)
}

func clase(req *http.Request) string {
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

func (r *red) vaciar() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hechas = nil
}

func (r *red) peticiones() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.hechas...)
}

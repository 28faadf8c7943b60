package diskblob_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

func TestContract(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blobtest.Backend {
		b := newStore(t)
		return blobtest.Backend{
			Objetos:   b.objetos,
			Leftovers: b.leftovers,
			Demolish: func(t *testing.T) {
				for _, dir := range []string{"vigentes", "parciales"} {
					if err := os.RemoveAll(filepath.Join(b.cfg.Dir, dir)); err != nil {
						t.Fatal(err)
					}
				}
			},
			Forget: func(name string) { b.forgotten.Store(name, true) },
		}
	})
}

func BenchmarkObjetos(b *testing.B) { blobtest.Benchmark(b, newStore(b).objetos) }

// world is a store in a folder of its own behind a server of its own.
type world struct {
	cfg       diskblob.Config
	serving   diskblob.Serving
	objetos   *diskblob.Objetos
	url       string
	forgotten sync.Map // names that no document waits for
}

func newStore(t testing.TB) *world {
	t.Helper()
	b := &world{}
	b.cfg = diskblob.Config{
		Dir: filepath.Join(t.TempDir(), "objetos"), Key: bytes.Repeat([]byte{7}, 32),
		BaseURL: func() string { return b.url },
	}
	b.serving = diskblob.Serving{
		Expected: func(_ context.Context, k documento.Clave) error {
			if _, gone := b.forgotten.Load(documento.NombreObjeto(k)); gone {
				return fault.Plain(fault.Forbidden)
			}
			return nil
		},
		Served: func(context.Context, documento.Salida) error { return nil },
		Enter:  func(context.Context, string) (func(), *fault.Error) { return func() {}, nil },
	}
	b.serve(t)
	return b
}

// serve opens the store behind a server.
func (b *world) serve(t testing.TB) {
	t.Helper()
	b.objetos = openStore(t, b.cfg)
	server := httptest.NewServer(b.objetos.Handler(b.serving))
	t.Cleanup(server.Close)
	b.url = server.URL // as in life: known only after listening
}

func openStore(t testing.TB, cfg diskblob.Config) *diskblob.Objetos {
	t.Helper()
	objetos, err := diskblob.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { objetos.Close() })
	if err := objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	return objetos
}

// leftovers are all files, whole or half-written.
func (b *world) leftovers(t *testing.T) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(b.cfg.Dir, func(pathOf string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // an upload finished while we looked
		}
		if err == nil && !d.IsDir() {
			all = append(all, pathOf)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func (b *world) store(t *testing.T, content []byte) (name string) {
	t.Helper()
	name = blobtest.NewName()
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoOf(name, content), bytes.NewReader(content)); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestIncompleteConfig(t *testing.T) {
	good := diskblob.Config{Dir: t.TempDir(), Key: make([]byte, 32), BaseURL: func() string { return "" }}
	busy := filepath.Join(t.TempDir(), "archivo")
	if err := os.WriteFile(busy, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]func(*diskblob.Config){
		"short key":    func(c *diskblob.Config) { c.Key = make([]byte, 31) },
		"no key":       func(c *diskblob.Config) { c.Key = nil },
		"no address":   func(c *diskblob.Config) { c.BaseURL = nil },
		"not a folder": func(c *diskblob.Config) { c.Dir = busy },
	}
	for testCase, change := range cases {
		cfg := good
		change(&cfg)
		if _, err := diskblob.New(cfg); err == nil {
			t.Errorf("%s: accepted", testCase)
		}
	}
}

func TestSignBeforeListening(t *testing.T) {
	b := newStore(t)
	b.url = ""
	_, err := b.objetos.PrepararCarga(t.Context(), blobtest.ObjetoOf(blobtest.NewName(), nil), time.Minute)
	if !errors.Is(err, fault.Unavailable) {
		t.Errorf("got %v, want UNAVAILABLE", err)
	}
}

// Another process, the same folder and key: files and links still hold.
func TestSurvivesARestart(t *testing.T) {
	b := newStore(t)
	content := blobtest.NewContent(5000)
	name := b.store(t, content)
	link, err := b.objetos.URLDescarga(t.Context(), name, "a.pdf", "application/pdf", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	b.objetos.Close()
	other := openStore(t, b.cfg)
	w := httptest.NewRecorder()
	other.Handler(b.serving).ServeHTTP(w, httptest.NewRequest(http.MethodGet, strings.TrimPrefix(link, b.url), nil))
	if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), content) {
		t.Errorf("status %d, %d bytes", w.Code, w.Body.Len())
	}
}

// A killed process leaves half an upload; the next one clears it away, but never an upload under way.
func TestBootstrapRemovesPartials(t *testing.T) {
	b := newStore(t)
	name := b.store(t, []byte("hola"))
	old, recent := filepath.Join(b.cfg.Dir, "parciales", "1000"), filepath.Join(b.cfg.Dir, "parciales", "1001")
	for _, leftover := range []string{old, recent} {
		if err := os.WriteFile(leftover, []byte("medio"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	yesterday := time.Now().Add(-time.Minute)
	if err := os.Chtimes(old, yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
	if err := b.objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	leftovers := strings.Join(b.leftovers(t), " ")
	if strings.Contains(leftovers, old) || !strings.Contains(leftovers, recent) || !strings.Contains(leftovers, path.Dir(name)) {
		t.Errorf("left: %s", leftovers)
	}
}

func TestDeleteRemovesTheEmptyFolder(t *testing.T) {
	b := newStore(t)
	name := b.store(t, []byte("hola"))
	if err := blobtest.Erase(t.Context(), b.objetos, name); err != nil {
		t.Fatal(err)
	}
	if empty, _ := filepath.Glob(filepath.Join(b.cfg.Dir, "vigentes", "*", "*")); len(empty) > 0 {
		t.Errorf("left: %q", empty)
	}
}

// Uploads to a carpeta whose folder is being removed all the time.
func TestSaveWhileItIsDeleted(t *testing.T) {
	b := newStore(t)
	carpeta := blobtest.CarpetaOf(blobtest.NewName())
	for range 50 {
		done := make(chan error, 2)
		for range 2 {
			name := blobtest.NameIn(carpeta)
			go func() {
				err := b.objetos.Guardar(t.Context(), blobtest.ObjetoOf(name, []byte("x")), strings.NewReader("x"))
				done <- errors.Join(err, blobtest.Erase(t.Context(), b.objetos, name))
			}()
		}
		if err := errors.Join(<-done, <-done); err != nil {
			t.Fatal(err)
		}
	}
	if leftovers := b.leftovers(t); len(leftovers) > 0 {
		t.Errorf("left: %q", leftovers)
	}
}

// A damaged file is reported, never served.
func TestDamagedFile(t *testing.T) {
	cases := map[string]func(f *os.File) error{
		"truncated": func(f *os.File) error { return f.Truncate(100) },
		"empty":     func(f *os.File) error { return f.Truncate(0) },
		"grown":     func(f *os.File) error { _, err := f.WriteAt([]byte("mas"), 5000); return err },
		"label too long": func(f *os.File) error {
			info, err := f.Stat()
			if err == nil {
				_, err = f.WriteAt([]byte{0xff}, info.Size()-12)
			}
			return err
		},
	}
	for testCase, damage := range cases {
		t.Run(testCase, func(t *testing.T) {
			b := newStore(t)
			name := b.store(t, blobtest.NewContent(1000))
			b.edit(t, damage)
			if _, err := b.objetos.Abrir(t.Context(), name, 0); !errors.Is(err, fault.Internal) {
				t.Errorf("Abrir: got %v, want INTERNAL", err)
			}
			if exists, err := b.objetos.Existe(t.Context(), name); exists || !errors.Is(err, fault.Internal) {
				t.Errorf("Existe = %v, %v", exists, err)
			}
			if err := blobtest.Erase(t.Context(), b.objetos, name); err != nil {
				t.Errorf("Borrar: %v", err)
			}
		})
	}
}

// Describir reads the bytes, so a changed one shows.
func TestDescribeReadsTheContent(t *testing.T) {
	b := newStore(t)
	content := blobtest.NewContent(1000)
	name := b.store(t, content)
	content[10] ^= 1
	b.edit(t, func(f *os.File) error { _, err := f.WriteAt(content[10:11], 10); return err })
	described, err := b.objetos.Describir(t.Context(), name)
	if want := blobtest.ObjetoOf(name, content); err != nil || described != want {
		t.Errorf("got %+v, %v; want %+v", described, err, want)
	}
}

// edit changes the only file there is.
func (b *world) edit(t *testing.T, change func(*os.File) error) {
	t.Helper()
	f, err := os.OpenFile(b.leftovers(t)[0], os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := change(f); err != nil {
		t.Fatal(err)
	}
}

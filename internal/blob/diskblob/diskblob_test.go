package diskblob_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/blobtest"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

func TestContrato(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blobtest.Backend {
		b := nuevo(t)
		return blobtest.Backend{
			Objetos: b.objetos,
			Restos:  b.restos,
			Demoler: func(t *testing.T) {
				for _, dir := range []string{"vigentes", "parciales"} {
					if err := os.RemoveAll(filepath.Join(b.cfg.Dir, dir)); err != nil {
						t.Fatal(err)
					}
				}
			},
		}
	})
}

func BenchmarkObjetos(b *testing.B) { blobtest.Benchmark(b, nuevo(b).objetos) }

// banco is a store in a folder of its own behind a server of its own.
type banco struct {
	cfg     diskblob.Config
	objetos *diskblob.Objetos
	url     string
}

func nuevo(t testing.TB) *banco {
	t.Helper()
	b := &banco{}
	b.cfg = diskblob.Config{
		Dir: filepath.Join(t.TempDir(), "objetos"), Clave: bytes.Repeat([]byte{7}, 32),
		BaseURL: func() string { return b.url },
	}
	b.objetos = abrir(t, b.cfg)
	servidor := httptest.NewServer(b.objetos.Handler())
	t.Cleanup(servidor.Close)
	b.url = servidor.URL // as in life: known only after listening
	return b
}

func abrir(t testing.TB, cfg diskblob.Config) *diskblob.Objetos {
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

// restos are all files, whole or half-written.
func (b *banco) restos(t *testing.T) []string {
	t.Helper()
	var todo []string
	err := filepath.WalkDir(b.cfg.Dir, func(ruta string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // an upload finished while we looked
		}
		if err == nil && !d.IsDir() {
			todo = append(todo, ruta)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return todo
}

func (b *banco) guardar(t *testing.T, contenido []byte) (nombre string) {
	t.Helper()
	nombre = blobtest.Nombre()
	if err := b.objetos.Guardar(t.Context(), blobtest.ObjetoDe(nombre, contenido), bytes.NewReader(contenido)); err != nil {
		t.Fatal(err)
	}
	return nombre
}

func TestConfigIncompleta(t *testing.T) {
	buena := diskblob.Config{Dir: t.TempDir(), Clave: make([]byte, 32), BaseURL: func() string { return "" }}
	ocupado := filepath.Join(t.TempDir(), "archivo")
	if err := os.WriteFile(ocupado, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	casos := map[string]func(*diskblob.Config){
		"short key":    func(c *diskblob.Config) { c.Clave = make([]byte, 31) },
		"no key":       func(c *diskblob.Config) { c.Clave = nil },
		"no address":   func(c *diskblob.Config) { c.BaseURL = nil },
		"not a folder": func(c *diskblob.Config) { c.Dir = ocupado },
	}
	for caso, cambiar := range casos {
		cfg := buena
		cambiar(&cfg)
		if _, err := diskblob.New(cfg); err == nil {
			t.Errorf("%s: accepted", caso)
		}
	}
}

func TestFirmarAntesDeEscuchar(t *testing.T) {
	b := nuevo(t)
	b.url = ""
	_, err := b.objetos.PrepararCarga(t.Context(), blobtest.ObjetoDe(blobtest.Nombre(), nil), time.Minute)
	if !errors.Is(err, fault.Unavailable) {
		t.Errorf("got %v, want UNAVAILABLE", err)
	}
}

// Another process, the same folder and key: files and links still hold.
func TestSobreviveAlReinicio(t *testing.T) {
	b := nuevo(t)
	contenido := blobtest.Contenido(5000)
	nombre := b.guardar(t, contenido)
	enlace, err := b.objetos.URLDescarga(t.Context(), nombre, "a.pdf", "application/pdf", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	b.objetos.Close()
	otro := abrir(t, b.cfg)
	w := httptest.NewRecorder()
	otro.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, strings.TrimPrefix(enlace, b.url), nil))
	if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), contenido) {
		t.Errorf("status %d, %d bytes", w.Code, w.Body.Len())
	}
}

// A killed process leaves half an upload; the next one clears it away, but never an upload under way.
func TestBootstrapLimpiaParciales(t *testing.T) {
	b := nuevo(t)
	nombre := b.guardar(t, []byte("hola"))
	viejo, reciente := filepath.Join(b.cfg.Dir, "parciales", "1000"), filepath.Join(b.cfg.Dir, "parciales", "1001")
	for _, resto := range []string{viejo, reciente} {
		if err := os.WriteFile(resto, []byte("medio"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ayer := time.Now().Add(-time.Minute)
	if err := os.Chtimes(viejo, ayer, ayer); err != nil {
		t.Fatal(err)
	}
	if err := b.objetos.Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	restos := strings.Join(b.restos(t), " ")
	if strings.Contains(restos, viejo) || !strings.Contains(restos, reciente) || !strings.Contains(restos, path.Dir(nombre)) {
		t.Errorf("left: %s", restos)
	}
}

func TestBorrarQuitaLaCarpetaVacia(t *testing.T) {
	b := nuevo(t)
	nombre := b.guardar(t, []byte("hola"))
	if err := b.objetos.Borrar(t.Context(), nombre); err != nil {
		t.Fatal(err)
	}
	if vacias, _ := filepath.Glob(filepath.Join(b.cfg.Dir, "vigentes", "*", "*")); len(vacias) > 0 {
		t.Errorf("left: %q", vacias)
	}
}

// Uploads to a carpeta whose folder is being removed all the time.
func TestGuardarMientrasSeBorra(t *testing.T) {
	b := nuevo(t)
	carpeta := blobtest.CarpetaDe(blobtest.Nombre())
	for range 50 {
		hecho := make(chan error, 2)
		for range 2 {
			nombre := blobtest.NombreEn(carpeta)
			go func() {
				err := b.objetos.Guardar(t.Context(), blobtest.ObjetoDe(nombre, []byte("x")), strings.NewReader("x"))
				hecho <- errors.Join(err, b.objetos.Borrar(t.Context(), nombre))
			}()
		}
		if err := errors.Join(<-hecho, <-hecho); err != nil {
			t.Fatal(err)
		}
	}
	if restos := b.restos(t); len(restos) > 0 {
		t.Errorf("left: %q", restos)
	}
}

// A damaged file is reported, never served.
func TestArchivoDanado(t *testing.T) {
	casos := map[string]func(f *os.File) error{
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
	for caso, danar := range casos {
		t.Run(caso, func(t *testing.T) {
			b := nuevo(t)
			nombre := b.guardar(t, blobtest.Contenido(1000))
			b.editar(t, danar)
			if _, err := b.objetos.Abrir(t.Context(), nombre); !errors.Is(err, fault.Internal) {
				t.Errorf("Abrir: got %v, want INTERNAL", err)
			}
			if existe, err := b.objetos.Existe(t.Context(), nombre); existe || !errors.Is(err, fault.Internal) {
				t.Errorf("Existe = %v, %v", existe, err)
			}
			if err := b.objetos.Borrar(t.Context(), nombre); err != nil {
				t.Errorf("Borrar: %v", err)
			}
		})
	}
}

// Describir reads the bytes, so a changed one shows.
func TestDescribirLeeElContenido(t *testing.T) {
	b := nuevo(t)
	contenido := blobtest.Contenido(1000)
	nombre := b.guardar(t, contenido)
	contenido[10] ^= 1
	b.editar(t, func(f *os.File) error { _, err := f.WriteAt(contenido[10:11], 10); return err })
	descrito, err := b.objetos.Describir(t.Context(), nombre)
	if quiere := blobtest.ObjetoDe(nombre, contenido); err != nil || descrito != quiere {
		t.Errorf("got %+v, %v; want %+v", descrito, err, quiere)
	}
}

// editar changes the only file there is.
func (b *banco) editar(t *testing.T, cambiar func(*os.File) error) {
	t.Helper()
	f, err := os.OpenFile(b.restos(t)[0], os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := cambiar(f); err != nil {
		t.Fatal(err)
	}
}

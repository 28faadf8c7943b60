package boltstore_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// mortal is the wire of a process that is killed: after so many calls none leaves it, and the last one may have
// taken effect, or not.
type mortal struct {
	left   atomic.Int64
	during bool
}

var errKilled = errors.New("killed")

func (m *mortal) RoundTrip(r *http.Request) (*http.Response, error) {
	switch n := m.left.Add(-1); {
	case n > 0:
		return http.DefaultTransport.RoundTrip(r)
	case n == 0 && m.during:
		if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	}
	return nil, errKilled
}

// removal is a server that moves, for a test: its folder, the folder where its files go, and the tables.
type removal struct {
	t        *testing.T
	dir      string
	root     *os.Root
	from, to *diskblob.Objetos
	prefix   string
}

func newRemoval(t *testing.T) *removal {
	m := &removal{t: t, dir: t.TempDir(), prefix: "k" + uuid.NewString() + "_"}
	files := t.TempDir()
	m.from, m.to = disk(t, files), disk(t, t.TempDir())
	var err error
	if m.root, err = os.OpenRoot(files); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.root.Close() })
	if err := m.tables(nil).Bootstrap(t.Context()); err != nil {
		t.Fatal(err)
	}
	return m
}

func disk(t *testing.T, dir string) *diskblob.Objetos {
	o, err := diskblob.New(diskblob.Config{Dir: dir, Key: make([]byte, 32), BaseURL: func() string { return "http://localhost" }})
	if err == nil {
		err = o.Bootstrap(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

// tables are those that everything goes to, by a wire that may die.
func (m *removal) tables(wire http.RoundTripper) *dynamostore.Store {
	cfg := dynamostore.Config{Endpoint: services.DynamoDB(m.t), Prefix: m.prefix, AttemptTimeout: time.Minute, TotalTimeout: 3 * time.Minute}
	if wire != nil {
		cfg.HTTP = &http.Client{Transport: wire}
	}
	s, err := dynamostore.New(m.t.Context(), cfg)
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(s.Close)
	return s
}

// run is one run of the migration, with a wire that lasts for so many calls.
func (m *removal) run(calls int64) error {
	wire := &mortal{during: rand.IntN(2) == 0}
	wire.left.Store(calls)
	return m.runBy(wire)
}

func (m *removal) runBy(wire http.RoundTripper) error {
	target := m.tables(wire)
	from, err := boltstore.OpenStopped(m.dir)
	if err != nil {
		m.t.Fatal(err)
	}
	defer func() { _ = from.Close() }()
	return migrar.Run(m.t.Context(), migrar.Config{
		Each: from.Each, Target: target, Objects: m.to, Begin: func() error { return nil }, Finish: func(context.Context) error { return nil },
		File: func(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			return diskblob.ReadFile(m.root, diskblob.PathOf(k))
		},
		Origin: "una", Clock: time.Now, Out: io.Discard,
	})
}

// work is what the old server does between two runs.
func (m *removal) work(f func(s *boltstore.Store)) {
	m.t.Helper()
	s, err := boltstore.Open(boltstore.Config{Dir: m.dir})
	if err != nil {
		m.t.Fatal(err)
	}
	f(s)
	if err := s.Close(); err != nil {
		m.t.Fatal(err)
	}
}

const carpetasOfRemoval, documentsOfRemoval = 12, 12

func carpetaOfRemoval(n int) carpeta.Carpeta {
	id := func(kind int) string { return fmt.Sprintf("01a18f41-%04d-7000-8000-%012d", kind, n) }
	return carpeta.Carpeta{CarpetaID: id(1), CiudadanoID: id(2), OperadorID: "op-" + fmt.Sprint(n%3), Tipo: "PERSONAL"}
}

// open makes a carpeta with documents and their files.
func (m *removal) open(s *boltstore.Store, n, documents int) {
	c := carpetaOfRemoval(n)
	ds := make([]documento.Documento, documents)
	for i := range ds {
		k := documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: uuid.Must(uuid.NewV7()).String()}
		content := fmt.Sprintf("documento %d de %d", i, n)
		o := documento.Objeto{Nombre: documento.NombreObjeto(k), Hash: hashOf(content), TamanoBytes: int64(len(content)), TipoContenido: "text/plain"}
		now := time.Now().UTC().Truncate(time.Millisecond)
		ds[i] = documento.Documento{
			Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: content, Tipo: "DIPLOMA", Estado: documento.Procesado, TamanoBytes: o.TamanoBytes, FechaRecepcion: now},
			Hash: o.Hash, TipoContenido: o.TipoContenido, NombreArchivo: "a.txt", StoragePath: o.Nombre, TipoCarpeta: c.Tipo, FechaUltimaModificacion: now,
		}
		if err := m.from.Guardar(m.t.Context(), o, strings.NewReader(content)); err != nil {
			m.t.Fatal(err)
		}
	}
	c.TotalDocumentos, c.Version = int64(documents), int64(documents)
	if err := s.Sembrar(m.t.Context(), c, ds, storetest.Hecho()); err != nil {
		m.t.Fatal(err)
	}
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// requireWhole: the tables have every carpeta with all of its documents and their files.
func (m *removal) requireWhole() {
	m.t.Helper()
	tables := m.tables(nil)
	for n := range carpetasOfRemoval {
		c := carpetaOfRemoval(n)
		there, err := tables.Carpeta(m.t.Context(), c.CarpetaID)
		if err != nil {
			m.t.Fatal(err)
		}
		p, err := tables.DocumentosDeCarpeta(m.t.Context(), documento.Tramo{CarpetaID: c.CarpetaID, Limite: 1000, Firme: true})
		if err != nil {
			m.t.Fatal(err)
		}
		if int64(len(p.Documentos)) != there.TotalDocumentos || len(p.Documentos) != documentsOfRemoval {
			m.t.Errorf("carpeta %d has %d documents, and says %d", n, len(p.Documentos), there.TotalDocumentos)
		}
		for _, d := range p.Documentos {
			o, err := m.to.Describir(m.t.Context(), d.StoragePath)
			if err != nil || o.Hash != d.Hash {
				m.t.Errorf("carpeta %d: a file is not there: %v", n, err)
			}
		}
	}
}

// TestKilledAtAnyCall: a run dies at any of its calls, again and again. Nobody may use what is there meanwhile; in the
// end it is all of it.
func TestKilledAtAnyCall(t *testing.T) {
	for killed := 0; killed < 12; {
		m := newRemoval(t)
		m.work(func(s *boltstore.Store) {
			for n := range carpetasOfRemoval {
				m.open(s, n, documentsOfRemoval)
			}
		})
		err := m.run(1 + rand.Int64N(30))
		for ; errors.Is(err, fault.Unavailable); err = m.run(1 + rand.Int64N(30)) {
			killed++
			mark, err := m.tables(nil).LeerMarca(t.Context(), cargo.MarkName)
			underWay := mark.Token > 0 && !strings.Contains(string(mark.Datos), "LISTA")
			if err != nil || underWay && cargo.MayUse(t.Context(), m.tables(nil)) == nil {
				t.Fatal("a server may use what is not whole", err)
			}
		}
		if err != nil && !errors.Is(err, migrar.ErrDone) { // the answer to its last write was lost
			t.Fatal(err)
		}
		m.requireWhole()
		if err := cargo.MayUse(t.Context(), m.tables(nil)); err != nil {
			t.Error(err)
		}
	}
}

// A folder that a server or another migration has is refused.
func TestAStoppedFolderIsTakenAlone(t *testing.T) {
	m := newRemoval(t)
	m.work(func(*boltstore.Store) {
		if _, err := boltstore.OpenStopped(m.dir); !errors.Is(err, boltstore.ErrInUse) {
			t.Errorf("beside a server: %v", err)
		}
	})
	one, err := boltstore.OpenStopped(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = one.Close() }()
	if _, err := boltstore.OpenStopped(m.dir); !errors.Is(err, boltstore.ErrInUse) {
		t.Errorf("beside another migration: %v", err)
	}
}

// forgetful are tables that take what is written, and lose it.
type forgetful struct{}

func (forgetful) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".BatchWriteItem") {
		return http.DefaultTransport.RoundTrip(r)
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
}

// What was written is read back.
func TestWhatTheTablesLoseIsFound(t *testing.T) {
	m := newRemoval(t)
	m.work(func(s *boltstore.Store) { m.open(s, 1, 1) })
	if err := m.runBy(forgetful{}); err == nil || !strings.Contains(err.Error(), "what is read is not the same") {
		t.Errorf("it says %v", err)
	}
}

package boltstore_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
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
func (m *removal) tables(wire *mortal) *dynamostore.Store {
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

// run is one run of the migration, with a wire that lasts for so many calls; 0: to the end.
func (m *removal) run(calls int64) (migrar.Result, error) {
	target := m.tables(nil)
	if calls > 0 {
		wire := &mortal{during: rand.IntN(2) == 0}
		wire.left.Store(calls)
		target = m.tables(wire)
	}
	return migrar.Run(m.t.Context(), migrar.Config{
		Open: opener(m.dir), Target: target, Objects: m.to, Alive: func() error { return nil },
		File: func(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			return diskblob.ReadFile(m.root, diskblob.PathOf(k))
		},
		Pauses: []time.Duration{}, Origin: "una", Holder: "esta máquina", Stopped: true, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Progress: func(migrar.Result) {},
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

const carpetasOfRemoval = 12

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
			Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: content, Tipo: documento.Tipos[0], Estado: documento.Procesado, TamanoBytes: o.TamanoBytes, FechaRecepcion: now},
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

// forget takes the first document of a carpeta away, as a deletion that is done.
func (m *removal) forget(s *boltstore.Store, n int) {
	p, err := s.DocumentosDeCarpeta(m.t.Context(), documento.Tramo{CarpetaID: carpetaOfRemoval(n).CarpetaID, Limite: 1, Firme: true})
	if err != nil || len(p.Documentos) == 0 {
		m.t.Fatal(p, err)
	}
	d := p.Documentos[0]
	if err := errors.Join(s.Forget(m.t.Context(), d), eraseFile(m.t.Context(), m.from, d.StoragePath)); err != nil {
		m.t.Fatal(err)
	}
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func eraseFile(ctx context.Context, o *diskblob.Objetos, name string) error {
	_, err := o.Borrar(ctx, name)
	return err
}

// requireWhole: whatever carpeta can be seen in the tables has all of its documents and their files, and nothing else.
func (m *removal) requireWhole(seen map[string]bool) (visible int) {
	m.t.Helper()
	tables := m.tables(nil)
	for n := range carpetasOfRemoval {
		c := carpetaOfRemoval(n)
		there, err := tables.Carpeta(m.t.Context(), c.CarpetaID)
		if errors.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			m.t.Fatal(err)
		}
		visible++
		p, err := tables.DocumentosDeCarpeta(m.t.Context(), documento.Tramo{CarpetaID: c.CarpetaID, Limite: 1000, Firme: true})
		if err != nil {
			m.t.Fatal(err)
		}
		if int64(len(p.Documentos)) != there.TotalDocumentos {
			m.t.Fatalf("carpeta %d is seen with %d documents of %d", n, len(p.Documentos), there.TotalDocumentos)
		}
		for _, d := range p.Documentos {
			o, err := m.to.Describir(m.t.Context(), d.StoragePath)
			if err != nil || o.Hash != d.Hash {
				m.t.Fatalf("carpeta %d is seen, and a file is not there: %v", n, err)
			}
			if seen != nil {
				seen[d.DocumentoID] = true
			}
		}
	}
	return visible
}

// TestKilledAtAnyCall: a run dies at any of its calls, 25 times, while documents come and go between the runs. What can
// be seen is whole at each moment; in the end it is what the source has, once, and nothing else.
func TestKilledAtAnyCall(t *testing.T) {
	m := newRemoval(t)
	m.work(func(s *boltstore.Store) {
		for n := range carpetasOfRemoval / 2 {
			m.open(s, n, 12)
		}
	})
	killed, opened := 0, carpetasOfRemoval/2
	for n := 0; killed < 25 && n < 200; n++ {
		_, err := m.run(1 + rand.Int64N(50))
		if err != nil {
			if !errors.Is(err, fault.Unavailable) {
				t.Fatal(err)
			}
			killed++
		}
		m.requireWhole(nil)
		if n%4 == 3 && opened < carpetasOfRemoval {
			m.work(func(s *boltstore.Store) {
				m.open(s, opened, 12)
				m.forget(s, n%opened)
			})
			opened++
		}
	}
	if killed < 20 {
		t.Fatalf("only %d runs were killed", killed)
	}
	r, err := m.run(0)
	if err != nil || !r.Final {
		t.Fatal(r, err)
	}
	seen := map[string]bool{}
	if got := m.requireWhole(seen); got != opened {
		t.Errorf("%d carpetas can be seen, want %d", got, opened)
	}
	db, err := boltstore.OpenSnapshot(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if n := db.Count(cargo.Documentos); n != len(seen) {
		t.Errorf("the tables have %d documents, the source %d", len(seen), n)
	}
	m.requireNoOtherFile(seen)
	t.Logf("%d runs were killed", killed)
}

func (m *removal) requireNoOtherFile(seen map[string]bool) {
	m.t.Helper()
	for n := range carpetasOfRemoval {
		p, err := m.to.ObjetosDe(m.t.Context(), carpetaOfRemoval(n).CarpetaID, "", 1000)
		if err != nil {
			m.t.Fatal(err)
		}
		for _, o := range p.Objetos {
			if !seen[o.DocumentoID] {
				m.t.Errorf("a file of document %s is left, which the source has no more", o.DocumentoID)
			}
		}
	}
}

// TestWhoMayNotMove: refusals with a sentence, and nothing is changed.
func TestWhoMayNotMove(t *testing.T) {
	m := newRemoval(t)
	m.work(func(s *boltstore.Store) { m.open(s, 0, 3) })
	run := func(change func(*migrar.Config)) error {
		cfg := migrar.Config{
			Open: opener(m.dir), Target: m.tables(nil), Objects: m.to, Alive: func() error { return nil },
			File: func(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
				return diskblob.ReadFile(m.root, diskblob.PathOf(k))
			},
			Origin: "una", Holder: "esta", Stopped: true, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Progress: func(migrar.Result) {},
		}
		change(&cfg)
		_, err := migrar.Run(t.Context(), cfg)
		return err
	}
	tables := m.tables(nil)
	// Another run, of another machine, has the lease: this one began, and was killed.
	if err := run(func(c *migrar.Config) { c.Holder = "otra"; c.Alive = func() error { return errKilled } }); !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	if err := run(func(*migrar.Config) {}); !errors.Is(err, migrar.ErrRunning) {
		t.Errorf("beside another run: %v", err)
	}
	if err := migrar.TakeOver(t.Context(), tables); err == nil || !strings.Contains(err.Error(), "not over") {
		t.Errorf("a server before the end: %v", err)
	}
	later := func() time.Time { return time.Now().Add(time.Hour) }
	if err := run(func(c *migrar.Config) { c.Origin, c.Clock = "otra", later }); !errors.Is(err, migrar.ErrOther) {
		t.Errorf("another source: %v", err)
	}
	if err := run(func(c *migrar.Config) { c.Clock, c.Stopped = later, false }); err != nil {
		t.Fatal(err)
	}
	if err := migrar.TakeOver(t.Context(), tables); err == nil || !strings.Contains(err.Error(), "not over") {
		t.Errorf("a server before the last run: %v", err)
	}
	if err := run(func(c *migrar.Config) { c.Clock = later }); err != nil {
		t.Fatal(err)
	}
	if err := migrar.TakeOver(t.Context(), tables); err != nil {
		t.Errorf("a server after the end: %v", err)
	}
	if err := migrar.TakeOver(t.Context(), tables); err != nil {
		t.Errorf("a second server: %v", err)
	}
	if err := run(func(c *migrar.Config) { c.Clock = later }); !errors.Is(err, migrar.ErrServed) {
		t.Errorf("after a server took over: %v", err)
	}
	// One takes the mark while another runs, as from another machine: the first one ends, and says so.
	raced := newRemoval(t)
	raced.work(func(s *boltstore.Store) { raced.open(s, 0, 3) })
	var taken atomic.Bool // files are moved side by side
	err := run(func(c *migrar.Config) {
		c.Open, c.Target = opener(raced.dir), raced.tables(nil)
		c.File = func(documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			if taken.CompareAndSwap(false, true) {
				other := raced.tables(nil)
				m, err := other.LeerMarca(t.Context(), cargo.MarkName)
				m.Dueno = "otra"
				if _, errWrite := other.EscribirMarca(t.Context(), m); err != nil || errWrite != nil {
					t.Error(err, errWrite)
				}
			}
			return documento.Objeto{}, nil, fs.ErrNotExist
		}
	})
	if !errors.Is(err, migrar.ErrRunning) || !taken.Load() {
		t.Errorf("a run that lost its mark: %v", err)
	}
	lock, err := migrar.Lock(filepath.Join(m.dir, boltstore.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrar.Lock(filepath.Join(m.dir, boltstore.FileName)); !errors.Is(err, migrar.ErrRunning) {
		t.Errorf("a second run of the same folder: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	used := newRemoval(t)
	if err := used.tables(nil).Sembrar(t.Context(), carpetaOfRemoval(1), nil, storetest.Hecho()); err != nil {
		t.Fatal(err)
	}
	if err := run(func(c *migrar.Config) { c.Target = used.tables(nil) }); !errors.Is(err, migrar.ErrOther) {
		t.Errorf("tables with other data: %v", err)
	}
}

// TestADeliveryThatWasForgottenDoesNotMove: a document that the source has no more takes with it that its content was
// delivered. Otherwise an entity that delivers it again is led to a document that is not there.
func TestADeliveryThatWasForgottenDoesNotMove(t *testing.T) {
	m := newRemoval(t)
	m.work(func(s *boltstore.Store) { m.open(s, 0, 2) })
	if _, err := m.run(0); err != nil {
		t.Fatal(err)
	}
	// As an earlier run left them, when the source still had them.
	tables, c := m.tables(nil), carpetaOfRemoval(0)
	announced := func(content string) documento.Documento {
		return documento.Documento{
			Fila: documento.Fila{CarpetaID: c.CarpetaID, DocumentoID: uuid.Must(uuid.NewV7()).String(), Titulo: content, Tipo: documento.Tipos[0], Estado: documento.Cargando, EmisorID: "uni"},
			Hash: hashOf(content), TipoContenido: "text/plain", NombreArchivo: "a.txt", TipoCarpeta: c.Tipo,
		}
	}
	gone, again := announced("una vez"), announced("otra vez")
	forgotten := cargo.Once{CarpetaID: c.CarpetaID, Hash: gone.Hash, EntidadID: "uni", DocumentoID: gone.DocumentoID}
	kept := cargo.Once{CarpetaID: c.CarpetaID, Hash: again.Hash, EntidadID: "uni", DocumentoID: "otro"}
	for _, vs := range [][]any{{gone, again}, {forgotten, kept}} {
		if err := tables.Put(t.Context(), vs); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := m.run(0); err != nil {
		t.Fatal(err)
	}
	there, err := tables.Get(t.Context(), []any{forgotten, kept})
	if err != nil {
		t.Fatal(err)
	}
	if v, is := there[cargo.NameOf(forgotten)]; is {
		t.Errorf("a delivery of a document that is gone is there: %+v", v)
	}
	if there[cargo.NameOf(kept)] != any(kept) {
		t.Errorf("the delivery of another document with the same content is gone: %+v", there)
	}
}

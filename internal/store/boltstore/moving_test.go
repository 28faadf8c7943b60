package boltstore_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// tables are those with a prefix, by a wire; nil is one that holds.
func tables(t testing.TB, prefix string, wire http.RoundTripper) *dynamostore.Store {
	cfg := dynamostore.Config{Endpoint: services.DynamoDB(t), Prefix: prefix, AttemptTimeout: time.Minute, TotalTimeout: 3 * time.Minute}
	if wire != nil {
		cfg.HTTP = &http.Client{Transport: wire}
	}
	s, err := dynamostore.New(context.Background(), cfg)
	if err == nil && wire == nil {
		err = s.Bootstrap(context.Background())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// move is one run of a migration of what a stopped folder has. Files are not what these tests are about.
func move(dir string, to migrar.Target, clock func() time.Time) (migrar.Result, error) {
	from, err := boltstore.OpenStopped(dir)
	if err != nil {
		return migrar.Result{}, err
	}
	defer func() { _ = from.Close() }()
	return migrar.Run(context.Background(), migrar.Config{
		Source: from, Target: to, Begin: func() error { return nil }, Finish: func(context.Context) error { return nil },
		File: func(documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			return documento.Objeto{}, nil, fs.ErrNotExist
		},
		Pauses: []time.Duration{}, Origin: "una", Clock: clock, Progress: func(migrar.Result) {},
	})
}

// TestTheContractMoves plays every story of the contract on this store, moves what it left into tables, and reads all
// of it from both.
func TestTheContractMoves(t *testing.T) {
	to, moved := tables(t, "m"+uuid.NewString()+"_", nil), map[string]int{}
	f := factory
	f.New = func(t testing.TB, e storetest.Env) storetest.Instance {
		dir := t.TempDir()
		t.Cleanup(func() { // after the store was closed
			r, err := move(dir, perStory{to, uuid.NewString()}, e.Clock)
			if err != nil {
				t.Error(err)
			}
			for _, c := range r.Counts {
				moved[c.Kind] += c.Written
				if c.Kind != migrar.Files && c.Written+c.Same+c.Ended != c.All {
					t.Errorf("%+v", c)
				}
			}
		})
		return newInstance(t, dir, e)
	}
	storetest.Stories(t, f)
	for _, table := range rules.Tables {
		if moved[table.Name] == 0 {
			t.Errorf("no story leaves an item of %s", table.Name)
		}
	}
}

// perStory gives each story the tables as if they were empty: the mark is its own.
type perStory struct {
	*dynamostore.Store
	story string
}

func (p perStory) LeerMarca(ctx context.Context, _ string) (marca.Marca, error) {
	return p.Store.LeerMarca(ctx, p.story)
}

func (p perStory) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	m.Nombre = p.story
	return p.Store.EscribirMarca(ctx, m)
}

func (perStory) OperadoresConCarpetas(context.Context) ([]string, error) { return nil, nil }
func (perStory) OperadoresConEventos(context.Context) ([]string, error)  { return nil, nil }

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

// TestKilledAtAnyCall: a run dies at any of its calls, again and again. Nobody may use what is there meanwhile; in the
// end it is all of it.
func TestKilledAtAnyCall(t *testing.T) {
	const carpetas, documents = 12, 12
	for killed := 0; killed < 12; {
		dir, prefix := t.TempDir(), "k"+uuid.NewString()+"_"
		s, to := openStore(t, dir), tables(t, prefix, nil)
		for n := range carpetas {
			c := carpeta.Carpeta{CarpetaID: fmt.Sprint("carpeta-", n), CiudadanoID: fmt.Sprint("c-", n), OperadorID: fmt.Sprint("op-", n%3), TotalDocumentos: documents}
			if err := s.Sembrar(t.Context(), c, visibleDocumentos(c.CarpetaID, documents), storetest.Hecho()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		run := func() error {
			wire := &mortal{during: rand.IntN(2) == 0}
			wire.left.Store(1 + rand.Int64N(30))
			_, err := move(dir, tables(t, prefix, wire), time.Now)
			return err
		}
		err := run()
		for ; errors.Is(err, fault.Unavailable); err = run() {
			killed++
			mark, err := to.LeerMarca(t.Context(), cargo.MarkName)
			underWay := mark.Token > 0 && !strings.Contains(string(mark.Datos), "LISTA")
			if err != nil || underWay && cargo.MayUse(t.Context(), to) == nil {
				t.Fatal("a server may use what is not whole", err)
			}
		}
		if err != nil && !errors.Is(err, migrar.ErrDone) { // the answer to its last write was lost
			t.Fatal(err)
		}
		for n := range carpetas {
			c, err := to.Carpeta(t.Context(), fmt.Sprint("carpeta-", n))
			p, errDocuments := to.DocumentosDeCarpeta(t.Context(), documento.Tramo{CarpetaID: c.CarpetaID, Limite: 1000, Firme: true})
			if err := errors.Join(err, errDocuments, cargo.MayUse(t.Context(), to)); err != nil || len(p.Documentos) != documents || c.TotalDocumentos != documents {
				t.Errorf("carpeta %d has %d documents, and says %d: %v", n, len(p.Documentos), c.TotalDocumentos, err)
			}
		}
	}
}

// A folder that a server or another migration has is refused.
func TestAStoppedFolderIsTakenAlone(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	if _, err := boltstore.OpenStopped(dir); !errors.Is(err, boltstore.ErrInUse) {
		t.Errorf("beside a server: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	one, err := boltstore.OpenStopped(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = one.Close() }()
	if _, err := boltstore.OpenStopped(dir); !errors.Is(err, boltstore.ErrInUse) {
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
	dir, prefix := t.TempDir(), "f"+uuid.NewString()+"_"
	s := openStore(t, dir)
	seeded(t, s, 1)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	tables(t, prefix, nil)
	if _, err := move(dir, tables(t, prefix, forgetful{}), time.Now); err == nil || !strings.Contains(err.Error(), "what is read is not the same") {
		t.Errorf("it says %v", err)
	}
}

package boltstore_test

import (
	"context"
	"io"
	"io/fs"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// Every bucket moves, or says again what one that moves says. A new one wants a row in moving.go.
func TestEveryBucketMoves(t *testing.T) {
	dir := t.TempDir()
	s, err := boltstore.Open(boltstore.Config{Dir: dir})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := boltstore.OpenSnapshot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	moves, says := boltstore.Buckets()
	for _, name := range db.Buckets() {
		if moves[name] == "" && !slices.Contains(says, name) {
			t.Errorf("bucket %q neither moves nor is derived: write a row in moving.go, and its item in dynamostore/moving.go; or name it in export_test.go", name)
		}
	}
	if n := len(moves) + len(says); n != len(db.Buckets()) || len(moves) != len(cargo.Kinds) {
		t.Errorf("%d buckets move and %d are derived; the file has %d, and there are %d kinds", len(moves), len(says), len(db.Buckets()), len(cargo.Kinds))
	}
}

// TestTheContractMoves plays every story of the contract on this store, moves what it left into tables, and reads all
// of it from both.
func TestTheContractMoves(t *testing.T) {
	to, err := dynamostore.New(t.Context(), dynamostore.Config{
		Endpoint: services.DynamoDB(t), Prefix: "m" + uuid.NewString() + "_", AttemptTimeout: time.Minute, TotalTimeout: 3 * time.Minute,
	})
	if err == nil {
		err = to.Bootstrap(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(to.Close)
	moved := map[string]int{}
	f := factory
	f.New = func(t testing.TB, e storetest.Env) storetest.Instance {
		dir := t.TempDir()
		s, err := boltstore.Open(boltstore.Config{Dir: dir, Clock: e.Clock, Observe: e.Observe, Retenciones: e.Retenciones})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			from, err := boltstore.OpenStopped(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = from.Close() }()
			r, err := migrar.Run(context.Background(), migrar.Config{
				Source: from, Target: perStory{to, uuid.NewString()}, Objects: nil, Begin: func() error { return nil }, Finish: func(context.Context) error { return nil },
				File: func(documento.Clave) (documento.Objeto, io.ReadCloser, error) {
					return documento.Objeto{}, nil, fs.ErrNotExist
				},
				Origin: t.Name(), Clock: e.Clock, Progress: func(migrar.Result) {}, Retention: e.Retenciones,
			})
			if err != nil {
				t.Error(err)
			}
			for _, c := range r.Counts {
				moved[c.Kind] += c.Written
				if c.Kind != migrar.Files && c.Written+c.Ended != c.All {
					t.Errorf("%+v", c)
				}
			}
		})
		return storetest.Instance{Store: s, Purge: s.PurgeExpired, Note: s.Note, Hecho: s.Hecho, LimitLooks: s.LimitLooks}
	}
	storetest.Stories(t, f)
	for _, k := range cargo.Kinds {
		if moved[string(k)] == 0 {
			t.Errorf("no story leaves %s", k)
		}
	}
	t.Log(moved)
}

// perStory gives each story the tables as if they were empty: the mark is its own.
type perStory struct {
	*dynamostore.Store
	story string
}

func (p perStory) own(m marca.Marca) marca.Marca {
	m.Nombre = p.story
	return m
}

func (p perStory) LeerMarca(ctx context.Context, _ string) (marca.Marca, error) {
	return p.Store.LeerMarca(ctx, p.story)
}

func (p perStory) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	return p.Store.EscribirMarca(ctx, p.own(m))
}

func (perStory) OperadoresConCarpetas(context.Context) ([]string, error) { return nil, nil }
func (perStory) OperadoresConEventos(context.Context) ([]string, error)  { return nil, nil }

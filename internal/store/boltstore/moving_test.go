package boltstore_test

import (
	"context"
	"io"
	"io/fs"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

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
	moved := &counts{of: map[string]int{}}
	f := factory
	f.New = func(t testing.TB, e storetest.Env) storetest.Instance {
		dir := t.TempDir()
		t.Cleanup(func() { // after the store was closed
			from, err := boltstore.OpenStopped(dir)
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = from.Close() }()
			err = migrar.Run(context.Background(), migrar.Config{
				Each: from.Each, Target: perStory{to, uuid.NewString(), moved}, Begin: func() error { return nil }, Finish: func(context.Context) error { return nil },
				File: func(documento.Clave) (documento.Objeto, io.ReadCloser, error) {
					return documento.Objeto{}, nil, fs.ErrNotExist
				},
				Origin: t.Name(), Clock: e.Clock, Out: io.Discard,
			})
			if err != nil {
				t.Error(err)
			}
		})
		return newInstance(t, dir, e)
	}
	storetest.Stories(t, f)
	for _, table := range rules.Tables {
		if moved.of[table.Name] == 0 {
			t.Errorf("no story leaves an item of %s", table.Name)
		}
	}
	t.Log(moved.of)
}

// perStory gives each story the tables as if they were empty: the mark is its own.
type perStory struct {
	*dynamostore.Store
	story string
	moved *counts // items by table
}

// counts may be used by several goroutines.
type counts struct {
	sync.Mutex
	of map[string]int
}

func (c *counts) add(name string, n int) {
	c.Lock()
	defer c.Unlock()
	c.of[name] += n
}

func (p perStory) Copy(ctx context.Context, table *records.Table, is []records.Item) error {
	p.moved.add(table.Name, len(is))
	return p.Store.Copy(ctx, table, is)
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

package rules_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/boltdb"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/mem"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

// On DynamoDB the suite runs in internal/store/dynamostore.

func TestContractInMemory(t *testing.T) {
	hook := before(t)
	storetest.Run(t, storetest.Factory{New: func(_ testing.TB, e storetest.Env) storetest.Instance {
		return instance(mem.New(mem.Config{Lag: mem.Prompt, Observe: e.Observe, Before: hook}), e)
	}})
}

func TestContractInAFile(t *testing.T) { storetest.Run(t, inAFile) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, inAFile) }

var inAFile = storetest.Factory{Abilities: []storetest.Ability{storetest.Purging}, New: func(t testing.TB, e storetest.Env) storetest.Instance {
	file, err := bolt.Open(filepath.Join(t.TempDir(), "carpeta.db"), 0o600, &bolt.Options{FreelistType: bolt.FreelistMapType})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	db, err := boltdb.Open(boltdb.Config{File: file, Tables: rules.Tables, Observe: e.Observe})
	if err != nil {
		t.Fatal(err)
	}
	i := instance(db, e)
	i.Purge = func(ctx context.Context, now time.Time, most int) (int, error) {
		return db.PurgeExpired(ctx, now, most)
	}
	return i
}}

func instance(db records.DB, e storetest.Env) storetest.Instance {
	s := rules.New(rules.Config{DB: db, Clock: e.Clock, Retenciones: e.Retenciones})
	return storetest.Instance{Store: s, Note: s.Note, Hecho: s.Tell, LimitLooks: s.LimitLooks}
}

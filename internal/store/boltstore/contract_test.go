package boltstore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

var factory = storetest.Factory{
	New:       func(t testing.TB, e storetest.Env) storetest.Instance { return newInstance(t, t.TempDir(), e) },
	Abilities: []storetest.Ability{storetest.Purging},
}

func newInstance(t testing.TB, dir string, e storetest.Env) storetest.Instance {
	s, err := boltstore.Open(boltstore.Config{Dir: dir, Clock: e.Clock, Observe: e.Observe, Retenciones: e.Retenciones})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return storetest.Instance{Store: s.Store, Purge: s.PurgeExpired}
}

func TestContract(t *testing.T) { storetest.Run(t, factory) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, factory) }

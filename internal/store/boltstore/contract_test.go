package boltstore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

var factory = storetest.Factory{
	Nueva:       newInstance,
	Habilidades: []storetest.Habilidad{storetest.Purga},
}

func newInstance(t testing.TB, e storetest.Entorno) storetest.Instancia {
	s, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: e.Reloj, Observe: e.Observar})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return storetest.Instancia{Almacen: s, Purgar: s.PurgeExpired}
}

func TestContract(t *testing.T) { storetest.Run(t, factory) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, factory) }

package boltstore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

var factory = storetest.Factory{
	Nueva:       nueva,
	Habilidades: []storetest.Habilidad{storetest.Purga},
}

func nueva(t testing.TB, e storetest.Entorno) storetest.Instancia {
	s, err := boltstore.Abrir(boltstore.Opciones{Dir: t.TempDir(), Reloj: e.Reloj, Observar: e.Observar})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return storetest.Instancia{Almacen: s, Purgar: s.PurgarExpirados}
}

func TestContrato(t *testing.T) { storetest.Run(t, factory) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, factory) }

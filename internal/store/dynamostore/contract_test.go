package dynamostore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

func factory() storetest.Factory {
	return storetest.Factory{
		Habilidades: []storetest.Habilidad{storetest.RespuestaPerdida},
		Nueva: func(t testing.TB, e storetest.Entorno) storetest.Instancia {
			c := newWire(t)
			s := newStore(t, c.option, func(op *dynamostore.Config) { op.Clock, op.Observe = e.Reloj, e.Observar })
			return storetest.Instancia{Almacen: s, PerderRespuesta: func() { c.lose.Store(true) }}
		},
	}
}

func TestContract(t *testing.T) { storetest.Run(t, factory()) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, factory()) }

package dynamostore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

func fabrica() storetest.Factory {
	return storetest.Factory{
		Habilidades: []storetest.Habilidad{storetest.RespuestaPerdida},
		Nueva: func(t testing.TB, e storetest.Entorno) storetest.Instancia {
			c := nuevoCable(t)
			s := nuevo(t, c.opcion, func(op *dynamostore.Opciones) { op.Reloj, op.Observar = e.Reloj, e.Observar })
			return storetest.Instancia{Almacen: s, PerderRespuesta: func() { c.perder.Store(true) }}
		},
	}
}

func TestContrato(t *testing.T) { storetest.Run(t, fabrica()) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, fabrica()) }

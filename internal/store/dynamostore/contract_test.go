package dynamostore_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
)

var factory = storetest.Factory{
	Abilities: []storetest.Ability{storetest.LostAnswer},
	New: func(t testing.TB, e storetest.Env) storetest.Instance {
		c := newWire(t)
		s := newStore(t, c.option, func(op *dynamostore.Config) { op.Clock, op.Observe, op.Retenciones = e.Clock, e.Observe, e.Retenciones })
		return storetest.Instance{Store: s.Store, LoseAnswer: func() { c.lose.Store(true) }}
	},
}

func TestContract(t *testing.T) { storetest.Run(t, factory) }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, factory) }

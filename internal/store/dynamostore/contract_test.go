package dynamostore_test

import (
	"slices"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/store/dynamostore"
	"github.com/carpeta-ciudadana/servidor/internal/store/storetest"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func factory(reads ...func(*dynamostore.Config)) storetest.Factory {
	return storetest.Factory{
		Abilities: []storetest.Ability{storetest.LostAnswer},
		New: func(t testing.TB, e storetest.Env) storetest.Instance {
			c := newWire(t)
			options := slices.Concat(reads, []func(*dynamostore.Config){c.option, func(op *dynamostore.Config) { op.Clock, op.Observe, op.Retenciones = e.Clock, e.Observe, e.Retenciones }})
			s := newStore(t, options...)
			t.Cleanup(func() { c.requireDirect(s.ReadsDirectly()) })
			return storetest.Instance{Store: s, Note: s.Note, Hecho: s.Hecho, LimitLooks: s.LimitLooks, Settling: auditoria.Asentamiento, LoseAnswer: func() { c.lose.Store(true) }}
		},
	}
}

// TestContract: no call may fall back to the SDK without a reason.
func TestContract(t *testing.T) { storetest.Run(t, factory(directly)) }

func TestContractBySDK(t *testing.T) {
	services.Night(t, "the same cases with direct reads, which write by the SDK too; and both ways where they differ (byBothReads)")
	storetest.Run(t, factory(bySDK))
}

// requireDirect: with direct reads none was the SDK's, without them all were.
func (c *wire) requireDirect(directly bool) {
	c.t.Helper()
	if directly && c.bySDK.Load() > 0 || !directly && c.direct.Load() > 0 {
		c.t.Errorf("direct reads are %v: %d were direct, %d the SDK's", directly, c.direct.Load(), c.bySDK.Load())
	}
}

// byBothReads runs a test with reads by the SDK, and with direct ones.
func byBothReads(t *testing.T, test func(*testing.T, func(*dynamostore.Config))) {
	t.Run("SDK", func(t *testing.T) { test(t, bySDK) })
	t.Run("direct", func(t *testing.T) { test(t, directly) })
}

func bySDK(op *dynamostore.Config)    { op.Direct = false }
func directly(op *dynamostore.Config) { op.Direct = true }

func BenchmarkStore(b *testing.B) { storetest.Benchmark(b, factory()) }

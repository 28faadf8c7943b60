package localbroker_test

import (
	"cmp"
	"log/slog"
	"math"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/brokertest"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
)

var factory = brokertest.Factory{New: func(testing.TB) brokertest.Venue { return &venue{} }}

func TestContract(t *testing.T)      { brokertest.Run(t, factory) }
func BenchmarkContract(b *testing.B) { brokertest.Bench(b, factory) }

// venue is the broker itself: it is the only process there is.
type venue struct {
	once sync.Once
	b    *localbroker.Broker
}

func (p *venue) Open(t testing.TB, o brokertest.Config) broker.Broker {
	p.once.Do(func() {
		p.b = localbroker.New(localbroker.Config{
			Prefetch: brokertest.Prefetch, HandlerTimeout: o.HandlerTimeout, Retry: o.Retry,
			MaxQueue: cmp.Or(o.MaxQueue, math.MaxInt), // benchmarks publish without a consumer
			Log:      slog.New(slog.NewTextHandler(t.Output(), nil)),
		})
	})
	return p.b
}

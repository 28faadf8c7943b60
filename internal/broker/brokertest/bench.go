package brokertest

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Bench runs the port's benchmarks.
func Bench(b *testing.B, f Factory) {
	for _, n := range []int{1, 64, 256} {
		b.Run(fmt.Sprintf("publish/%d", n), func(b *testing.B) { benchPublish(b, open(b, f.New(b), options), n) })
	}
	b.Run("flow/64", func(b *testing.B) {
		p := open(b, f.New(b), options)
		p.consume(func(context.Context, broker.Message) error { return nil })
		benchPublish(b, p, 64)
	})
	b.Run("latency", func(b *testing.B) { benchLatency(b, f.New(b)) })
}

// benchPublish: confirmed messages per second from n goroutines.
func benchPublish(b *testing.B, p *process, n int) {
	p.mustPublish("first")
	var next, done atomic.Int64
	b.ResetTimer()
	finished := make(chan struct{})
	for range n {
		go func() {
			for i := next.Add(1); i <= int64(b.N); i = next.Add(1) {
				if err := p.Publish(context.Background(), message(fmt.Sprint(i), broker.MinioCleanup)); err != nil {
					b.Error(err)
				}
			}
			if done.Add(1) == int64(n) {
				close(finished)
			}
		}()
	}
	<-finished
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "msg/s")
}

// benchLatency: from Publish to the handler, one message at a time.
func benchLatency(b *testing.B, venue Venue) {
	p := open(b, venue, options)
	arrived := make(chan time.Time)
	p.consume(func(context.Context, broker.Message) error {
		arrived <- time.Now()
		return nil
	})
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		start := time.Now()
		p.mustPublish(fmt.Sprint(i))
		took = append(took, (<-arrived).Sub(start))
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds()), "p95-µs")
}

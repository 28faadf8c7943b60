package rabbitbroker_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/rabbitbroker"
)

// Once one connection stands, the others do not rest any longer: a restart of the
// broker costs its shortest pause, not its longest.
func TestOneConnectionWakesTheOthers(t *testing.T) {
	const refused = "amqp://guest:guest@127.0.0.1:1/" // where nobody will ever listen
	synctest.Test(t, func(t *testing.T) {
		var dialled atomic.Int32 // a pause follows each attempt
		b, err := rabbitbroker.New(rabbitbroker.Config{
			URLs: []string{refused}, MaxBackoff: time.Hour, Log: slog.New(slog.DiscardHandler),
			Rand: func() float64 { dialled.Add(1); return 0.5 },
		})
		check(t, err)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, len(broker.Queues))
		for _, q := range broker.Queues {
			go func() { ended <- b.Consume(ctx, q.Name, func(context.Context, broker.Message) error { return nil }) }()
		}
		time.Sleep(100 * time.Hour) // of the bubble: all pauses are an hour long
		before := dialled.Load()
		b.Stood()
		time.Sleep(time.Second)
		if now := dialled.Load(); int(now-before) != len(broker.Queues) {
			t.Errorf("%d attempts to connect at once, want one of each of %d", now-before, len(broker.Queues))
		}
		stop()
		for range broker.Queues {
			check(t, <-ended)
		}
		check(t, b.Close())
	})
}

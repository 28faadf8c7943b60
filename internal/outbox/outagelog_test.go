package outbox_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// fails is a store of which the list of operadores cannot be read for so many rounds.
type fails struct {
	outbox.Store
	rounds int
}

func (f *fails) Operadores(ctx context.Context) ([]string, error) {
	if f.rounds--; f.rounds >= 0 {
		return nil, fault.Plain(fault.Unavailable)
	}
	return f.Store.Operadores(ctx)
}

// An outage is a line at its beginning and one at its end, however many rounds it takes.
func TestAnOutageIsLoggedOnce(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	store, _ := world.Open(t, world.Config{Clock: clock})
	mq := world.Broker(t, world.Config{})
	log, away := &logs.Log{}, &fails{store, 30}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	board := outbox.NewBoard(outbox.DefaultConfig, outbox.Runtime{
		Clock: clock, Jitter: func(time.Duration) time.Duration { return 0 },
		Wait: func(ctx context.Context, d time.Duration, _ <-chan struct{}) bool {
			if now = now.Add(d); away.rounds < -1 {
				stop()
			}
			return ctx.Err() == nil
		},
	})
	d := outbox.NewDispatcher(board, mq, world.NoMetrics{}, slog.New(slog.NewTextHandler(log, nil)))
	s := outbox.NewSweeper(d, away, &eliminacion.Ejecutor{}, mq.Ready)
	if err := s.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "level=WARN"); n != 1 || strings.Count(log.String(), "over: sweep failed") != 1 {
		t.Errorf("%d warnings of one outage:\n%s", n, log)
	}
}

package outbox

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// CountUpTo bounds the work of counting a backlog: one page of the index.
const CountUpTo = 1000

const (
	censusPace = 15 * time.Second
	candidates = 10          // sagas looked at for the oldest one
	young      = time.Minute // a younger saga's age is taken from its id, without a read
)

// Counter brings the census up to date: it counts the work of every operador that has
// some pending.
type Counter struct {
	board *Board
	store Store
	log   *slog.Logger
}

// NewCounter makes a Counter; Run it beside the Sweeper.
func NewCounter(board *Board, store Store, log *slog.Logger) *Counter {
	return &Counter{board, store, log}
}

// Run counts until ctx ends.
func (c *Counter) Run(ctx context.Context) error {
	failing := outage{log: c.log, message: "the backlog could not be counted"}
	for rt := c.board.rt; rt.Wait(ctx, rt.pause(censusPace), nil); {
		if err := c.count(ctx); ctx.Err() == nil {
			failing.report(ctx, err)
		}
	}
	return nil
}

// count brings the figures of every operador with something pending up to date.
func (c *Counter) count(ctx context.Context) error {
	for _, o := range c.board.census.pending() {
		f, err := c.figuresOf(ctx, o, c.board.rt.Clock())
		if err != nil {
			c.board.census.lost()
			return err
		}
		c.board.census.counted(f, c.board.rt.Clock())
	}
	return nil
}

func (c *Counter) figuresOf(ctx context.Context, operadorID string, now time.Time) (Figures, error) {
	f := Figures{OperadorID: operadorID}
	ps, err := c.store.Vencidas(ctx, operadorID, now.Add(ahead), CountUpTo)
	if err != nil {
		return f, err
	}
	due := dueAt(ps, now)
	if f.Backlog = len(due); f.Backlog > 0 {
		f.OldestDue = now.Sub(due[0].NoAntesDe)
	}
	f.OldestSaga, err = c.oldestSaga(ctx, ps, now)
	return f, err
}

// oldestSaga reads as few sagas as it can: ids are in the order of the requests, and
// a saga that was never handed out and is not due waits for a person, or has just begun.
func (c *Counter) oldestSaga(ctx context.Context, ps []eliminacion.Pendiente, now time.Time) (time.Duration, error) {
	var ids []string
	for _, p := range ps {
		if p.Arriendos > 0 || p.Secuencia > 1 || !p.NoAntesDe.After(now) {
			ids = append(ids, p.EventoID)
		}
	}
	slices.Sort(ids)
	ids = ids[:min(len(ids), candidates)]
	if len(ids) == 0 {
		return 0, nil
	}
	if age := now.Sub(eliminacion.NacidaEn(ids[0])); age < young {
		return max(age, 0), nil
	}
	es, err := c.store.Eliminaciones(ctx, ids)
	var oldest time.Duration
	for _, e := range es {
		if since, under := e.EnCursoDesde(); under {
			oldest = max(oldest, now.Sub(since))
		}
	}
	return oldest, err
}

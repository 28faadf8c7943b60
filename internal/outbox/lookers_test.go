package outbox_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// fleet are processes that look for what is due, on one store and a clock of the test. They hear each other.
type fleet struct {
	*house
	reads counted
	now   time.Time
	crew  []*looker
}

// counted counts what the sweepers read of a store.
type counted struct {
	outbox.Store
	lists, looks atomic.Int64
}

func (c *counted) Operadores(ctx context.Context) ([]string, error) {
	c.lists.Add(1)
	return c.Store.Operadores(ctx)
}

func (c *counted) Vencidas(ctx context.Context, operadorID string, now time.Time, limit int) ([]eliminacion.Pendiente, error) {
	c.looks.Add(1)
	return c.Store.Vencidas(ctx, operadorID, now, limit)
}

// looker is one of them.
type looker struct {
	name    string
	board   *outbox.Board
	sweeper *outbox.Sweeper
	at      time.Time // when it looks next
	dead    bool
}

func newFleet(t *testing.T, processes, quiet int) *fleet {
	f := &fleet{house: newHouse(t), now: time.Now()}
	f.reads.Store = f.Store
	var g errgroup.Group
	g.SetLimit(64)
	for _, o := range operadores(quiet) { // known, and at rest
		g.Go(func() error { f.dueAt(o, f.now.Add(1000*time.Hour)); return nil })
	}
	_ = g.Wait()
	for i := range processes {
		f.join(fmt.Sprintf("p%d", i))
	}
	return f
}

func (f *fleet) join(name string) {
	cfg := outbox.DefaultConfig
	cfg.Process = name
	board := outbox.NewBoard(cfg, outbox.NewRuntime(func() time.Time { return f.now }))
	p := world.NewProcess(f.t, world.Config{Outbox: cfg, Clock: func() time.Time { return f.now }}, world.Ports{Store: f.Store, Objetos: f.Objetos, Broker: f.Broker})
	f.crew = append(f.crew, &looker{name: name, board: board, at: f.now, sweeper: outbox.NewSweeper(outbox.SweeperConfig{
		Board: board, Store: &f.reads, Sagas: p.Eliminaciones, Sender: p.Dispatcher, Ready: f.Broker.Ready, Metrics: world.NoMetrics{}, Log: slog.New(slog.DiscardHandler),
	})})
}

// dueAt puts a deletion of an operador into the store.
func (f *fleet) dueAt(operadorID string, at time.Time) (eventoID string) {
	f.t.Helper()
	k, ds := f.carpeta(operadorID, 1)
	id := world.NewID()
	if err := f.Store.Iniciar(f.t.Context(), eliminacion.Eliminacion{
		EventoID: id, CarpetaID: k.CarpetaID, DocumentoID: ds[0].DocumentoID, OperadorID: operadorID, StoragePath: ds[0].StoragePath,
		Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: f.now, NoAntesDe: at,
	}, world.Hecho()); err != nil {
		f.t.Fatal(err)
	}
	return id
}

// pass lets time pass, second by second.
func (f *fleet) pass(d time.Duration) {
	f.t.Helper()
	for end := f.now.Add(d); f.now.Before(end); f.now = f.now.Add(time.Second) {
		for _, p := range f.crew {
			if p.dead {
				continue
			}
			for !p.at.After(f.now) {
				if err := outbox.Sweep(p.sweeper, f.t.Context()); err != nil {
					f.t.Fatal(err)
				}
				p.at = outbox.Next(p.sweeper)
			}
			if f.now.Unix()%10 == 0 {
				f.tell(p, true)
			}
		}
	}
}

func (f *fleet) tell(p *looker, looks bool) {
	for _, other := range f.crew {
		other.board.Present(outbox.Sign{Process: p.name, Looks: looks && p.board.Looks(), Said: f.now})
	}
}

// attending are how many processes will look at each operador.
func (f *fleet) attending(operadorID string) (n int) {
	for _, p := range f.crew {
		if !p.dead && p.board.Attends(operadorID) {
			n++
		}
	}
	return n
}

// However many processes there are, idle ones together look three times a second at most: 1.5 RCU. A list of 1,000
// names is 2.5 RCU; one in fifteen seconds is 0.17 RCU/s. Each operador has one process that looks at it.
func TestLookingIsShared(t *testing.T) {
	const quiet, processes, measured = 1000, 4, 6 * time.Minute // longer than anybody's pause
	f := newFleet(t, processes, quiet)
	f.pass(9 * time.Minute) // all have looked ever more seldom
	looks, lists := f.reads.looks.Load(), f.reads.lists.Load()
	f.pass(measured)
	looks, lists = f.reads.looks.Load()-looks, f.reads.lists.Load()-lists
	rcu := (0.5*float64(looks) + 2.5*float64(lists)) / measured.Seconds()
	t.Logf("%d processes: %d looks, %d lists in %v: %.2f RCU/s", processes, looks, lists, measured, rcu)
	if rcu > 2 || looks < quiet*8/10 {
		t.Errorf("%.2f RCU/s in %d looks, want at most 2 RCU/s, and nearly each operador looked at", rcu, looks)
	}
	for _, o := range operadores(quiet) {
		if n := f.attending(o); n != 1 {
			t.Fatalf("%d of %d processes attend to %s, want one", n, processes, o)
		}
	}
}

// What a process leaves behind of which nobody has heard is found within the silence and one more of it, wherever it
// is: sooner than an idle look would come.
func TestWhoFallsSilentIsTakenOver(t *testing.T) {
	f := newFleet(t, 3, 200)
	f.pass(5 * time.Minute)
	dead := f.crew[1]
	dead.dead = true
	var left []string
	for _, o := range operadores(200) {
		left = append(left, f.dueAt(o, f.now))
	}
	f.pass(outbox.DefaultConfig.Silence*9/4 + time.Second) // forgotten, noticed, looked
	for _, id := range left {
		if e, err := f.Store.Eliminacion(t.Context(), id); err != nil || e.Arriendos == 0 {
			t.Fatalf("a deletion of a dead process was not found: %v, %v", e.Arriendos, err)
		}
	}
}

// Who takes its leave is taken over without haste, and who comes takes its part.
func TestWhoLeavesAndWhoComes(t *testing.T) {
	f := newFleet(t, 2, 60)
	f.pass(5 * time.Minute)
	gone := f.crew[0]
	gone.dead = true
	f.tell(gone, false)
	f.pass(time.Minute)
	f.join("p9")
	f.pass(5 * time.Minute)
	for _, o := range operadores(60) {
		if n := f.attending(o); n != 1 {
			t.Fatalf("%d processes attend to %s, want one", n, o)
		}
	}
	f.tell(&looker{name: gone.name, board: gone.board}, true) // its board says no
	for _, p := range f.crew[1:] {
		p.board.Present(outbox.Sign{Process: gone.name, Looks: true, Said: f.now.Add(-outbox.DefaultConfig.Silence)}) // kept by the broker
	}
	f.pass(3 * time.Minute)
	for _, o := range operadores(60) {
		if n := f.attending(o); n != 1 {
			t.Fatalf("%d processes attend to %s after a late sign of one that is gone, want one", n, o)
		}
	}
}

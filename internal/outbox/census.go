package outbox

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Store is what the sweeper and its census read and write.
type Store interface {
	eliminacion.OutboxStore
	// Eliminaciones reads up to 100 sagas.
	Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error)
}

// Figures are what the metrics tell of one operador.
type Figures struct {
	OperadorID string
	Backlog    int           // commands due and not handed out; CountUpTo stands for that many or more
	OldestDue  time.Duration // how long the oldest of them has been due
	OldestSaga time.Duration // how long the oldest unfinished saga is under way, waits that people asked for apart
}

// CountUpTo bounds the work of counting a backlog: one page of the index.
const CountUpTo = 1000

const (
	censusPace = 15 * time.Second
	candidates = 10          // sagas looked at for the oldest one
	young      = time.Minute // a younger saga's age is taken from its id, without a read
)

// census keeps the figures. Who has nothing pending, as the sweeper saw, is at zero
// without a read; the others are counted at a pace of their own.
type census struct {
	mu      sync.Mutex
	figures map[string]Figures
	busy    map[string]bool
	read    time.Time // when the store last answered
	failed  bool      // it did not, since
}

func newCensus() *census { return &census{figures: map[string]Figures{}, busy: map[string]bool{}} }

// saw is told of every look of the sweeper: whether anything was pending.
func (c *census) saw(operadorID string, pending bool, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered(now)
	if pending {
		c.busy[operadorID] = true
	} else {
		c.put(Figures{OperadorID: operadorID})
	}
}

// stir is told of work that may be waiting.
func (c *census) stir(operadorID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy[operadorID] = true
}

// heard is told of every other answer of the store.
func (c *census) heard(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered(now)
}

// put stores figures; the caller holds the lock.
func (c *census) put(f Figures) {
	c.figures[f.OperadorID] = f
	if f == (Figures{OperadorID: f.OperadorID}) {
		delete(c.busy, f.OperadorID)
	}
}

// answered notes that the store was read; the caller holds the lock.
func (c *census) answered(now time.Time) { c.read, c.failed = now, false }

// lost forgets what was known: an old figure would be a false all-clear.
func (c *census) lost() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = true
	for o := range c.figures {
		c.busy[o] = true
	}
	clear(c.figures)
}

// Figures are the newest figures of every operador, none while the store does not
// answer, and when it last did.
func (s *Sweeper) Figures() ([]Figures, time.Time) {
	c := s.d.census
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed {
		return nil, c.read
	}
	return slices.SortedFunc(maps.Values(c.figures), func(a, b Figures) int { return strings.Compare(a.OperadorID, b.OperadorID) }), c.read
}

// Census counts until ctx ends.
func (s *Sweeper) Census(ctx context.Context) error {
	failing := outage{log: s.log, message: "the backlog could not be counted"}
	for s.d.rt.Wait(ctx, s.d.pause(censusPace), nil) {
		if err := s.count(ctx); ctx.Err() == nil {
			failing.report(ctx, err)
		}
	}
	return nil
}

// count brings the figures of all who have something pending up to date.
func (s *Sweeper) count(ctx context.Context) error {
	s.d.census.mu.Lock()
	busy := slices.Sorted(maps.Keys(s.d.census.busy))
	s.d.census.mu.Unlock()
	for _, o := range busy {
		f, err := s.figuresOf(ctx, o, s.d.now())
		if err != nil {
			s.d.census.lost()
			return err
		}
		s.d.census.mu.Lock()
		s.d.census.answered(s.d.now())
		s.d.census.put(f)
		s.d.census.mu.Unlock()
	}
	return nil
}

func (s *Sweeper) figuresOf(ctx context.Context, operadorID string, now time.Time) (Figures, error) {
	f := Figures{OperadorID: operadorID}
	ps, err := s.store.Vencidas(ctx, operadorID, now.Add(ahead), CountUpTo)
	if err != nil {
		return f, err
	}
	due := dueAt(ps, now)
	if f.Backlog = len(due); f.Backlog > 0 {
		f.OldestDue = now.Sub(due[0].NoAntesDe)
	}
	f.OldestSaga, err = s.oldestSaga(ctx, ps, now)
	return f, err
}

// oldestSaga reads as few sagas as it can: ids are in the order of the requests, and
// what was never handed out and is not due waits for a person or was just begun.
func (s *Sweeper) oldestSaga(ctx context.Context, ps []eliminacion.Pendiente, now time.Time) (time.Duration, error) {
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
	es, err := s.store.Eliminaciones(ctx, ids)
	var oldest time.Duration
	for _, e := range es {
		if since, under := e.EnCursoDesde(); under {
			oldest = max(oldest, now.Sub(since))
		}
	}
	return oldest, err
}

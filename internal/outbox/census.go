package outbox

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Figures are the metrics of one operador.
type Figures struct {
	OperadorID string
	Backlog    int           // commands due and not handed out; CountUpTo stands for that many or more
	OldestDue  time.Duration // how long the oldest of them has been due
	OldestSaga time.Duration // how long the oldest unfinished saga is under way, waits that people asked for apart
}

// census keeps the figures. An operador with nothing pending, as the sweeper saw, is
// at zero without a read; the others are counted at a pace of their own.
type census struct {
	mu      sync.Mutex
	figures map[string]Figures
	busy    map[string]bool
	read    time.Time // when the store last answered, or had nothing to answer
	failed  bool      // it did not, since
}

func newCensus() *census { return &census{figures: map[string]Figures{}, busy: map[string]bool{}} }

// saw notes a look of the sweeper: whether anything was pending.
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

// stir notes that work of an operador may wait.
func (c *census) stir(operadorID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy[operadorID] = true
}

// heard notes any other answer of the store.
func (c *census) heard(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered(now)
}

// counted takes the figures of one operador.
func (c *census) counted(f Figures, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.answered(now)
	c.put(f)
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

// lost forgets the figures: an old figure would be a false all-clear.
func (c *census) lost() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = true
	for o := range c.figures {
		c.busy[o] = true
	}
	clear(c.figures)
}

// pending are the operadores whose figures have to be counted.
func (c *census) pending() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.busy))
}

// all are the newest figures of every operador, none while the store does not
// answer, and when it last did.
func (c *census) all() ([]Figures, time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failed {
		return nil, c.read
	}
	byOperador := func(a, b Figures) int { return strings.Compare(a.OperadorID, b.OperadorID) }
	return slices.SortedFunc(maps.Values(c.figures), byOperador), c.read
}

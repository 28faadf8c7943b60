package batch

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Gather answers for keys that are asked for one by one, with few reads: those that come within a
// pause share one. What it answers with was read after it was asked for. Make it with NewGather.
type Gather[K comparable, V any] struct {
	lookup Lookup[K, V]
	most   int
	pause  time.Duration

	mu      sync.Mutex
	asked   map[K]*question[K, V] // those that wait, by key
	waiting []*question[K, V]     // the same, in the order in which they came
	busy    bool                  // a read began less than a pause ago, or is about to
}

// question is a key for all who ask for it before it is read.
type question[K comparable, V any] struct {
	key    K
	answer Result[V]
	done   chan struct{}
}

// NewGather makes a Gather. A read has at most so many keys, and begins no sooner than a pause after the
// one before it. Who asks after a longer silence does not wait.
func NewGather[K comparable, V any](l Lookup[K, V], most int, pause time.Duration) *Gather[K, V] {
	return &Gather[K, V]{lookup: l, most: most, pause: pause, asked: map[K]*question[K, V]{}}
}

// One answers for a key. The read is nobody's own: it goes on when whoever asked for it leaves.
func (g *Gather[K, V]) One(ctx context.Context, k K) (V, error) {
	q := g.ask(k)
	select {
	case <-q.done:
		return q.answer.Value, q.answer.Err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

func (g *Gather[K, V]) ask(k K) *question[K, V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	if q, twice := g.asked[k]; twice {
		return q
	}
	q := &question[K, V]{key: k, done: make(chan struct{})}
	g.asked[k] = q
	g.waiting = append(g.waiting, q)
	if !g.busy {
		g.busy = true
		go g.begin()
	}
	return q
}

// begin reads for those who have waited longest.
func (g *Gather[K, V]) begin() { g.read(g.take()) }

// take takes the keys of a read. What comes for them from now on is a question of its own.
func (g *Gather[K, V]) take() []*question[K, V] {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := min(g.most, len(g.waiting))
	taken := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	for _, q := range taken {
		delete(g.asked, q.key)
	}
	time.AfterFunc(g.pause, g.goOn)
	return taken
}

// goOn reads again after a pause, if anybody has asked meanwhile.
func (g *Gather[K, V]) goOn() {
	g.mu.Lock()
	if g.busy = len(g.waiting) > 0; !g.busy {
		g.waiting = nil
	}
	busy := g.busy
	g.mu.Unlock()
	if busy {
		g.begin()
	}
}

func (g *Gather[K, V]) read(qs []*question[K, V]) {
	keys := make([]K, len(qs))
	for i, q := range qs {
		keys[i] = q.key
	}
	answers := g.all(keys)
	for i, q := range qs {
		if q.answer = answers[i]; len(qs) > 1 && g.isSpoiled(q.answer.Err) {
			q.answer = g.all(keys[i : i+1])[0]
		}
		close(q.done)
	}
}

// isSpoiled reports a failure that may be another key's: one that cannot be read spoils the whole read. A
// store that is away is away for all.
func (g *Gather[K, V]) isSpoiled(err error) bool {
	return err != nil && !errors.Is(err, g.lookup.Absent) && fault.CodeOf(err) == fault.Internal
}

// all reads in a goroutine of nobody, so a panic is an error.
func (g *Gather[K, V]) all(keys []K) (answers []Result[V]) {
	defer func() {
		if v := recover(); v != nil {
			answers = make([]Result[V], len(keys))
			for i := range answers {
				answers[i].Err = fault.Wrap(fault.Internal, fmt.Errorf("panic: %v\n%s", v, debug.Stack()))
			}
		}
	}()
	return g.lookup.All(context.Background(), keys)
}

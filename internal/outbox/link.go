package outbox

import (
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// link is the state of the broker, as its answers tell.
type link struct {
	mu       sync.Mutex
	down     bool            // the last publish failed
	unrouted map[string]bool // keys whose last message came back
}

func newLink() link { return link{unrouted: map[string]bool{}} }

// answered remembers whether the broker takes messages, and reports whether it does
// so again. An unroutable message says nothing about that.
func (l *link) answered(err error) (back bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	down := err != nil && !errors.Is(err, broker.ErrUnroutable)
	back = l.down && !down
	l.down = down
	return back
}

// route remembers which commands the broker has no queue for.
func (l *link) route(key string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if errors.Is(err, broker.ErrUnroutable) {
		l.unrouted[key] = true
	} else if err == nil {
		delete(l.unrouted, key)
	}
}

func (l *link) isDown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down
}

// state reports whether the broker is down, and the keys without a queue.
func (l *link) state() (down bool, unrouted []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down, slices.Sorted(maps.Keys(l.unrouted))
}

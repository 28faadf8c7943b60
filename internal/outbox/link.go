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
	full     map[string]bool // work queues that refused their last message
}

func newLink() link { return link{unrouted: map[string]bool{}, full: map[string]bool{}} }

// answered remembers whether the broker takes messages, and reports whether it does
// so again. A message that one queue did not take says nothing about that.
func (l *link) answered(err error) (back bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	down := err != nil && !errors.Is(err, broker.ErrUnroutable) && !errors.Is(err, broker.ErrFull)
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

// fill remembers which queues are full, and reports whether that of the key has just
// become so, or has room again.
func (l *link) fill(key string, err error) (news, room bool) {
	q, work := broker.QueueFor(key)
	if !work {
		return false, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.full[q.Name]
	switch {
	case errors.Is(err, broker.ErrFull):
		l.full[q.Name] = true
	case err == nil:
		delete(l.full, q.Name)
	}
	return !was && l.full[q.Name], was && !l.full[q.Name]
}

func (l *link) isDown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down
}

// state reports whether the broker is down, the keys without a queue, and the full queues.
func (l *link) state() (down bool, unrouted, full []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.down, slices.Sorted(maps.Keys(l.unrouted)), slices.Sorted(maps.Keys(l.full))
}

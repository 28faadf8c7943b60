package localbroker

import (
	"context"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// listener is one Listen. The broker's lock guards waiting and gap.
type listener struct {
	patterns []string
	waiting  []broker.Message
	gap      bool          // events were dropped, or none were heard yet
	wake     chan struct{} // holds a token while there is something to say
}

// Listen hears the events whose key matches a pattern. A listener that lags too
// far behind loses its waiting messages, and hears of a gap.
func (b *Broker) Listen(ctx context.Context, patterns []string, onEvent func(broker.Message), onGap func()) error {
	l := &listener{patterns: slices.Clone(patterns), gap: true, wake: make(chan struct{}, 1)}
	l.wake <- struct{}{}
	b.mu.Lock()
	b.listeners[l] = struct{}{}
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listeners, l)
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-l.wake:
		}
		gap, events := b.takeEvents(l)
		if gap {
			onGap()
		}
		for _, m := range events {
			if ctx.Err() != nil {
				return nil
			}
			onEvent(m)
		}
	}
}

func (b *Broker) takeEvents(l *listener) (gap bool, events []broker.Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	gap, events = l.gap, l.waiting
	l.gap, l.waiting = false, nil
	return gap, events
}

// tell passes m to the listeners and says how many took it. The caller holds
// the lock.
func (b *Broker) tell(m broker.Message) (heard int) {
	for l := range b.listeners {
		if !slices.ContainsFunc(l.patterns, func(p string) bool { return broker.Matches(p, m.Type) }) {
			continue
		}
		heard++
		if len(l.waiting) >= b.cfg.MaxEvents {
			l.gap, l.waiting = true, nil
		}
		l.waiting = append(l.waiting, m)
		select {
		case l.wake <- struct{}{}:
		default:
		}
	}
	return heard
}

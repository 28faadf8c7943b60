package seals

import (
	"context"
	"time"
)

// rememberedFor is how long an answer to strangers is good: their questions cost the object store one
// call in that time, however many they are. A call lasts as long at most.
const rememberedFor = 10 * time.Second

// failedFor is how long a failure is good: the store is not asked again by each of those who wait.
const failedFor = 5 * time.Second

// remembered asks once for all who ask. Make it with remember.
type remembered struct {
	ask   func(context.Context) ([]byte, error)
	clock func() time.Time

	turn  chan struct{} // of who asks, and reads or writes the rest
	until time.Time
	text  []byte
	err   error
}

func remember(ask func(context.Context) ([]byte, error), clock func() time.Time) *remembered {
	return &remembered{ask: ask, clock: clock, turn: make(chan struct{}, 1)}
}

// get is the answer while it is good. Otherwise it asks, for others too: it does not stop when ctx ends. Who waits for
// that waits as long as their ctx lasts.
func (m *remembered) get(ctx context.Context) ([]byte, error) {
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !m.clock().Before(m.until) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rememberedFor)
		defer cancel()
		m.text, m.err = m.ask(ctx)
		good := rememberedFor
		if m.err != nil {
			good = failedFor
		}
		m.until = m.clock().Add(good)
	}
	return m.text, m.err
}

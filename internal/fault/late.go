package fault

import (
	"context"
	"sync"
)

// Late is where a stream leaves the error that ended it: a channel of values has
// no place for one.
type Late struct {
	mu  sync.Mutex
	err error
}

type lateKey struct{}

// WithLate prepares a context for a stream; ask Err after the stream has ended.
func WithLate(ctx context.Context) (context.Context, *Late) {
	l := &Late{}
	return context.WithValue(ctx, lateKey{}, l), l
}

// EndWith leaves the error that ends the stream of this context. The first one counts.
func EndWith(ctx context.Context, err error) {
	l, ok := ctx.Value(lateKey{}).(*Late)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err == nil {
		l.err = err
	}
}

// Err is what ended the stream, or nil.
func (l *Late) Err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.err
}

package quota

import (
	"context"
	"sync"
	"sync/atomic"
)

// Tab adds up the price of an operation's work that nobody knew before: the rows that a filter
// looked at in vain.
type Tab struct {
	spent atomic.Int64
	limit int64
	walk  sync.Mutex
}

type tabKey struct{}

// WithTab makes an operation's work be counted; past the limit no more of it is begun.
func WithTab(ctx context.Context, limit int) (context.Context, *Tab) {
	m := &Tab{limit: int64(limit)}
	return context.WithValue(ctx, tabKey{}, m), m
}

// Spent is the price so far.
func (t *Tab) Spent() int { return int(t.spent.Load()) }

func tabOf(ctx context.Context) *Tab {
	m, _ := ctx.Value(tabKey{}).(*Tab)
	return m
}

// Spend adds to the price of the operation of this context, if it is counted.
func Spend(ctx context.Context, n int) {
	if m := tabOf(ctx); m != nil && n > 0 {
		m.spent.Add(int64(n))
	}
}

// Walk begins such work of the operation of this context, one piece at a time: its fields run side by
// side, and fifty of them would take every processor. Call leave at its end.
func Walk(ctx context.Context) (leave func()) {
	m := tabOf(ctx)
	if m == nil {
		return func() {}
	}
	m.walk.Lock()
	return m.walk.Unlock
}

// Exhausted reports whether the operation of this context has spent what it may.
func Exhausted(ctx context.Context) bool {
	m := tabOf(ctx)
	return m != nil && m.spent.Load() >= m.limit
}

package quota

import (
	"context"
	"sync"
	"sync/atomic"
)

// Tab adds up the price of the work that nobody could know before an operation ran: the rows that a filter read in vain.
type Tab struct {
	spent atomic.Int64
	limit int64
	walk  sync.Mutex
}

type tabKey struct{}

// WithTab counts the work of an operation; no further work begins past the limit.
func WithTab(ctx context.Context, limit int) (context.Context, *Tab) {
	t := &Tab{limit: int64(limit)}
	return context.WithValue(ctx, tabKey{}, t), t
}

// Spent is the price so far.
func (t *Tab) Spent() int { return int(t.spent.Load()) }

func tabOf(ctx context.Context) *Tab {
	t, _ := ctx.Value(tabKey{}).(*Tab)
	return t
}

// Spend adds to the price of the operation of this context, if it is counted.
func Spend(ctx context.Context, n int) {
	if t := tabOf(ctx); t != nil && n > 0 {
		t.spent.Add(int64(n))
	}
}

// Walk begins a piece of such work; call leave at its end. One piece runs at a time: the fields of an operation run
// concurrently, and fifty of them would take every processor.
func Walk(ctx context.Context) (leave func()) {
	t := tabOf(ctx)
	if t == nil {
		return func() {}
	}
	t.walk.Lock()
	return t.walk.Unlock
}

// Exhausted reports whether the operation of this context has reached its limit.
func Exhausted(ctx context.Context) bool {
	t := tabOf(ctx)
	return t != nil && t.spent.Load() >= t.limit
}

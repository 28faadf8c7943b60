package quota

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// Config is the size of each subject's budget, a token bucket. Budgets are per process: n processes give n budgets.
type Config struct {
	PerSecond float64 // cost that the budget regains every second; 0: no budget, everything passes
	Burst     int     // the largest budget; a subject begins with it
	AtOnce    int     // requests of a subject at a time; 0: any number
	Subjects  int     // subjects whose budget is remembered; a forgotten one begins anew
}

// Status is a subject's budget after an operation.
type Status struct {
	Limit     int           // the largest budget
	Cost      int           // of this operation
	Remaining int           // what is left now
	Reset     time.Time     // when the budget is full again, if nothing more is charged
	Window    time.Duration // in which an empty budget becomes full
}

// Spent is the part of the budget that was charged and is not regained yet.
func (s Status) Spent() int { return s.Limit - s.Remaining }

// Ledger keeps the budgets of all subjects. Make it with New.
type Ledger struct {
	cfg    Config
	clock  func() time.Time
	atOnce *ConcurrencyLimit

	mu      sync.Mutex
	budgets *simplelru.LRU[string, *rate.Limiter]
}

// New makes a Ledger.
func New(cfg Config, clock func() time.Time) *Ledger {
	l := &Ledger{cfg: cfg, clock: clock, atOnce: NewConcurrencyLimit(cfg.AtOnce)}
	l.budgets, _ = simplelru.NewLRU[string, *rate.Limiter](max(cfg.Subjects, 1), nil) // fails for a size of 0 only
	return l
}

// Part makes another Ledger. Its budgets are an nth of those of l, but not smaller than least; atOnce is its limit of
// requests at a time, unless that of l is lower.
func (l *Ledger) Part(n, least, atOnce int) *Ledger {
	cfg := l.cfg
	cfg.PerSecond /= float64(n)
	cfg.Burst = min(cfg.Burst, max(cfg.Burst/n, least))
	if cfg.AtOnce > 0 {
		cfg.AtOnce = min(cfg.AtOnce, atOnce)
	}
	return New(cfg, l.clock)
}

// of finds a subject's budget; the caller holds the lock.
func (l *Ledger) of(subject string) *rate.Limiter {
	b, ok := l.budgets.Get(subject)
	if !ok {
		b = rate.NewLimiter(rate.Limit(l.cfg.PerSecond), l.cfg.Burst)
		l.budgets.Add(subject, b)
	}
	return b
}

// Charge takes the cost from a subject's budget. If the budget is too small, nothing is taken, and wait is the time until
// it is large enough. A cost above the largest budget never fits.
func (l *Ledger) Charge(subject string, cost int) (s Status, wait time.Duration, ok bool) {
	now := l.clock()
	if l.cfg.PerSecond <= 0 {
		return Status{Cost: cost, Reset: now}, 0, true
	}
	l.mu.Lock()
	b := l.of(subject)
	l.mu.Unlock()
	ok = b.AllowN(now, cost)
	left := max(b.TokensAt(now), 0)
	if !ok {
		wait = l.refill(float64(cost) - left)
	}
	return l.status(cost, left, now), wait, ok
}

func (l *Ledger) status(cost int, left float64, now time.Time) Status {
	reset := now.Add(l.refill(float64(l.cfg.Burst) - left))
	return Status{Limit: l.cfg.Burst, Cost: cost, Remaining: int(max(left, 0)), Reset: reset, Window: l.refill(float64(l.cfg.Burst))}
}

// Refund gives back a cost that was charged for nothing, up to the largest budget.
func (l *Ledger) Refund(subject string, cost int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if b, known := l.budgets.Peek(subject); known {
		b.AllowN(l.clock(), -cost)
	}
}

// ForceCharge takes the cost also from a budget that is too small, for work that is done already. The debt is never larger
// than the largest budget, so that the subject can pay it back.
func (l *Ledger) ForceCharge(subject string, cost int) Status {
	now := l.clock()
	if l.cfg.PerSecond <= 0 {
		return Status{Cost: cost, Reset: now}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.of(subject)
	charged := min(cost, l.cfg.Burst, int(b.TokensAt(now))+l.cfg.Burst)
	b.ReserveN(now, max(charged, 0))
	return l.status(cost, b.TokensAt(now), now)
}

// HasBudget reports whether a subject has anything left; if not, wait is the time until it has. The question alone does not
// make the Ledger remember a subject.
func (l *Ledger) HasBudget(subject string) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b, known := l.budgets.Peek(subject)
	if !known || l.cfg.PerSecond <= 0 {
		return 0, true
	}
	left := b.TokensAt(l.clock())
	if left >= 1 {
		return 0, true
	}
	return l.refill(1 - left), false
}

// refill is the time in which a budget regains a cost.
func (l *Ledger) refill(cost float64) time.Duration {
	seconds := math.Ceil(max(cost, 0) / l.cfg.PerSecond)
	return time.Duration(min(seconds, float64(math.MaxInt32))) * time.Second
}

// Enter begins a request of a subject; false if it has too many at a time. Call leave at the end of the request.
func (l *Ledger) Enter(subject string) (leave func(), ok bool) { return l.atOnce.Enter(subject) }

type statusKey struct{}

// WithStatus puts the budget into the context of the operation that was charged.
func WithStatus(ctx context.Context, s Status) context.Context {
	return context.WithValue(ctx, statusKey{}, s)
}

// FromContext is the budget after the operation of this context, if it was charged.
func FromContext(ctx context.Context) (Status, bool) {
	s, ok := ctx.Value(statusKey{}).(Status)
	return s, ok
}

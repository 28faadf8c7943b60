package quota

import (
	"sync"
	"time"
)

// Rest has places used for a part of the time only: work is paid from a budget of time, and a place that has
// overdrawn it comes free when the debt is paid. So a part of the processor is kept for those who need no such
// place, however many want one. Make it with NewRest.
type Rest struct {
	cfg  RestConfig
	rate float64 // of all places

	mu   sync.Mutex
	left time.Duration // negative is a debt
	at   time.Time     // when it was so
}

// RestConfig says how much.
type RestConfig struct {
	Places  int
	Share   int           // of the time of each, in percent, that it is used; 1 to 100
	Saved   time.Duration // work that needs no rest, after a while without any
	Longest time.Duration // rest; work that would need more was held up by others
	Clock   func() time.Time
}

// NewRest makes a Rest; its budget is whole.
func NewRest(cfg RestConfig) *Rest {
	return &Rest{cfg: cfg, rate: float64(cfg.Places*cfg.Share) / 100, left: cfg.Saved, at: cfg.Clock()}
}

// After is leave for the end of work that begins now. Call it once.
func (r *Rest) After(leave func()) func() {
	begun := r.cfg.Clock()
	r.pay(begun, 0)
	return func() {
		now := r.cfg.Clock()
		if debt := -r.pay(now, now.Sub(begun)); debt > 0 {
			time.AfterFunc(time.Duration(float64(debt)/r.rate), leave)
			return
		}
		leave()
	}
}

// pay returns what is left of the budget after so much work.
func (r *Rest) pay(now time.Time, worked time.Duration) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.left + r.timeOf(now.Sub(r.at)) - worked
	r.left, r.at = min(max(left, -r.timeOf(r.cfg.Longest)), r.cfg.Saved), now
	return r.left
}

// timeOf is the budget that so much time brings.
func (r *Rest) timeOf(d time.Duration) time.Duration { return time.Duration(r.rate * float64(d)) }

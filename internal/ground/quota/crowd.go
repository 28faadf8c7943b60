package quota

import (
	"context"
	"time"
)

// CrowdConfig says what is much, and how fast it begins.
type CrowdConfig struct {
	PerSecond int     // work that begins of all who bring much; 0: any number, nobody waits
	Together  int     // so many of those that wait begin at once, after a quiet time
	Unhurried int     // a subject begins so many at once before it waits
	Regained  float64 // and so many more each second
	Most      int     // so many strangers may wait, and as many others, those apart that wait long; 0: any number
	Subjects  int     // who is remembered
	// Known reports who is no stranger: strangers wait as if they brought much, in queues of their own. Nil: all are known.
	Known func(subject string) bool
}

// mostHurried is how much of what a subject brought is remembered, in times of what it begins without waiting.
const mostHurried = 10

// Crowd has the work of subjects that bring much at once, and of strangers, begin at a pace, in turn by subject. All
// others begin at once. Nobody waits behind strangers, however many there are: their two queues leave a third of the pace
// to the others at least.
type Crowd struct {
	lately           *Ledger // nil: nobody waits
	ofKnown, strange queues
	unhurried        int
	known            func(subject string) bool
}

// queues are for work that is bounded where it waits, and for what may wait however many do.
type queues struct{ short, long *Pace }

// NewCrowd makes a Crowd.
func NewCrowd(cfg CrowdConfig, clock func() time.Time) *Crowd {
	all := NewPace(cfg.PerSecond, cfg.Together, cfg.Most, clock)
	c := &Crowd{ofKnown: queues{all, all.beside(0)}, strange: queues{all.beside(cfg.Most), all.beside(0)}, unhurried: cfg.Unhurried, known: cfg.Known}
	if cfg.PerSecond > 0 {
		c.lately = New(Config{PerSecond: cfg.Regained, Burst: mostHurried * cfg.Unhurried, Subjects: cfg.Subjects}, clock)
	}
	return c
}

// Wait returns when a piece of work may begin. The error is ErrRefused, or the context's.
func (c *Crowd) Wait(ctx context.Context, subject string) error {
	at, weight := c.place(subject, 1)
	if weight == 0 {
		return nil
	}
	return at.short.Wait(ctx, subject, weight)
}

// WaitLong is Wait for work that holds little while it waits, and is refused by nobody; it may be as much as several
// pieces. Paced reports whether it needed a turn. The error is ErrRefused after Close, or the context's.
func (c *Crowd) WaitLong(ctx context.Context, subject string, pieces int) (paced bool, err error) {
	at, weight := c.place(subject, pieces)
	if weight == 0 {
		return false, nil
	}
	return true, at.long.waitFor(ctx, subject, weight, pieces)
}

// WaitInside is WaitLong for a piece of work of somebody who waited at the beginning. All need a turn: many that bring
// little each may bring it in one moment.
func (c *Crowd) WaitInside(ctx context.Context, subject string) error {
	if c.lately == nil {
		return nil
	}
	at, weight := c.place(subject, 1)
	return at.long.Wait(ctx, subject, max(weight, 1))
}

// place is where a subject waits, and the weight of its turn; 0 if it needs none.
func (c *Crowd) place(subject string, pieces int) (at queues, weight int) {
	switch {
	case c.lately == nil:
		return c.ofKnown, 0
	case c.known == nil || c.known(subject):
		return c.ofKnown, c.hurry(subject, pieces)
	}
	return c.strange, max(c.hurry(subject, pieces), 1)
}

// hurry is how much a subject brought lately; 0 if that is not much.
func (c *Crowd) hurry(subject string, pieces int) int {
	if lately := c.lately.Owe(subject, pieces).Spent(); lately > c.unhurried {
		return lately
	}
	return 0
}

// Close has nothing wait any more: what does is refused, and so is what would.
func (c *Crowd) Close() {
	for _, p := range c.all() {
		p.Close()
	}
}

// Waiting is how many wait.
func (c *Crowd) Waiting() (n int) {
	for _, p := range c.all() {
		n += p.Waiting()
	}
	return n
}

func (c *Crowd) all() []*Pace {
	return []*Pace{c.ofKnown.short, c.ofKnown.long, c.strange.short, c.strange.long}
}

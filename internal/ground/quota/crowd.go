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
	Most      int     // so many may wait, those apart that wait long; 0: any number
	Subjects  int     // who is remembered
}

// mostHurried is how much of what a subject brought is remembered, in times of what it begins without waiting.
const mostHurried = 10

// Crowd has the work of subjects that bring much at once begin at a pace, in turn by subject. All others begin at once.
type Crowd struct {
	lately    *Ledger
	pace      *Pace
	long      *Pace // the same, for what may wait however many do
	unhurried int
}

// NewCrowd makes a Crowd.
func NewCrowd(cfg CrowdConfig, clock func() time.Time) *Crowd {
	c := &Crowd{pace: NewPace(cfg.PerSecond, cfg.Together, cfg.Most, clock), unhurried: cfg.Unhurried}
	c.long = c.pace.beside()
	if cfg.PerSecond > 0 {
		c.lately = New(Config{PerSecond: cfg.Regained, Burst: mostHurried * cfg.Unhurried, Subjects: cfg.Subjects}, clock)
	}
	return c
}

// Wait returns when a piece of work may begin. The error is ErrRefused, or the context's.
func (c *Crowd) Wait(ctx context.Context, subject string) error { return c.wait(ctx, c.pace, subject) }

// WaitLong is Wait for work that holds little while it waits, and is refused by nobody. The error is the context's.
func (c *Crowd) WaitLong(ctx context.Context, subject string) error {
	return c.wait(ctx, c.long, subject)
}

func (c *Crowd) wait(ctx context.Context, at *Pace, subject string) error {
	if c.lately == nil {
		return nil
	}
	s := c.lately.Owe(subject, 1)
	lately := s.Limit - s.Remaining
	if lately <= c.unhurried {
		return nil
	}
	return at.Wait(ctx, subject, lately)
}

// Waiting is how many wait.
func (c *Crowd) Waiting() int { return c.pace.Waiting() + c.long.Waiting() }

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
	// Known reports who is no stranger: strangers wait as if they brought much, and longer. Nil: all are known.
	Known func(subject string) bool
}

// mostHurried is how much of what a subject brought is remembered, in times of what it begins without waiting.
const mostHurried = 10

// strange is how many times as much a stranger seems to bring: it comes behind some two hundred pieces of a hurried
// subject that is known.
const strange = 1 << 16

// Crowd has the work of subjects that bring much at once, and of strangers, begin at a pace, in turn by subject. All
// others begin at once.
type Crowd struct {
	lately    *Ledger // nil: nobody waits
	pace      *Pace
	long      *Pace // the same, for what may wait however many do
	unhurried int
	known     func(subject string) bool
}

// NewCrowd makes a Crowd.
func NewCrowd(cfg CrowdConfig, clock func() time.Time) *Crowd {
	c := &Crowd{pace: NewPace(cfg.PerSecond, cfg.Together, cfg.Most, clock), unhurried: cfg.Unhurried, known: cfg.Known}
	c.long = c.pace.beside()
	if cfg.PerSecond > 0 {
		c.lately = New(Config{PerSecond: cfg.Regained, Burst: mostHurried * cfg.Unhurried, Subjects: cfg.Subjects}, clock)
	}
	return c
}

// Wait returns when a piece of work may begin. The error is ErrRefused, or the context's.
func (c *Crowd) Wait(ctx context.Context, subject string) error {
	_, err := c.wait(ctx, c.pace, subject, c.weight(subject, 1), 1)
	return err
}

// WaitLong is Wait for work that holds little while it waits, and is refused by nobody; it may be as much as several
// pieces. Paced reports whether it needed a turn. The error is the context's.
func (c *Crowd) WaitLong(ctx context.Context, subject string, pieces int) (paced bool, err error) {
	return c.wait(ctx, c.long, subject, c.weight(subject, pieces), pieces)
}

// WaitInside is WaitLong for a piece of work of somebody who waited at the beginning. Nobody is a stranger any more, and
// all need a turn: many that bring little each may bring it in one moment.
func (c *Crowd) WaitInside(ctx context.Context, subject string) error {
	_, err := c.wait(ctx, c.long, subject, max(c.hurry(subject, 1), 1), 1)
	return err
}

func (c *Crowd) wait(ctx context.Context, at *Pace, subject string, weight, pieces int) (paced bool, err error) {
	if weight == 0 || c.lately == nil {
		return false, nil
	}
	return true, at.waitFor(ctx, subject, weight, pieces)
}

// weight is that of a subject's turn; 0 if it needs none.
func (c *Crowd) weight(subject string, pieces int) int {
	hurry := c.hurry(subject, pieces)
	if c.known == nil || c.known(subject) {
		return hurry
	}
	return strange * max(hurry, 1)
}

// hurry is how much a subject brought lately; 0 if that is not much.
func (c *Crowd) hurry(subject string, pieces int) int {
	if c.lately == nil {
		return 0
	}
	if lately := c.lately.Owe(subject, pieces).Spent(); lately > c.unhurried {
		return lately
	}
	return 0
}

// Waiting is how many wait.
func (c *Crowd) Waiting() int { return c.pace.Waiting() + c.long.Waiting() }

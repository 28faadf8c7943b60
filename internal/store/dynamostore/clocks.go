package dynamostore

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Clocks compares the clock of this process with the service's, by the Date of its answers. What a process whose clock is
// wrong writes lies where others do not look: they follow a carpeta, and seal the trail, by the times in keys.
type Clocks struct {
	clock func() time.Time
	log   *slog.Logger

	mu         sync.Mutex
	difference time.Duration // of this clock to the service's: positive if this one is ahead
	known      bool
	apart      int // answers in a row
}

const (
	maxApart     = 5 * time.Second // servers' clocks agree within it: keys and cursors count on that
	answersApart = 3               // one answer may have been slow on one way
)

// NewClocks makes Clocks that know nothing yet.
func NewClocks(clock func() time.Time, log *slog.Logger) *Clocks {
	return &Clocks{clock: clock, log: log}
}

// Difference is that of the last answer; false if no answer had a Date.
func (c *Clocks) Difference() (d time.Duration, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.difference, c.known
}

// Ready is a part of /readyz. A nil Clocks, and one that knows no difference, are ready.
func (c *Clocks) Ready(context.Context) error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.apart < answersApart {
		return nil
	}
	return fmt.Errorf("the clock of this server and that of the store differ by %v: set it right (NTP)", c.difference.Round(time.Second/10))
}

// heard takes the Date of an answer. It has whole seconds, cut off; and it was made half the round trip ago.
func (c *Clocks) heard(date string, sent, received time.Time) {
	at, err := http.ParseTime(date)
	trip := received.Sub(sent)
	if err != nil || trip > maxApart { // a trip of so long says nothing
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.difference, c.known = received.Add(-trip/2).Sub(at.Add(time.Second/2)), true
	if c.difference.Abs() <= maxApart {
		c.apart = 0
		return
	}
	if c.apart++; c.apart == answersApart {
		c.log.Error("the clock of this server is wrong: it is not ready until the clock agrees with that of the store", "difference", c.difference)
	}
}

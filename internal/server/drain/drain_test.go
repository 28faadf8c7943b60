package drain_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/drain"
)

// connection leaves a while after it was asked to, or once it is cut.
type connection struct {
	all    *drain.Connections
	after  time.Duration // 0: never, until it is cut
	asked  int
	leaves sync.Once
}

func (c *connection) leave() { c.leaves.Do(func() { c.all.Leave(c) }) }

func (c *connection) Drain() {
	if c.asked++; c.after > 0 {
		time.AfterFunc(c.after, c.leave)
	}
}

func (*connection) Deny(func(context.Context) bool) {}

func (c *connection) Cut() { go c.leave() }

// TestDrainWaitsForAll: every connection is asked once, none is let in any more, and
// the end comes with the last that leaves.
func TestDrainWaitsForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := drain.New()
		fast, slow := &connection{all: all, after: time.Second}, &connection{all: all, after: time.Minute}
		for _, c := range []*connection{fast, slow} {
			if !all.Enter(c) {
				t.Fatalf("the one that leaves after %v was not let in", c.after)
			}
		}
		if all.Draining() {
			t.Fatal("it drains before it is told to")
		}
		start := time.Now()
		if err := all.Drain(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("it took %v", took)
		}
		if fast.asked != 1 || slow.asked != 1 {
			t.Errorf("asked %d and %d times", fast.asked, slow.asked)
		}
		if all.Enter(&connection{all: all}) {
			t.Error("let in after the end")
		}
		if err := all.Drain(t.Context()); err != nil { // there is nothing left to do
			t.Error(err)
		}
	})
}

// TestDrainCutsWhatDoesNotEnd, and says so.
func TestDrainCutsWhatDoesNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := drain.New()
		if !all.Enter(&connection{all: all}) {
			t.Fatal("not let in")
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := all.Drain(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if err := all.Drain(t.Context()); err != nil {
			t.Error("it is cut off, and still there:", err)
		}
	})
}

// TestNobodyIsMissed: a connection that comes while draining begins is either asked
// to end, or not let in.
func TestNobodyIsMissed(t *testing.T) {
	for range 200 {
		synctest.Test(t, func(t *testing.T) {
			all := drain.New()
			for range 8 {
				go all.Enter(&connection{all: all, after: time.Second})
			}
			if err := all.Drain(t.Context()); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		})
	}
}

package socket_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/socket"
)

// crowd counts those at work.
type crowd struct{ now, most, done atomic.Int64 }

func (c *crowd) work(do func()) func() {
	return func() {
		n := c.now.Add(1)
		for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
		}
		do()
		c.now.Add(-1)
		c.done.Add(1)
	}
}

// TestBlockedWorkersDelayNobody: however many wait for slow clients, the work that others
// asked for is done, while those still wait.
func TestBlockedWorkersDelayNobody(t *testing.T) {
	for _, slow := range []int{1, socket.CrewSize, 10 * socket.CrewSize, socket.CrewMax - 1} {
		synctest.Test(t, func(t *testing.T) {
			const quick = 1000
			var c socket.Crew
			var blocked, served crowd
			release, done := make(chan struct{}), make(chan struct{})
			for range slow {
				c.Submit(blocked.work(func() { <-release }))
			}
			for range quick {
				c.Submit(served.work(func() {}))
			}
			c.Submit(func() { close(done) })
			<-done
			synctest.Wait()
			if served.done.Load() != quick || blocked.now.Load() != int64(slow) {
				t.Errorf("%d slow: %d of %d others were served, %d still wait", slow, served.done.Load(), quick, blocked.now.Load())
			}
			close(release)
			c.Wait()
			if blocked.done.Load() != int64(slow) {
				t.Errorf("%d of %d slow ones were served", blocked.done.Load(), slow)
			}
		})
	}
}

// TestCrewIsBounded: nobody is hired for work that gets done, and there is an end
// to what slow clients can make of the crew.
func TestCrewIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c socket.Crew
		var busy crowd
		for range 100_000 {
			c.Submit(busy.work(func() {}))
		}
		c.Wait()
		if n := busy.most.Load(); n > socket.CrewSize {
			t.Errorf("%d workers for work that nobody holds up", n)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		const slow = socket.CrewMax + 100
		var c socket.Crew
		var blocked crowd
		release := make(chan struct{})
		for range slow {
			c.Submit(blocked.work(func() { <-release }))
		}
		time.Sleep(time.Second) // the clock of the bubble: all that can be taken on are
		synctest.Wait()
		close(release)
		c.Wait()
		if blocked.most.Load() != socket.CrewMax || blocked.done.Load() != slow {
			t.Errorf("at most %d workers, %d of %d done", blocked.most.Load(), blocked.done.Load(), slow)
		}
	})
}

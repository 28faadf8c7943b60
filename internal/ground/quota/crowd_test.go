package quota_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// newCrowd has ten begin a second of all who bring more than five at once, or one a second.
func newCrowd(perSecond int) *quota.Crowd {
	return quota.NewCrowd(quota.CrowdConfig{PerSecond: perSecond, Together: 2, Unhurried: 5, Regained: 1, Subjects: 10}, time.Now)
}

// TestACrowdWaits: who brings much at once begins at a pace, nobody else waits, and nobody waits for ever.
func TestACrowdWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const unhurried, together, rest = 5, 2, 20
		c := newCrowd(10)
		begun := make(chan time.Time, 100)
		for range unhurried + together + 1 + rest { // one more begins before it is known that it is early
			go func() {
				if err := c.Wait(t.Context(), "crowd"); err != nil {
					t.Error(err)
				}
				begun <- time.Now()
			}()
		}
		synctest.Wait()
		if len(begun) != unhurried+together+1 || c.Waiting() != rest {
			t.Fatalf("%d begin at once, %d wait", len(begun), c.Waiting())
		}
		start := time.Now()
		if err := c.Wait(t.Context(), "somebody else"); err != nil || time.Since(start) != 0 {
			t.Errorf("somebody else waits %v (%v)", time.Since(start), err)
		}
		time.Sleep(time.Second + time.Millisecond)
		if n := len(begun) - unhurried - together - 1; n != 10 {
			t.Errorf("%d of those that waited begin in a second", n)
		}
		time.Sleep(time.Minute)
		if n := c.Waiting(); n != 0 {
			t.Errorf("%d wait after a minute", n)
		}
		start = time.Now()
		if err := c.Wait(t.Context(), "crowd"); err != nil || time.Since(start) != 0 {
			t.Errorf("who comes back after a quiet time waits %v (%v)", time.Since(start), err)
		}
	})
}

// TestWhoLeavesACrowd waits no more.
func TestWhoLeavesACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newCrowd(1)
		ctx, leave := context.WithCancel(t.Context())
		var failed atomic.Int32
		for range 20 {
			go func() {
				if c.Wait(ctx, "crowd") != nil {
					failed.Add(1)
				}
			}()
			synctest.Wait()
		}
		leave()
		synctest.Wait()
		if failed.Load() != 12 || c.Waiting() != 0 {
			t.Errorf("%d left, %d wait", failed.Load(), c.Waiting())
		}
	})
}

// TestStrangersWaitBehindTheKnown: a thousand of them at once bring one piece of work each. Who is known, and brings
// little, does not wait for them; who brings much comes before those that do as well.
func TestStrangersWaitBehindTheKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 2, Unhurried: 5, Regained: 1, Subjects: 2000, Known: func(subject string) bool { return subject == "known" }}, time.Now)
		if paced, err := c.WaitLong(t.Context(), "a stranger", 1); !paced || err != nil {
			t.Error("a stranger has no turn:", err)
		}
		for n := range 1000 {
			go func() { _ = c.Wait(t.Context(), fmt.Sprint(n)) }()
		}
		synctest.Wait()
		if n := c.Waiting(); n < 990 {
			t.Errorf("%d of a thousand strangers wait", n)
		}
		start := time.Now()
		for range 7 { // two more than at once
			if _, err := c.WaitLong(t.Context(), "known", 1); err != nil {
				t.Error(err)
			}
			if err := c.Wait(t.Context(), "known"); err != nil {
				t.Error(err)
			}
		}
		if d := time.Since(start); d > 3*time.Second {
			t.Errorf("the known wait %v", d)
		}
		time.Sleep(2 * time.Minute)
	})
}

// TestTheLastStrangersWaitBehindTheKnown too: a crowd of them that got smaller seemed to have waited long, and its last
// third came before the known.
func TestTheLastStrangersWaitBehindTheKnown(t *testing.T) {
	for _, left := range []int{990, 500, 100, 10} {
		synctest.Test(t, func(t *testing.T) {
			c := quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 2, Unhurried: 5, Regained: 1, Subjects: 2000, Known: func(subject string) bool { return subject == "known" }}, time.Now)
			for n := range 1000 {
				go func() { _, _ = c.WaitLong(t.Context(), fmt.Sprint(n), 1) }()
			}
			for c.Waiting() == 0 || c.Waiting() > left {
				time.Sleep(100 * time.Millisecond)
			}
			start := time.Now()
			if err := c.WaitInside(t.Context(), "known"); err != nil || time.Since(start) > time.Second/2 {
				t.Errorf("beside %d strangers the known waits %v (%v)", left, time.Since(start), err)
			}
			c.Close()
		})
	}
}

// TestTheKnownHaveTheirThird of the pace beside strangers whose work is large, and their messages beside those of strangers.
func TestTheKnownHaveTheirThird(t *testing.T) {
	for what, bring := range map[string]func(*quota.Crowd, context.Context, string) error{
		"large requests": func(c *quota.Crowd, ctx context.Context, who string) error {
			_, err := c.WaitLong(ctx, who, 8)
			return err
		},
		"messages": (*quota.Crowd).WaitInside,
	} {
		synctest.Test(t, func(t *testing.T) {
			c := quota.NewCrowd(quota.CrowdConfig{PerSecond: 100, Together: 8, Unhurried: 5, Regained: 1, Subjects: 2000, Known: func(subject string) bool { return subject == "known" }}, time.Now)
			for n := range 500 {
				go func() {
					var over error
					for over == nil {
						over = bring(c, t.Context(), fmt.Sprint(n))
					}
				}()
			}
			time.Sleep(time.Second)
			const many = 50
			start := time.Now()
			for range many {
				if err := c.WaitInside(t.Context(), "known"); err != nil {
					t.Error(err)
				}
			}
			if d := time.Since(start); d > 3*many*time.Second/100 {
				t.Errorf("%s: %d messages of the known wait %v, where 100 begin a second", what, many, d)
			}
			c.Close()
		})
	}
}

// TestTheEndOfACrowd: nothing waits any more, and what needs no turn goes on.
func TestTheEndOfACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const many = 50
		c := quota.NewCrowd(quota.CrowdConfig{PerSecond: 1, Together: 2, Unhurried: 5, Regained: 1e-3, Subjects: 2000, Known: func(subject string) bool { return subject != "stranger" }}, time.Now)
		refused := make(chan error, 4*many)
		for range many {
			go func() { refused <- c.Wait(t.Context(), "crowd") }()
			go func() { refused <- c.Wait(t.Context(), "stranger") }()
			go func() { refused <- c.WaitInside(t.Context(), "crowd") }()
			go func() {
				_, err := c.WaitLong(t.Context(), "stranger", 1)
				refused <- err
			}()
		}
		synctest.Wait()
		waiting := c.Waiting()
		for range len(refused) {
			if err := <-refused; err != nil {
				t.Error("before the end:", err)
			}
		}
		c.Close()
		synctest.Wait()
		if len(refused) != waiting || waiting < 3*many || c.Waiting() != 0 {
			t.Errorf("%d of %d that waited are told, %d wait", len(refused), waiting, c.Waiting())
		}
		for range len(refused) {
			if err := <-refused; !errors.Is(err, quota.ErrRefused) {
				t.Error(err)
			}
		}
		if err := c.Wait(t.Context(), "crowd"); !errors.Is(err, quota.ErrRefused) {
			t.Error("what comes later waits:", err)
		}
		if err := c.Wait(t.Context(), "somebody else"); err != nil {
			t.Error("what needs no turn:", err)
		}
	})
}

// TestWhoIsInsideHasATurn: a hundred subjects that bring one message each in one moment are a crowd. Among
// strangers too, who brings little comes before who brings much.
func TestWhoIsInsideHasATurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 2, Unhurried: 5, Regained: 1, Subjects: 200, Known: func(string) bool { return false }}, time.Now)
		for range 50 {
			go func() { _ = c.WaitInside(t.Context(), "much") }()
		}
		synctest.Wait()
		if n := c.Waiting(); n < 45 {
			t.Errorf("%d wait", n)
		}
		start := time.Now()
		if err := c.WaitInside(t.Context(), "little"); err != nil || time.Since(start) > time.Second {
			t.Errorf("who brings little waits %v (%v)", time.Since(start), err)
		}
		time.Sleep(time.Minute)
	})
}

// TestLargeWorkOfACrowd takes as many turns as it has pieces, and no more than begin at once.
func TestLargeWorkOfACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := quota.NewCrowd(quota.CrowdConfig{PerSecond: 10, Together: 4, Unhurried: 1, Regained: 1, Subjects: 10}, time.Now)
		start := time.Now()
		for range 6 { // four pieces at once, and one more piece of work is early
			if _, err := c.WaitLong(t.Context(), "crowd", 100); err != nil {
				t.Error(err)
			}
		}
		if d := time.Since(start); d != (6*4-4-1)*time.Second/10 {
			t.Errorf("six times as much as it may be begin within %v", d)
		}
	})
}

// TestNoCrowd: 0 is any number.
func TestNoCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, start := newCrowd(0), time.Now()
		for range 1000 {
			if err := c.Wait(t.Context(), "crowd"); err != nil {
				t.Fatal(err)
			}
		}
		if d := time.Since(start); d != 0 {
			t.Error(d)
		}
	})
}

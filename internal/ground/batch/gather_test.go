package batch_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// counter is a store of things that all exist; it remembers when it was asked for what.
type counter struct {
	takes  time.Duration
	spoilt string // a read with this key fails
	panics bool

	mu    sync.Mutex
	at    []time.Time
	asked [][]string
}

func (c *counter) read(_ context.Context, keys []string) ([]thing, error) {
	c.mu.Lock()
	c.at, c.asked = append(c.at, time.Now()), append(c.asked, slices.Clone(keys))
	c.mu.Unlock()
	began := time.Now()
	time.Sleep(c.takes)
	switch {
	case c.panics:
		panic("the store is broken")
	case slices.Contains(keys, "away"):
		return nil, fault.New(fault.Unavailable, "")
	case slices.Contains(keys, c.spoilt):
		return nil, errors.New("a row cannot be read")
	}
	var all []thing
	for _, k := range keys {
		if k != "none" {
			all = append(all, thing{k, int(began.UnixNano())})
		}
	}
	return all, nil
}

const (
	most  = 100
	pause = 10 * time.Millisecond
)

func (c *counter) gather() *batch.Gather[string, thing] {
	return batch.NewGather(batch.Lookup[string, thing]{Read: c.read, Key: func(t thing) string { return t.Key }, Absent: fault.Plain(fault.NotFound)}, most, pause)
}

// TestManyWhoAskOneByOne: ten thousand at a moment, and then some six hundred each second, at any moment of it.
func TestManyWhoAskOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counter{takes: 3 * time.Millisecond}
		g := c.gather()
		var all sync.WaitGroup
		ask := func(key string) {
			asked := time.Now()
			got, err := g.One(t.Context(), key)
			if err != nil || got.Key != key || int64(got.Size) < asked.UnixNano() {
				t.Errorf("%s: %v, %v: not read after it was asked for", key, got, err)
			}
		}
		for n := range 10_000 {
			all.Go(func() { ask(fmt.Sprint("first ", n)) })
		}
		for n := range 6_000 {
			all.Go(func() {
				time.Sleep(2*time.Second + time.Duration(n)*time.Second/600)
				ask(fmt.Sprint("later ", n))
			})
		}
		all.Wait()
		for i := range c.at {
			if i > 0 && c.at[i].Sub(c.at[i-1]) < pause {
				t.Fatalf("two reads within %v", c.at[i].Sub(c.at[i-1]))
			}
			if len(c.asked[i]) > most {
				t.Fatalf("%d keys in a read", len(c.asked[i]))
			}
		}
		if n := len(c.at); n > 1200 || n < 100 {
			t.Errorf("%d reads in 12 s", n)
		}
	})
}

// TestNobodyWaitsAfterSilence: a single one is read at once.
func TestNobodyWaitsAfterSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := (&counter{}).gather()
		for range 3 {
			began := time.Now()
			if _, err := g.One(t.Context(), "a"); err != nil || time.Since(began) > 0 {
				t.Fatal(time.Since(began), err)
			}
			time.Sleep(pause)
		}
	})
}

// TestWhoAsksDuringAReadIsReadAgain: the read under way may have seen what was before.
func TestWhoAsksDuringAReadIsReadAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := &counter{takes: time.Minute}
		g := c.gather()
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() { _, _ = g.One(t.Context(), "b") })
			synctest.Wait() // it is under way, and the next begins after a pause
			all.Go(func() { _, _ = g.One(t.Context(), "a") })
			all.Go(func() { _, _ = g.One(t.Context(), "a") }) // shares the question
			time.Sleep(time.Second)
		}
		all.Wait()
		if got := fmt.Sprint(c.asked); got != "[[b] [a] [b] [a]]" {
			t.Error(got)
		}
	})
}

// TestOneThatFailsFailsAlone: as if each had been read by itself.
func TestOneThatFailsFailsAlone(t *testing.T) {
	for name, c := range map[string]struct {
		store *counter
		key   string
		want  fault.Code
		other fault.Code
		reads int
	}{
		"absent":               {&counter{}, "none", fault.NotFound, "", 2},
		"a row that is spoilt": {&counter{spoilt: "bad"}, "bad", fault.Internal, "", 4},
		"the store is away":    {&counter{}, "away", fault.Unavailable, fault.Unavailable, 2},
		"a panic":              {&counter{panics: true}, "any", fault.Internal, fault.Internal, 4},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := c.store.gather()
				_, _ = g.One(t.Context(), "before") // so that the others share a read
				var all sync.WaitGroup
				for key, want := range map[string]fault.Code{c.key: c.want, "good": c.other} {
					all.Go(func() {
						if _, err := g.One(t.Context(), key); fault.CodeOf(err) != want {
							t.Errorf("%s: %v, want %v", key, err, want)
						}
					})
				}
				all.Wait()
				if len(c.store.asked) != c.reads {
					t.Errorf("%d reads: %v", len(c.store.asked), c.store.asked)
				}
			})
		})
	}
}

// TestWhoLeavesIsNotWaitedFor, and leaves the others their read.
func TestWhoLeavesIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := (&counter{takes: time.Minute}).gather()
		ctx, leave := context.WithCancel(t.Context())
		var stays sync.WaitGroup
		stays.Go(func() {
			if got, err := g.One(t.Context(), "a"); err != nil || got.Key != "a" {
				t.Error(got, err)
			}
		})
		gone := make(chan error)
		go func() {
			_, err := g.One(ctx, "a")
			gone <- err
		}()
		synctest.Wait()
		leave()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		stays.Wait()
		time.Sleep(time.Hour) // what nobody waits for comes to its end too
	})
}

package hub_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

const many = 100

// audience are many who follow one saga; each has seen its present state.
func audience(t *testing.T, h *hub.Hub, s hub.Reader) []<-chan item {
	t.Helper()
	var all []<-chan item
	for range many {
		all = append(all, follow(t.Context(), h.Follow(s, "e", -1)))
		if first := <-all[len(all)-1]; first.Err != nil {
			t.Fatal(first.Err)
		}
	}
	synctest.Wait()
	return all
}

// expect takes the next from each, and returns it.
func expect(t *testing.T, all []<-chan item, secuencia int64) {
	t.Helper()
	for n, items := range all {
		if i := <-items; i.Err != nil || i.Saga.Secuencia != secuencia {
			t.Fatalf("follower %d saw %d, %v; want %d", n, i.Saga.Secuencia, i.Err, secuencia)
		}
	}
	synctest.Wait()
}

func TestSilenceCostsOneReadForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		audience(t, h, s)
		before := s.count()
		const times = 4
		time.Sleep(times*hub.Refresh + hub.Refresh/2)
		synctest.Wait()
		if n := s.count() - before; n != times {
			t.Fatalf("%d followers of one saga read it %d times in %d times Refresh", many, n, times)
		}
	})
}

func TestReconnectCostsOneReadForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		all := audience(t, h, s)
		before := s.count()
		s.advance(t) // its event is lost
		h.Missed()
		expect(t, all, 2)
		if n := s.count() - before; n != 1 {
			t.Fatalf("%d reads", n)
		}
	})
}

// One of them finds what all have missed, and all are told.
func TestWhatOneFindsAllAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		all := audience(t, h, s)
		before := s.count()
		s.advance(t)
		expect(t, all, 2)
		h.Publish(s.advance(t))
		expect(t, all, 3)
		if n := s.count() - before; n != 1 {
			t.Fatalf("%d reads", n)
		}
	})
}

// A follower that shall read for all and waits for a client delays nobody.
func TestHeldUpReaderHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		all := audience(t, h, s)
		h.Publish(s.advance(t))
		expect(t, all[:1], 2) // the others' clients do not take it
		s.advance(t)
		expect(t, all[:1], 3)
	})
}

// gate is a store that answers when it is told to, and names the asker.
type gate struct {
	*stored
	asked chan string
	open  chan error
}

type nameKey struct{}

func (g *gate) Eliminacion(ctx context.Context, id string) (eliminacion.Eliminacion, error) {
	name, _ := ctx.Value(nameKey{}).(string)
	g.asked <- name
	select {
	case err := <-g.open:
		if err != nil {
			return eliminacion.Eliminacion{}, err
		}
		return g.stored.Eliminacion(ctx, id)
	case <-ctx.Done():
		return eliminacion.Eliminacion{}, ctx.Err()
	}
}

func newGate() *gate { return &gate{newStored(), make(chan string), make(chan error)} }

// The follower that began a reading may leave: the reading goes on for the others.
func TestAReadingGoesOnWhenItsReaderLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, g := hub.New(func() {}), newGate()
		other := map[string]string{"ana": "bruno", "bruno": "ana"}
		leave, items := map[string]context.CancelFunc{}, map[string]<-chan item{}
		for name := range other {
			ctx, cancel := context.WithCancel(context.WithValue(t.Context(), nameKey{}, name))
			leave[name], items[name] = cancel, follow(ctx, h.Follow(g, "e", -1))
			<-g.asked
			g.open <- nil
			<-items[name]
		}
		g.advance(t)
		h.Missed()
		reader := <-g.asked
		synctest.Wait() // the other waits for it
		leave[reader]()
		_, _ = drain(items[reader]) // it leaves while the store is silent
		g.open <- nil
		if i := <-items[other[reader]]; i.Err != nil || i.Saga.Secuencia != 2 {
			t.Fatal(i)
		}
		leave[other[reader]]()
	})
}

// A store that fails answers all who wait with one failure.
func TestFailureOfTheStoreIsEverybodys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, g := hub.New(func() {}), newGate()
		go func() {
			for range many {
				<-g.asked
				g.open <- nil
			}
		}()
		all := audience(t, h, g)
		h.Missed()
		<-g.asked
		synctest.Wait() // the others wait
		g.open <- fault.New(fault.Unavailable, "")
		for _, items := range all {
			if _, err := drain(items); fault.CodeOf(err) != fault.Unavailable {
				t.Fatal(err)
			}
		}
	})
}

// Ten thousand followers of one deletion hold it once: the emitted value is the same.
func TestFollowersShareTheSaga(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		var mu sync.Mutex
		seen := map[*eliminacion.Eliminacion]int{}
		var streams []*hub.Stream
		step := func() {
			for _, f := range streams {
				_, err := f.Step(t.Context(), func(_ context.Context, event any) error {
					e := event.(*eliminacion.Eliminacion)
					mu.Lock()
					defer mu.Unlock()
					seen[e]++
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		for range many {
			f := h.Follow(s, "e", -1)
			f.Start(func() {})
			defer f.Close()
			streams = append(streams, f)
		}
		step()
		h.Publish(s.advance(t))
		step()
		s.advance(t)
		h.Missed()
		step()
		if len(seen) != 3 {
			t.Fatalf("%d followers hold %d sagas, want 3", many, len(seen))
		}
		for e, n := range seen {
			if n != many {
				t.Fatalf("secuencia %d was told %d times", e.Secuencia, n)
			}
		}
	})
}

package hub_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// stored is a saga that moves on under the follower's eyes.
type stored struct {
	mu    sync.Mutex
	saga  eliminacion.Eliminacion
	reads int
}

// end is the secuencia of the last step; each has one.
var end = int64(len(eliminacion.Pasos))

// from are the secuencias from one to the end.
func from(first int64) (secuencias []int64) {
	for n := first; n <= end; n++ {
		secuencias = append(secuencias, n)
	}
	return secuencias
}

// next is the saga at the next of its steps, to which a suceso leads.
func next(t *testing.T, e eliminacion.Eliminacion) eliminacion.Eliminacion {
	t.Helper()
	for _, s := range eliminacion.Sucesos {
		r, err := eliminacion.Transicion(e, s, eliminacion.Detalle{Now: time.Now()})
		if err == nil && r.Cambia && r.Nueva.Paso == eliminacion.Pasos[e.Secuencia] {
			return r.Nueva
		}
	}
	t.Fatalf("nothing leads on from %s/%s", e.Estado, e.Paso)
	return e
}

func newStored() *stored {
	return &stored{saga: eliminacion.Eliminacion{
		EventoID: "e", CarpetaID: "c", Estado: eliminacion.Iniciada, Paso: eliminacion.Espera, Secuencia: 1,
		Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.Espera}},
	}}
}

func (s *stored) Eliminacion(context.Context, string) (eliminacion.Eliminacion, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads++
	return s.saga, nil
}

// count is how often the saga was read.
func (s *stored) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

func (s *stored) Cambiadas(context.Context, string, time.Time) (c eliminacion.Cambios, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return eliminacion.Cambios{Al: time.Now(), Eliminaciones: []eliminacion.Eliminacion{s.saga}}, nil
}

// advance moves the saga on and returns the event that announces it.
func (s *stored) advance(t *testing.T) eliminacion.Aviso {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saga = next(t, s.saga)
	a, err := eliminacion.ReadAviso(eliminacion.Mensaje(s.saga, "x", time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// item is what a subscriber sees: a saga, or the error that ends it.
type item struct {
	Saga eliminacion.Eliminacion
	Err  error
}

// follow works on a stream until it is done, as a transport does; the reader of
// the channel is the client.
func follow(ctx context.Context, s *hub.Stream) <-chan item {
	items, woken := make(chan item), make(chan struct{}, 1)
	woken <- struct{}{}
	s.Start(func() {
		select {
		case woken <- struct{}{}:
		default:
		}
	})
	send := func(i item) {
		select {
		case items <- i:
		case <-ctx.Done():
		}
	}
	go func() {
		defer close(items)
		defer s.Close()
		for {
			select {
			case <-woken:
			case <-ctx.Done():
				return
			}
			done, err := s.Step(ctx, func(_ context.Context, event any) error {
				e := event.(*eliminacion.Eliminacion)
				send(item{Saga: *e})
				return nil
			})
			if err != nil {
				send(item{Err: err})
			}
			if done {
				return
			}
		}
	}()
	return items
}

func drain(items <-chan item) (got []int64, err error) {
	for i := range items {
		if i.Err != nil {
			return got, i.Err
		}
		got = append(got, i.Saga.Secuencia)
	}
	return got, nil
}

func TestFollowEveryLossAndRepeat(t *testing.T) {
	// Each plan is what the broker does with the events after the first: deliver, repeat or lose.
	plans := 1
	for range from(2) {
		plans *= 3
	}
	for plan := range plans {
		t.Run(fmt.Sprint(plan), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, s := hub.New(func() {}), newStored()
				items := follow(t.Context(), h.Follow(s, "e", 0))
				go func() {
					for p := plan; ; p /= 3 {
						time.Sleep(time.Second)
						a := s.advance(t)
						for range p % 3 {
							h.Publish(a)
						}
						if a.Estado.Terminal() {
							return
						}
					}
				}()
				got, err := drain(items)
				if err != nil || !slices.Equal(got, from(1)) {
					t.Fatalf("saw %v, %v", got, err)
				}
			})
		})
	}
}

func TestFollowPresentStateThenLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		s.advance(t)
		items := follow(t.Context(), h.Follow(s, "e", -1))
		if first := <-items; first.Saga.Secuencia != 2 {
			t.Fatalf("first message is secuencia %d", first.Saga.Secuencia)
		}
		synctest.Wait()
		reads := s.count()
		for range from(3) {
			h.Publish(s.advance(t))
		}
		if got, err := drain(items); err != nil || !slices.Equal(got, from(3)) {
			t.Fatal(got, err)
		}
		if s.count() != reads {
			t.Fatalf("live events cost %d reads", s.count()-reads)
		}
		if h.Count() != 0 {
			t.Fatal("the subscriber was not removed")
		}
	})
}

func TestFollowReconnectRereads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		items := follow(t.Context(), h.Follow(s, "e", 0))
		<-items
		for range from(2) {
			s.advance(t) // all events lost
		}
		synctest.Wait()
		start := time.Now()
		h.Missed()
		if got, err := drain(items); err != nil || !slices.Equal(got, from(2)) {
			t.Fatal(got, err)
		}
		if time.Since(start) > 0 {
			t.Fatal("a reconnect waited for the refresh")
		}
	})
}

func TestSlowSubscriberIsClosedAndBlocksNobody(t *testing.T) {
	dropped, woken := 0, 0
	h := hub.New(func() { dropped++ })
	slow, fast := h.Subscribe(hub.Topic{EventoID: "e"}, func() {}), h.Subscribe(hub.Topic{CarpetaID: "c"}, func() { woken++ })
	seen := 0
	for range hub.Buffer + 1 {
		h.Publish(eliminacion.Aviso{EventoID: "e", CarpetaID: "c"})
		if fast.Event() != nil {
			seen++
		}
	}
	n := 0
	for slow.Event() != nil {
		n++
	}
	if n != hub.Buffer || slow.Why() != hub.TooSlow || dropped != 1 || seen != hub.Buffer+1 || woken != seen {
		t.Fatalf("slow got %d (%v), fast %d, woken %d times, dropped %d", n, slow.Why(), seen, woken, dropped)
	}
	if events, gap := fast.Waiting(); events != 0 || gap {
		t.Fatal(events, gap)
	}
	slow.Close()
	fast.Close()
	if h.Count() != 0 {
		t.Fatal("subscribers left")
	}
}

func TestSlowFollowerGetsAReason(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		items := follow(t.Context(), h.FollowCarpeta(s, "c"))
		synctest.Wait() // it is about to hand over its first message, and nobody takes it
		for n := range int64(hub.Buffer + 2) {
			h.Publish(eliminacion.Aviso{EventoID: "e", CarpetaID: "c", Secuencia: n, Version: 1})
		}
		if _, err := drain(items); fault.CodeOf(err) != fault.SlowSubscriber {
			t.Fatal(err)
		}
	})
}

func TestFollowCarpetaSeesEverySagaOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		ctx, cancel := context.WithCancel(t.Context())
		items := follow(ctx, h.FollowCarpeta(s, "c"))
		go func() {
			for range from(2) {
				time.Sleep(time.Second)
				a := s.advance(t)
				h.Publish(a)
				h.Publish(a)
			}
			time.Sleep(3 * hub.Refresh)
			cancel()
		}()
		if got, err := drain(items); err != nil || !slices.Equal(got, from(1)) {
			t.Fatal(got, err)
		}
	})
}

// A deletion that began and ended while every event was lost is told all the same.
func TestFollowCarpetaSeesWhatBeganAndEndedUnheard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		empty := &hidden{stored: s}
		ctx, cancel := context.WithCancel(t.Context())
		items := follow(ctx, h.FollowCarpeta(empty, "c"))
		go func() {
			time.Sleep(time.Second)
			for range from(2) {
				s.advance(t)
			}
			empty.visible.Store(true)
			time.Sleep(2 * hub.Refresh)
			cancel()
		}()
		if got, err := drain(items); err != nil || !slices.Equal(got, from(1)) {
			t.Fatal(got, err)
		}
	})
}

// hidden is a carpeta in which the deletion begins later.
type hidden struct {
	*stored
	visible atomic.Bool
}

func (o *hidden) Cambiadas(ctx context.Context, id string, since time.Time) (eliminacion.Cambios, error) {
	if !o.visible.Load() {
		return eliminacion.Cambios{Al: time.Now()}, nil
	}
	return o.stored.Cambiadas(ctx, id, since)
}

func TestCloseTellsEverybody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		items := follow(t.Context(), h.Follow(s, "e", -1))
		<-items
		synctest.Wait()
		h.Close()
		if _, err := drain(items); fault.CodeOf(err) != fault.Unavailable {
			t.Fatal(err)
		}
		if late := h.Subscribe(hub.Topic{EventoID: "e"}, func() {}); late.Why() != hub.Shutdown {
			t.Fatal("a closed hub takes subscribers")
		}
	})
}

// Whoever comes back after a lost socket is told what ended meanwhile: the row would stay
// ELIMINANDO for ever.
func TestFollowCarpetaBeginsWithWhatEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, s := hub.New(func() {}), newStored()
		first, lost := context.WithCancel(t.Context())
		if got := <-follow(first, h.FollowCarpeta(s, "c")); got.Saga.Secuencia != 1 {
			t.Fatal(got)
		}
		lost()
		for range from(2) {
			s.advance(t)
		}
		ctx, cancel := context.WithCancel(t.Context())
		items := follow(ctx, h.FollowCarpeta(s, "c"))
		go func() {
			time.Sleep(3 * hub.Refresh)
			cancel()
		}()
		if got, err := drain(items); err != nil || !slices.Equal(got, from(end)) {
			t.Fatal(got, err)
		}
	})
}

// TestEventsThatCameTogether: subscribers share their list, are woken once for it, and none takes or adds for another.
func TestEventsThatCameTogether(t *testing.T) {
	h := hub.New(func() {})
	var woken [2]int
	var subs [2]*hub.Subscriber
	for i := range subs {
		subs[i] = h.Subscribe(hub.Topic{EventoID: "e"}, func() { woken[i]++ })
	}
	step := func(n int64) eliminacion.Aviso { return eliminacion.Aviso{EventoID: "e", CarpetaID: "c", Secuencia: n} }
	h.Publish()
	h.Publish(step(1), step(2), step(3))
	if woken != [2]int{1, 1} {
		t.Errorf("woken %v times", woken)
	}
	if a := subs[0].Event(); a == nil || a.Secuencia != 1 {
		t.Fatalf("the first event is %+v", a)
	}
	h.Publish(step(4))
	for i, want := range [][]int64{{2, 3, 4}, {1, 2, 3, 4}} {
		var got []int64
		for a := subs[i].Event(); a != nil; a = subs[i].Event() {
			got = append(got, a.Secuencia)
		}
		if !slices.Equal(got, want) {
			t.Errorf("subscriber %d is told %v, want %v", i, got, want)
		}
	}
}

package hub_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// TestFollowersOfACarpetaReadTogether: a citizen may open thousands of subscriptions of one
// carpeta. A round of readings costs what it costs for one, and they hold each saga once.
func TestFollowersOfACarpetaReadTogether(t *testing.T) {
	const sagas, followers = 20, 50
	h := hub.New(func() {})
	var all several
	for i := range sagas {
		s := newStored()
		s.saga.EventoID = fmt.Sprint("e", i)
		all = append(all, s)
	}
	seen := map[*eliminacion.Eliminacion]int{}
	var streams []*hub.Stream
	step := func() {
		t.Helper()
		for _, f := range streams {
			_, err := f.Step(t.Context(), func(_ context.Context, event any) error {
				e := event.(*eliminacion.Eliminacion)
				seen[e]++
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for range followers {
		f := h.FollowCarpeta(all, "c")
		f.Start(func() {})
		defer f.Close()
		streams = append(streams, f)
	}
	step()
	if len(seen) != sagas {
		t.Errorf("%d sagas are held, want %d", len(seen), sagas)
	}
	reads := func() (n int) {
		for _, s := range all {
			n += s.count()
		}
		return n
	}
	before := reads()
	clear(seen)
	for _, s := range all {
		s.advance(t) // nobody hears of it
	}
	h.Missed()
	step()
	if n := reads() - before; n != sagas {
		t.Errorf("%d reads of %d sagas by %d followers", n, sagas, followers)
	}
	if len(seen) != sagas {
		t.Errorf("%d sagas are held, want %d", len(seen), sagas)
	}
	for _, n := range seen {
		if n != followers {
			t.Errorf("a step was told %d times, to %d followers", n, followers)
		}
	}
}

// late is a carpeta whose first reading ends long after its second one.
type late struct {
	several
	calls *atomic.Int32
	begun chan struct{}
}

func (l late) Cambiadas(ctx context.Context, id string, since time.Time) (eliminacion.Cambios, error) {
	if l.calls.Add(1) == 1 {
		close(l.begun)
		time.Sleep(time.Second) // nothing but time lies between the two: the race detector sees who reads what is being written
	}
	return l.several.Cambiadas(ctx, id, since)
}

// TestAReadingUnderWayIsNotComparedWith: something happens while a carpeta is read. Who reads it anew takes nothing
// from the reading that is under way; the race detector is the judge.
func TestAReadingUnderWayIsNotComparedWith(t *testing.T) {
	h, s := hub.New(func() {}), newStored()
	store := late{several{s}, new(atomic.Int32), make(chan struct{})}
	step := func(f *hub.Stream) (told int) {
		_, err := f.Step(t.Context(), func(context.Context, any) error { told++; return nil })
		if err != nil {
			t.Error(err)
		}
		return told
	}
	first, second := h.FollowCarpeta(store, "c"), h.FollowCarpeta(store, "c")
	for _, f := range []*hub.Stream{first, second} {
		f.Start(func() {})
		defer f.Close()
	}
	told := make(chan int)
	go func() { told <- step(first) }()
	<-store.begun
	h.Missed()
	if n := step(second); n != 1 {
		t.Errorf("the second follower was told %d sagas, want 1", n)
	}
	if n := <-told; n != 1 {
		t.Errorf("the first follower was told %d sagas, want 1", n)
	}
}

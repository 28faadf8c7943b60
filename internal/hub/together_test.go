package hub_test

import (
	"context"
	"fmt"
	"testing"

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

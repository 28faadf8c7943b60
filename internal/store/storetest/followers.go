package storetest

import (
	"context"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

var casesFollowers = []testCase{
	{"followers/of as many deletions read in batches", "", followersInBatches},
}

// followersInBatches: each follows a deletion of its own, and reads it when it begins and whenever it may have
// missed something. Before, that was a call of the store each time.
func followersInBatches(t *testing.T, b *world) {
	const many, times = 500, 3
	sagas := b.waiting(t, many)
	h, store := hub.New(func() {}), hub.Batched(b)
	streams := make([]*hub.Stream, many)
	for i, e := range sagas {
		streams[i] = h.Follow(store, e.EventoID, -1)
		streams[i].Start(func() {})
		defer streams[i].Close()
	}
	b.obs.take()
	for round := range times {
		var all sync.WaitGroup
		for i, s := range streams {
			all.Go(func() {
				told := 0
				done, err := s.Step(b.ctx, func(_ context.Context, event any) error {
					if e := event.(*eliminacion.Eliminacion); e.EventoID == sagas[i].EventoID {
						told++
					}
					return nil
				})
				if first := round == 0; done || err != nil || first != (told == 1) {
					t.Errorf("round %d: %d told, done %v, %v", round, told, done, err)
				}
			})
		}
		all.Wait()
		h.Missed()
	}
	calls, _ := b.obs.take()
	if n := calls["Eliminaciones"]; len(calls) != 1 || n < many*times/100 || n > many*times/2 {
		t.Errorf("%d followers that read %d times made the calls %v", many, times, calls)
	}
}

// waiting are so many deletions under way.
func (b *world) waiting(t testing.TB, n int) []eliminacion.Eliminacion {
	t.Helper()
	c, ds := b.seed(t, n)
	es := make([]eliminacion.Eliminacion, n)
	for i, d := range ds {
		es[i] = b.newSaga(c, d)
		require(t, b.Iniciar(b.ctx, es[i], Hecho()))
	}
	return es
}

package hub_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// manySagas is a store in which every deletion is there, but "none". A call with "bad" fails, and one with "away" finds
// no store. It says of a deletion when it was read.
type manySagas struct {
	mu    sync.Mutex
	calls [][]string
}

func (m *manySagas) Eliminaciones(_ context.Context, ids []string) (all []eliminacion.Eliminacion, err error) {
	m.mu.Lock()
	m.calls = append(m.calls, slices.Clone(ids))
	m.mu.Unlock()
	began := time.Now()
	time.Sleep(time.Millisecond)
	switch {
	case slices.Contains(ids, "away"):
		return nil, fault.New(fault.Unavailable, "")
	case slices.Contains(ids, "bad"):
		return nil, errors.New("a row cannot be read")
	}
	for _, id := range ids {
		if id != "none" {
			all = append(all, eliminacion.Eliminacion{EventoID: id, SolicitadaEn: began})
		}
	}
	return all, nil
}

// TestManyFollowersMakeFewCalls, and each gets its saga as it was after it asked.
func TestManyFollowersMakeFewCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &manySagas{}
		store := hub.Batched(m)
		var all sync.WaitGroup
		for n := range 10_000 {
			all.Go(func() {
				id := fmt.Sprint(n)
				for range 2 {
					asked := time.Now()
					if e, err := store.Eliminacion(t.Context(), id); err != nil || e.EventoID != id || e.SolicitadaEn.Before(asked) {
						t.Errorf("%s: %v, read at %v: not after it was asked for", id, err, e.SolicitadaEn)
					}
				}
			})
		}
		all.Wait()
		if n := len(m.calls); n < 200 || n > 400 {
			t.Errorf("%d calls", n)
		}
	})
}

// TestAFollowerFailsAlone: as if each had read by itself.
func TestAFollowerFailsAlone(t *testing.T) {
	for id, want := range map[string]struct{ own, others fault.Code }{
		"none": {fault.NotFound, ""},
		"bad":  {fault.Internal, ""},
		"away": {fault.Unavailable, fault.Unavailable},
	} {
		synctest.Test(t, func(t *testing.T) {
			store := hub.Batched(&manySagas{})
			var all sync.WaitGroup
			for asked, code := range map[string]fault.Code{id: want.own, "good": want.others} {
				all.Go(func() {
					if _, err := store.Eliminacion(t.Context(), asked); fault.CodeOf(err) != code {
						t.Errorf("%s beside %s: %v, want %q", asked, id, err, code)
					}
				})
			}
			all.Wait()
		})
	}
}

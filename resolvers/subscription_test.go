package resolvers_test

import (
	"errors"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

func TestSubscriptionBeginsByLeavingItsStream(t *testing.T) {
	w := newWorld(t)
	evento := w.deleted()
	ctx, place := hub.WithHandover(w.context(ana))
	events, err := w.resolver.Subscription().Eliminacion(ctx, evento, nil)
	if err != nil || events != nil {
		t.Fatalf("events %v, error %v", events, err)
	}
	if place.Stream == nil {
		t.Fatal("no stream was left")
	}
	place.Stream.Close()
}

func TestSubscriptionResolvesOneEvent(t *testing.T) {
	w := newWorld(t)
	w.forgetCalls()
	e := &eliminacion.Eliminacion{EventoID: uuid(9, 1)}
	events, err := w.resolver.Subscription().EliminacionesDeCarpeta(hub.WithEvent(w.context(ana), e), uuid(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := <-events; got != e {
		t.Errorf("another event: %v", got)
	}
	if len(w.counted()) != 0 {
		t.Errorf("an event cost %v", w.counted())
	}
}

func TestSubscriptionIsForWhoMaySee(t *testing.T) {
	w := newWorld(t)
	evento := w.deleted()
	ctx, place := hub.WithHandover(w.context(bea))
	if _, err := w.resolver.Subscription().Eliminacion(ctx, evento, nil); !errors.Is(err, fault.NotFound) {
		t.Errorf("a foreign deletion: %v", err)
	}
	if _, err := w.resolver.Subscription().EliminacionesDeCarpeta(ctx, uuid(1, 0)); !errors.Is(err, fault.NotFound) {
		t.Errorf("a foreign carpeta: %v", err)
	}
	if place.Stream != nil {
		t.Error("a stream was left all the same")
	}
}

func TestSubscriptionNeedsATransportThatKeepsIt(t *testing.T) {
	w := newWorld(t)
	if _, err := w.resolver.Subscription().Eliminacion(w.context(ana), w.deleted(), nil); err == nil {
		t.Error("a subscription began with nobody to step it")
	}
}

func TestSeenUntil(t *testing.T) {
	n := func(n int32) *int32 { return &n }
	cases := map[string]struct {
		argument *int32
		resumed  int64 // −1: the transport knows nothing
		want     int64
	}{
		"nothing is known":             {nil, -1, -1},
		"the argument":                 {n(2), -1, 2},
		"less than nothing":            {n(-7), -1, 0},
		"what the transport has sent":  {nil, 3, 3},
		"the later one counts":         {n(2), 3, 3},
		"also if it is the argument":   {n(4), 3, 4},
		"a number of another saga":     {n(9), -1, -1},
		"both numbers of another saga": {n(9), 8, -1},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			if tc.resumed >= 0 {
				ctx = hub.WithResume(ctx, tc.resumed)
			}
			if got := resolvers.SeenUntil(ctx, tc.argument, 5); got != tc.want {
				t.Errorf("got %d, want %d", got, tc.want)
			}
		})
	}
}

package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// events is the channel that the executor wants of a subscription's resolver. It never carries a
// stream here: it is nil when a subscription begins, and holds one event afterwards.
type events = <-chan *eliminacion.Eliminacion

// inSteps resolves a subscription's field, which the transport does many times over.
// The first time, begin makes the stream, and the transport keeps it. From then on
// the transport resolves the field once for each event, and the answer is that event.
func inSteps(ctx context.Context, begin func(quien auth.Principal) (*hub.Stream, error)) (events, error) {
	if e := hub.EventOf(ctx); e != nil {
		return one(e), nil
	}
	stream, err := asCaller(ctx, begin)
	if err != nil {
		return nil, err
	}
	if !hub.HandOver(ctx, stream) {
		return nil, errors.New("resolvers: this transport takes no subscriptions")
	}
	return nil, nil
}

func one(e *eliminacion.Eliminacion) events {
	event := make(chan *eliminacion.Eliminacion, 1)
	event <- e
	return event
}

// seenUntil is where a subscription goes on: the argument, or what the transport
// knows that the client has seen, whichever is later; −1 means the present state.
// What the saga has not reached yet nobody has seen of it: the number is of another one.
func seenUntil(ctx context.Context, despuesDe *int32, reached int64) int64 {
	n := int64(-1)
	if despuesDe != nil && int64(*despuesDe) <= reached {
		n = max(int64(*despuesDe), 0)
	}
	if seen, ok := hub.ResumedAfter(ctx); ok && seen <= reached {
		n = max(n, seen)
	}
	return n
}

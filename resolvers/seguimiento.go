package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// seguir begins a subscription: the transport goes on with the stream (see
// hub.Place), so there is no channel.
func seguir(ctx context.Context, s *hub.Stream) (<-chan *eliminacion.Eliminacion, error) {
	if !hub.Leave(ctx, s) {
		return nil, errors.New("resolvers: this transport takes no subscriptions")
	}
	return nil, nil
}

// entrega is the event that is being resolved, as the channel that the executor
// wants; nil while the subscription begins.
func entrega(ctx context.Context) <-chan *eliminacion.Eliminacion {
	e := hub.EventOf(ctx)
	if e == nil {
		return nil
	}
	una := make(chan *eliminacion.Eliminacion, 1)
	una <- e
	return una
}

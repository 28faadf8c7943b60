package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// stream turns what the hub emits into the messages of a subscription. An error
// ends it, as the last message.
func stream(ctx context.Context, items <-chan hub.Item) <-chan *eliminacion.Eliminacion {
	out := make(chan *eliminacion.Eliminacion)
	go func() {
		defer close(out)
		for i := range items {
			if i.Err != nil {
				fault.EndWith(ctx, i.Err)
				return
			}
			select {
			case out <- &i.Saga:
			case <-ctx.Done(): // the hub closes items on the same signal
				return
			}
		}
	}()
	return out
}

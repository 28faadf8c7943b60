package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// A repair's saga takes a moment; one that looks before it gives a document back, a minute.
const (
	reparacionesTimeout = 3 * time.Minute
	reparacionPoll      = 100 * time.Millisecond
)

// finishReparaciones carries the sagas of the repairs out in this process where no
// server can: the embedded profile's data belong to it alone. In the distributed
// profile the servers' sweepers find them due.
func (a *App) finishReparaciones(ctx context.Context, eventoIDs []string) error {
	if a.cfg.Profile != config.Embedded || len(eventoIDs) == 0 {
		return nil
	}
	var stack service.Stack
	for _, s := range a.engines() {
		if err := stack.Start(ctx, s); err != nil {
			return errors.Join(err, a.stop(&stack))
		}
	}
	return errors.Join(a.awaitSagas(ctx, eventoIDs), a.stop(&stack))
}

func (a *App) awaitSagas(ctx context.Context, eventoIDs []string) error {
	ctx, cancel := context.WithTimeout(ctx, reparacionesTimeout)
	defer cancel()
	for len(eventoIDs) > 0 {
		lote := eventoIDs[:min(len(eventoIDs), relay.MaxPage)]
		es, err := a.p.store.Eliminaciones(ctx, lote)
		if err != nil {
			return err
		}
		if alive := underWay(es); len(alive) > 0 {
			if err := service.Pause(ctx, reparacionPoll); err != nil {
				return fmt.Errorf("%d repairs are still under way; the next carpeta serve carries them out: %w", len(alive), err)
			}
			continue
		}
		eventoIDs = eventoIDs[len(lote):]
	}
	return nil
}

func underWay(es []eliminacion.Eliminacion) (alive []string) {
	for _, e := range es {
		if !e.Estado.Terminal() {
			alive = append(alive, e.EventoID)
		}
	}
	return alive
}

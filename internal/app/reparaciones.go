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
	plazoReparaciones = 3 * time.Minute
	cadaReparacion    = 100 * time.Millisecond
)

// terminarReparaciones carries the sagas of the repairs out in this process where no
// server can: the embedded profile's data belong to it alone. In the distributed
// profile the servers' sweepers find them due.
func (a *App) terminarReparaciones(ctx context.Context, eventoIDs []string) error {
	if a.cfg.Profile != config.Embedded || len(eventoIDs) == 0 {
		return nil
	}
	var stack service.Stack
	for _, s := range a.motores() {
		if err := stack.Start(ctx, s); err != nil {
			return errors.Join(err, a.parar(&stack))
		}
	}
	return errors.Join(a.esperarSagas(ctx, eventoIDs), a.parar(&stack))
}

func (a *App) esperarSagas(ctx context.Context, eventoIDs []string) error {
	ctx, cancelar := context.WithTimeout(ctx, plazoReparaciones)
	defer cancelar()
	for len(eventoIDs) > 0 {
		lote := eventoIDs[:min(len(eventoIDs), relay.MaxPage)]
		es, err := a.p.almacen.Eliminaciones(ctx, lote)
		if err != nil {
			return err
		}
		if vivas := enCurso(es); len(vivas) > 0 {
			if err := service.Pause(ctx, cadaReparacion); err != nil {
				return fmt.Errorf("%d repairs are still under way; the next carpeta serve carries them out: %w", len(vivas), err)
			}
			continue
		}
		eventoIDs = eventoIDs[len(lote):]
	}
	return nil
}

func enCurso(es []eliminacion.Eliminacion) (vivas []string) {
	for _, e := range es {
		if !e.Estado.Terminal() {
			vivas = append(vivas, e.EventoID)
		}
	}
	return vivas
}

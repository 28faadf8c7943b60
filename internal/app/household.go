package app

import (
	"context"
	"errors"
	"maps"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// household tells the trail what was done to this installation outside of its use cases: other keys for its
// seals, and what commands noted beside it. What cannot be told now is told later.
func (a *App) household(ctx context.Context) error {
	for toldKeys := false; ctx.Err() == nil; {
		var err error
		if !toldKeys {
			err = a.tellKeys(ctx)
			toldKeys = err == nil
		}
		if a.cfg.Profile == config.Embedded {
			err = errors.Join(err, a.tellNotes(ctx))
		}
		if err != nil && ctx.Err() == nil {
			a.log.Warn("the trail could not be told of a change of keys or revocations; tried again", "error", err)
		}
		_ = service.Pause(ctx, notesEvery) // fails at the end of ctx only
	}
	return nil
}

// tellKeys tells of the keys that this process signs with, each state of a key once.
func (a *App) tellKeys(ctx context.Context) error {
	for _, h := range a.signing.Hechos() {
		told, err := a.hasTold(ctx, h, func(e auditoria.Evento) bool { return maps.Equal(e.Datos, h.Datos) })
		if err == nil && !told {
			err = a.p.store.Anotar(ctx, auditoria.Escribano{Clock: a.clock}.Levantar(ctx, h))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

package app

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// The sweep of uploads: its pause, and every how many times it looks for rests too.
const (
	sweepEvery   = time.Minute
	sweepsPerRun = 10
	markCargas   = "cargas"
)

// sweepCargas forgets expired uploads, and removes what lies beside the files. One process
// at a time does it: the sweep is safe for many, but each would pay for the same look.
func (a *App) sweepCargas(ctx context.Context) error {
	for n := 0; ctx.Err() == nil; n++ {
		if err := a.sweepOnce(ctx, n%sweepsPerRun == 0); err != nil && ctx.Err() == nil {
			a.log.Warn("sweep of uploads failed; it goes on at the next turn", "error", err)
		}
		_ = service.Pause(ctx, sweepEvery) // fails at the end of ctx only
	}
	return nil
}

func (a *App) sweepOnce(ctx context.Context, rests bool) error {
	mine, err := a.sweepsCargas(ctx)
	if err != nil || !mine {
		return err
	}
	forgotten, err := a.documentos.BarrerVencidas(ctx)
	removed := 0
	if rests {
		var failed error
		removed, failed = a.documentos.BarrerRestos(ctx)
		err = errors.Join(err, failed)
	}
	if forgotten+removed > 0 {
		a.log.Info("uploads swept", "expired", forgotten, "rests", removed)
	}
	return err
}

// sweepsCargas holds the mark for the next turns. The embedded profile is one process.
func (a *App) sweepsCargas(ctx context.Context) (bool, error) {
	if a.cfg.Profile == config.Embedded {
		return true, nil
	}
	m, err := a.p.store.LeerMarca(ctx, markCargas)
	if err != nil || m.Dueno != a.process && m.Hasta.After(a.clock()) {
		return false, err
	}
	m.Dueno, m.Hasta = a.process, a.clock().Add(2*sweepEvery)
	_, err = a.p.store.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		return false, nil // another process was faster
	}
	return err == nil, err
}

package documento

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// The sweep of uploads: its pause, and every how many times it looks for rests too.
const (
	barreCada     = time.Minute
	restosCada    = 10
	marcaBarrendo = "cargas"
)

// Barrendero forgets expired uploads, and removes what lies beside the files, until its context ends. One process at a
// time does it: the sweep is safe for many, but each would pay for the same look.
type Barrendero struct {
	*Servicio
	Marcas marca.Store // nil: there is no other process
	Dueno  string
	Log    *slog.Logger
}

// Run sweeps once a minute.
func (b *Barrendero) Run(ctx context.Context) error {
	for n := 0; ctx.Err() == nil; n++ {
		if err := b.vuelta(ctx, n%restosCada == 0); err != nil && ctx.Err() == nil {
			b.Log.Warn("sweep of uploads failed; it goes on at the next turn", "error", err)
		}
		_ = service.Pause(ctx, barreCada) // fails at the end of ctx only
	}
	return nil
}

func (b *Barrendero) vuelta(ctx context.Context, restos bool) error {
	if b.Marcas != nil {
		_, libre, err := marca.Arrendar(ctx, b.Marcas, marcaBarrendo, b.Dueno, b.Clock(), 2*barreCada)
		if err != nil || !libre {
			return err
		}
	}
	olvidadas, err := b.BarrerVencidas(ctx)
	retirados := 0
	if restos {
		var falla error
		retirados, falla = b.BarrerRestos(ctx)
		err = errors.Join(err, falla)
	}
	if olvidadas+retirados > 0 {
		b.Log.Info("uploads swept", "expired", olvidadas, "rests", retirados)
	}
	return err
}

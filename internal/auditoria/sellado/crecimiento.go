package sellado

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Crecimiento are the files that say that a log only grew since it had so many entries.
type Crecimiento struct {
	Desde       int64
	Entradas    int64  // of the newest checkpoint
	Checkpoint  string // it
	Crecimiento string // from the older tree to it (verificar --crecimiento)
	Llaves      string
}

// Crecer proves that the newest published checkpoint begins with the tree of so many entries;
// NOT_FOUND while the log is not begun.
func (s *Sellador) Crecer(ctx context.Context, operadorID string, desde int64) (Crecimiento, error) {
	l, err := s.Lector(operadorID)
	if err != nil {
		return Crecimiento{}, err
	}
	en, err := l.Checkpoint(ctx)
	if err != nil {
		return Crecimiento{}, err
	}
	if desde < 0 || desde > en.Size {
		return Crecimiento{}, fault.New(fault.BadUserInput, "El registro tiene "+itoa(en.Size)+" entradas: no ha crecido desde "+itoa(desde)+".").
			WithRecuperacion("Envíe en «desde» el número de entradas de un checkpoint anterior de este registro.")
	}
	g, err := l.ProveGrowth(ctx, desde, en)
	if err != nil {
		return Crecimiento{}, err
	}
	return Crecimiento{Desde: desde, Entradas: en.Size, Checkpoint: string(en.Note), Crecimiento: string(g.Format()), Llaves: string(l.Keys.Format())}, nil
}

// danado tells a damaged log from other failures, and says so once to those who look after it.
func (s *Sellador) danado(operadorID string, err error) bool {
	var damage *sello.Damage
	if !errors.As(err, &damage) {
		return false
	}
	s.cfg.Log.Error("a proof cannot be made: the sealed log is not what it was", "operadorId", operadorID, "error", err)
	s.cfg.Metrics.SelloDanado(operadorID)
	return true
}

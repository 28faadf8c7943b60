package reconciliacion

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Command is what the command works with.
type Command struct {
	*reconciliacion.Reconciliador
	Rate  float64 // documents a second, unless the command names a rate
	Owner string  // who walks, for a person who finds the mark
	Sagas interface {
		Eliminaciones(ctx context.Context, eventoIDs []string) ([]eliminacion.Eliminacion, error)
	}
	// Work carries the sagas of the repairs out while f runs; nil where servers do: their sweepers find them due.
	Work     func(ctx context.Context, f func(context.Context) error) error
	Progress bool // shown as it goes
}

// Run compares the stores, and repairs if it is asked to.
func (r Command) Run(ctx context.Context, c config.Reconcile, out, errw io.Writer) error {
	e := &printer{out: out, errw: errw, json: c.Output == "json", avance: r.Progress}
	start := r.Clock()
	summary, pos, err := r.Consola(auditoria.Como(ctx, auditoria.Consola), r.order(c, e))
	e.wipe()
	if err == nil && r.Work != nil && len(e.sagas) > 0 {
		err = r.Work(ctx, func(ctx context.Context) error { return r.await(ctx, e.sagas) })
	}
	e.summarize(c, summary, r.Clock().Sub(start), err == nil)
	switch n := summary.Inconsistencias(); {
	case err != nil && pos != (reconciliacion.Posicion{}) && !errors.Is(err, fault.NotAllowed):
		return fmt.Errorf("%w; go on with --seguir", err)
	case err != nil:
		return err
	case n > 0:
		return config.Left(n)
	}
	return e.err
}

func (r Command) order(c config.Reconcile, e *printer) reconciliacion.Encargo {
	o := reconciliacion.Encargo{
		Recorrido: reconciliacion.Recorrido{CarpetaID: c.Carpeta, OperadorID: c.Operador, Ritmo: c.Rate, Paso: e.paso},
		Reparar:   c.Repair, MaxReparadas: c.MaxRepairs, Forzar: c.Force, SeguirUltima: c.Seguir,
		Dueno: r.Owner, HallazgoLinea: e.hallazgo, Reparada: e.reparada,
	}
	if c.Rate < 0 {
		o.Ritmo = r.Rate
	}
	return o
}

// A repair's saga takes a moment; one that looks before it gives a document back, a minute.
const (
	reparacionesTimeout = 3 * time.Minute
	reparacionPoll      = 100 * time.Millisecond
)

// await waits for the end of the sagas.
func (r Command) await(ctx context.Context, eventoIDs []string) error {
	ctx, cancel := context.WithTimeout(ctx, reparacionesTimeout)
	defer cancel()
	for len(eventoIDs) > 0 {
		lote := eventoIDs[:min(len(eventoIDs), relay.MaxPage)]
		es, err := r.Sagas.Eliminaciones(ctx, lote)
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

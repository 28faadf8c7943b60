package operacion

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// retiraCada is the pause between two looks for dead letters that nobody needs.
const retiraCada = 2 * time.Minute

// Retirar takes dead letters of completed deletions away until ctx ends. A deletion goes on by itself after an
// outage, and its letter stays: it would call an operador for nothing.
func (s *Servicio) Retirar(ctx context.Context) error {
	for service.Pause(ctx, retiraCada) == nil {
		n, err := s.RetirarCumplidas(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			s.Log.Warn("dead letters of completed deletions not taken away; the next look is in two minutes", "error", err)
		case n > 0:
			s.Log.Info("dead letters of completed deletions taken away", "letters", n)
		}
	}
	return nil
}

// RetirarCumplidas sends the dead letters of completed deletions to their queues once more: whoever gets them finds
// nothing to do, and acknowledges them. It tells how many went. One queue that fails does not keep the others.
func (s *Servicio) RetirarCumplidas(ctx context.Context) (n int, fallas error) {
	for _, cola := range todasLasColas() {
		k, err := s.retirarDe(ctx, cola)
		n, fallas = n+k, errors.Join(fallas, err)
	}
	return n, fallas
}

func (s *Servicio) retirarDe(ctx context.Context, cola string) (int, error) {
	cartas, _, err := s.cartas(ctx, cola)
	if err != nil {
		return 0, err
	}
	var cumplidas []string
	for lote := range slices.Chunk(cartas, relay.MaxPage) {
		terminadas, err := s.completadas(ctx, lote)
		if err != nil {
			return 0, err
		}
		for _, c := range lote {
			if terminadas[c.Message.SagaID] {
				cumplidas = append(cumplidas, c.ID)
			}
		}
	}
	if len(cumplidas) == 0 {
		return 0, nil
	}
	hechas, err := s.Cartas.Redrive(ctx, cola, cumplidas)
	return len(hechas), err
}

// completadas are the deletions of dead letters that have completed.
func (s *Servicio) completadas(ctx context.Context, cartas []broker.DeadLetter) (map[string]bool, error) {
	var ids []string
	for _, c := range cartas {
		if relay.IsUUID(c.Message.SagaID) && !slices.Contains(ids, c.Message.SagaID) {
			ids = append(ids, c.Message.SagaID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	es, err := s.Sagas.Store.Eliminaciones(ctx, ids)
	terminadas := make(map[string]bool, len(es))
	for _, e := range es {
		terminadas[e.EventoID] = e.Estado == eliminacion.Completada
	}
	return terminadas, err
}

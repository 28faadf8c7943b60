package operacion

import (
	"context"
	"errors"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// PorQueNoAvanza names what keeps a deletion. NOT_FOUND if it is absent or foreign,
// FORBIDDEN for its owner, who has the subscription for that.
func (s *Servicio) PorQueNoAvanza(ctx context.Context, quien auth.Principal, eventoID string) (eliminacion.Bloqueo, error) {
	e, err := s.Sagas.Ver(ctx, quien, eventoID)
	if err == nil {
		err = auth.MayReadOperador(quien, e.OperadorID)
	}
	if err != nil {
		return eliminacion.Bloqueo{}, err
	}
	d := diagnosta{s: s, colas: colasDe(e)}
	return d.bloqueo(ctx, e)
}

// diagnosta diagnoses the deletions of one request. It looks at the dead letters
// once, and only if a diagnosis needs them.
type diagnosta struct {
	s     *Servicio
	colas []string // where to look

	miro    bool
	caido   bool // the broker did not answer
	muertas map[string]eliminacion.CartaMuerta
}

func (d *diagnosta) bloqueo(ctx context.Context, e eliminacion.Eliminacion) (eliminacion.Bloqueo, error) {
	p := eliminacion.Panorama{Now: d.s.Clock(), Vista: d.s.Despacho.Vista(e.OperadorID)}
	if !e.Estado.Terminal() && !p.Vista.BrokerCaido {
		if err := d.mirar(ctx); err != nil {
			return eliminacion.Bloqueo{}, err
		}
		p.Vista.BrokerCaido = d.caido
		if m, hay := d.muertas[e.EventoID]; hay {
			p.Muerta = &m
		}
	}
	return eliminacion.Diagnosticar(e, p), nil
}

// mirar finds the latest dead letter of every deletion. A broker that does not
// answer is itself a diagnosis.
func (d *diagnosta) mirar(ctx context.Context) error {
	if d.miro {
		return nil
	}
	d.miro, d.muertas = true, map[string]eliminacion.CartaMuerta{}
	for _, cola := range d.colas {
		cartas, _, err := d.s.cartas(ctx, cola)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, fault.Unavailable), errors.Is(err, context.DeadlineExceeded):
			d.caido = true
			return nil
		case err != nil:
			return err
		}
		for _, c := range cartas { // the oldest first
			d.muertas[c.Message.SagaID] = eliminacion.CartaMuerta{Cola: cola, Tipo: c.Message.Type, Motivo: c.Reason, En: c.DiedAt}
		}
	}
	return nil
}

// precioDeCarta is that of a dead letter that is looked at: it comes from the broker and goes back.
const precioDeCarta = 5

// cartas looks at a dead-letter queue within its time. Detras is how many others the queue has.
func (s *Servicio) cartas(ctx context.Context, cola string) (cartas []broker.DeadLetter, detras int, err error) {
	mirando, cancel := context.WithTimeout(ctx, s.Plazos.Mirar)
	defer cancel()
	cartas, detras, err = s.Cartas.PeekDead(mirando, cola, broker.MaxPeek)
	quota.Spend(ctx, precioDeCarta*len(cartas))
	return cartas, detras, err
}

// colasDe are the queues in which the dead letters of a deletion's step may lie.
func colasDe(e eliminacion.Eliminacion) (colas []string) {
	for _, q := range broker.Queues {
		if slices.ContainsFunc(eliminacion.Ordenes(e), q.Takes) {
			colas = append(colas, q.DLQ)
		}
	}
	return colas
}

// todasLasColas are the dead-letter queues of all steps.
func todasLasColas() (colas []string) {
	for _, q := range broker.Queues {
		colas = append(colas, q.DLQ)
	}
	return colas
}

package outbox

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Seguir implements eliminacion.Cola: what goes on finds a place here, or its command is sent.
func (d *Dispatcher) Seguir(f eliminacion.Fin) {
	d.tell(f)
	if f.Relevo != "" {
		if d.extend(f.Eliminacion); d.place(f.EnMano) {
			return
		}
	}
	d.handOn(f)
}

// Handler handles the messages of the work queues, of whichever: it carries the deletion on, and has what moves it further
// confirmed before the message is acknowledged. If the process dies in between, the broker delivers the message again, and
// nobody waits for a lease. A failed step is tried again by the queue of that step: the broker repeats the message that
// asked for it, or the sweeper sends one when it is due. What failed for good is a dead letter.
func (d *Dispatcher) Handler(sagas Sagas) func(context.Context, broker.Message) error {
	return func(ctx context.Context, m broker.Message) error {
		e, err := sagas.Traer(ctx, m)
		if err != nil {
			return err
		}
		f := sagas.Avanzar(ctx, []eliminacion.EnMano{e})[0]
		d.tell(f)
		if f.Relevo != "" && d.confirm(ctx, d.message(f, f.Relevo)) == nil {
			return f.Err
		}
		d.handOn(f)
		if err := ctx.Err(); err != nil && f.Relevo != "" {
			return fault.Wrap(fault.Unavailable, err)
		}
		return f.Err
	}
}

// confirm publishes one message now, unless its lane does not move: a handler that waits for it keeps other work from being
// done.
func (d *Dispatcher) confirm(ctx context.Context, m broker.Message) error {
	if d.lanes.of(m.Type).stuck.Load() {
		return broker.ErrUnconfirmed
	}
	return d.Send(ctx, m)
}

// tell sends the news of a deletion to the subscribers. One that has ended needs its place in the window no more.
func (d *Dispatcher) tell(f eliminacion.Fin) {
	if f.Aviso != "" {
		d.Enviar(d.message(f, f.Aviso))
	}
	if f.Estado.Terminal() {
		d.release(f.EventoID)
	}
}

// handOn sends what moves a deletion further, in the background. The sweeper looks at one that waits when it is due.
func (d *Dispatcher) handOn(f eliminacion.Fin) {
	switch {
	case f.Relevo != "":
		d.Enviar(d.message(f, f.Relevo))
	case !f.NoAntesDe.IsZero():
		d.Despertar(f.OperadorID, f.NoAntesDe)
	}
}

func (d *Dispatcher) message(f eliminacion.Fin, key string) broker.Message {
	return eliminacion.Mensaje(f.Eliminacion, key, d.rt.Clock())
}

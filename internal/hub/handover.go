package hub

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// A subscription field is resolved twice over. When it begins, its resolver leaves
// the Stream in a Handover that the transport prepared. For each event the transport
// resolves the field again, with the event in the context. So between events
// nothing is kept but the Stream.

type handoverKey struct{}

// Handover is where a resolver leaves the stream of a subscription.
type Handover struct{ Stream *Stream }

// WithHandover prepares a context for the beginning of a subscription.
func WithHandover(ctx context.Context) (context.Context, *Handover) {
	p := &Handover{}
	return context.WithValue(ctx, handoverKey{}, p), p
}

// HandOver puts a stream into the Handover of this context; false if there is none.
func HandOver(ctx context.Context, s *Stream) bool {
	p, ok := ctx.Value(handoverKey{}).(*Handover)
	if ok {
		p.Stream = s
	}
	return ok
}

type eventKey struct{}

// WithEvent prepares a context for resolving one event.
func WithEvent(ctx context.Context, event any) context.Context {
	return context.WithValue(ctx, eventKey{}, event)
}

// EventOf is the event that is to be resolved, if it is of this type; nil while the
// subscription begins.
func EventOf[E eliminacion.Eliminacion | eliminacion.Novedad | auditoria.AccesoNuevo](ctx context.Context) *E {
	e, _ := ctx.Value(eventKey{}).(*E)
	return e
}

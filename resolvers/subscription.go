package resolvers

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// event is what a subscription tells.
type event interface {
	eliminacion.Eliminacion | eliminacion.Novedad | auditoria.AccesoNuevo
}

// inSteps resolves a subscription's field, which the transport does many times over.
// The first time, begin makes the stream, and the transport keeps it. From then on
// the transport resolves the field once for each event, and the answer is that event.
//
// The channel is what the executor wants. It never carries a stream here: it is nil when
// a subscription begins, and holds one event afterwards.
func inSteps[E event](ctx context.Context, begin func(quien auth.Principal) (*hub.Stream, error)) (<-chan *E, error) {
	if e := hub.EventOf[E](ctx); e != nil {
		return one(e), nil
	}
	stream, err := asCaller(ctx, begin)
	if err != nil {
		return nil, err
	}
	if !hub.HandOver(ctx, stream) {
		return nil, errors.New("resolvers: this transport takes no subscriptions")
	}
	return nil, nil
}

func one[E event](e *E) <-chan *E {
	holds := make(chan *E, 1)
	holds <- e
	return holds
}

// seenUntil is where a subscription goes on: the argument, or what the transport
// knows that the client has seen, whichever is later; −1 means the present state.
// What the saga has not reached yet nobody has seen of it: the number is of another one.
func seenUntil(ctx context.Context, despuesDe *int32, reached int64) int64 {
	n := int64(-1)
	if despuesDe != nil && int64(*despuesDe) <= reached {
		n = max(int64(*despuesDe), 0)
	}
	if seen, ok := hub.ResumedAfter(ctx); ok && seen <= reached {
		n = max(n, seen)
	}
	return n
}

// toldUntil is where the news of a carpeta go on: after the argument, or after what the
// transport knows that the client has seen, whichever is later; zero for now.
func (r *Resolver) toldUntil(ctx context.Context, open openCursor, carpetaID string, despuesDe *string) (since time.Time) {
	cursors := []string{hub.ResumedAfterCursor(ctx)}
	if despuesDe != nil {
		cursors = append(cursors, *despuesDe)
	}
	for _, c := range cursors {
		if at, known := open(carpetaID, c, r.Eliminaciones.Clock()); known && at.After(since) {
			since = at
		}
	}
	return since
}

// openCursor is the moment of a cursor of a carpeta; false if news cannot go on from there.
type openCursor func(carpetaID, cursor string, now time.Time) (time.Time, bool)

// reader reads what a stream of news tells.
type reader struct {
	*eliminacion.Servicio
	documentos     *documento.Servicio
	consentimiento *consentimiento.Servicio
	ciudadanoID    string // the owner of the carpeta
}

func (r reader) Novedades(ctx context.Context, carpetaID string, desde time.Time, limite int) ([]documento.Novedad, error) {
	docs, err := r.documentos.Novedades(ctx, carpetaID, desde, limite)
	if err != nil {
		return nil, err
	}
	consent, err := r.consentimiento.NovedadesDeCiudadano(ctx, carpetaID, r.ciudadanoID, desde, limite)
	return append(docs, consent...), err
}

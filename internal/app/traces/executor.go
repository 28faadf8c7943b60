package traces

import (
	"context"

	"go.opentelemetry.io/otel/trace"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// Sagas makes spans of deletions that this process executes without a message.
func (t *Traces) Sagas(s outbox.Sagas) outbox.Sagas {
	if t == nil {
		return s
	}
	return sagas{s, t}
}

type sagas struct {
	outbox.Sagas
	t *Traces
}

// Avanzar implements outbox.Sagas. Each deletion has a span in its own trace; what the work calls is in the first one's.
func (x sagas) Avanzar(ctx context.Context, ds []eliminacion.EnMano) []eliminacion.Fin {
	within := ctx
	for _, d := range ds {
		of := recorded(d.Traza)
		if !of.IsSampled() {
			continue
		}
		own, span := x.t.within(ctx, of, spanDirect, trace.SpanKindInternal, deletions.Int(len(ds)))
		defer span.End()
		if within == ctx {
			within = own
		}
	}
	return x.Sagas.Avanzar(within, ds)
}

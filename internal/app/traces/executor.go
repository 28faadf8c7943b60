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

// Avanzar implements outbox.Sagas.
func (x sagas) Avanzar(ctx context.Context, ds []eliminacion.EnMano) []eliminacion.Fin {
	var of []trace.SpanContext
	for _, d := range ds {
		if c := recorded(d.Traza); c.IsSampled() {
			of = append(of, c)
		}
	}
	if len(of) == 0 {
		return x.Sagas.Avanzar(ctx, ds)
	}
	ctx, span := x.t.within(ctx, of[0], spanDirect, trace.SpanKindInternal, deletions.Int(len(ds)))
	defer span.End()
	for _, other := range of[1:] {
		defer x.t.together(other, span)()
	}
	return x.Sagas.Avanzar(ctx, ds)
}

// together makes the span of a deletion whose work is done with another's. Each is linked to the other: their traces
// may be of two requests.
func (t *Traces) together(of trace.SpanContext, with trace.Span) (end func()) {
	_, span := t.within(context.Background(), of, spanDirect, trace.SpanKindInternal)
	span.AddLink(trace.Link{SpanContext: with.SpanContext()})
	with.AddLink(trace.Link{SpanContext: span.SpanContext()})
	return func() { span.End() }
}

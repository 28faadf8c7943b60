package traces

import (
	"context"

	"go.opentelemetry.io/otel/trace"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// Executor makes spans of deletions that this process executes without a message.
func (t *Traces) Executor(x outbox.Executor) outbox.Executor {
	if t == nil {
		return x
	}
	return executor{x, t}
}

type executor struct {
	outbox.Executor
	t *Traces
}

// Ejecutar implements outbox.Executor.
func (x executor) Ejecutar(ctx context.Context, ds []eliminacion.EnMano) []string {
	var of []trace.SpanContext
	for _, d := range ds {
		if c := recorded(d.Traza); c.IsSampled() {
			of = append(of, c)
		}
	}
	if len(of) == 0 {
		return x.Executor.Ejecutar(ctx, ds)
	}
	ctx, span := x.t.within(ctx, of[0], spanDirect, trace.SpanKindInternal, deletions.Int(len(ds)))
	defer span.End()
	for _, other := range of[1:] {
		defer x.t.together(other, span)()
	}
	return x.Executor.Ejecutar(ctx, ds)
}

// together makes the span of a deletion whose work is done with another's. Each is linked to the other: their traces
// may be of two requests.
func (t *Traces) together(of trace.SpanContext, with trace.Span) (end func()) {
	_, span := t.within(context.Background(), of, spanDirect, trace.SpanKindInternal)
	span.AddLink(trace.Link{SpanContext: with.SpanContext()})
	with.AddLink(trace.Link{SpanContext: span.SpanContext()})
	return func() { span.End() }
}

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

// Ejecutar implements outbox.Executor. Each deletion has a span in its own trace; what the work calls is in the first one's.
func (x executor) Ejecutar(ctx context.Context, ds []eliminacion.EnMano) []string {
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
	return x.Executor.Ejecutar(within, ds)
}

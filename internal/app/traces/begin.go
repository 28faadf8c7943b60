package traces

import (
	"context"
	"math/rand/v2"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// picks decides whether a request is traced, and below which span of its caller's. If it is not, the flag sampled goes from
// its context, so that no later process takes it for traced.
func (t *Traces) picks(ctx context.Context) (_ context.Context, parent trace.SpanContext, yes bool) {
	parent = contextOf(caller.Traceparent(ctx))
	yes = t.samples(parent)
	if !yes && parent.IsSampled() {
		ctx = caller.WithTrace(ctx, traceparentOf(parent.WithTraceFlags(parent.TraceFlags().WithSampled(false))))
	}
	return ctx, parent, yes
}

// samples decides for a caller's span. The caller can have it left out; and traced, within bounds that
// leave the others their part.
func (t *Traces) samples(parent trace.SpanContext) bool {
	switch {
	case parent.IsValid() && !parent.IsSampled():
		return false
	case rand.Float64() < t.ratio:
		return true
	default:
		return parent.IsSampled() && t.asked.Allow()
	}
}

// within begins a span whose parent is elsewhere: at the caller's, in another process, or in the past.
func (t *Traces) within(ctx context.Context, parent trace.SpanContext, name string, kind trace.SpanKind, as ...attribute.KeyValue) (context.Context, trace.Span) {
	ctx, span := t.start(trace.ContextWithRemoteSpanContext(ctx, parent), name, kind, as...)
	return caller.WithTrace(ctx, traceparentOf(span.SpanContext())), span
}

// start begins a span below that of the context.
func (t *Traces) start(ctx context.Context, name string, kind trace.SpanKind, as ...attribute.KeyValue) (context.Context, trace.Span) {
	return t.tracer.Start(ctx, name, trace.WithSpanKind(kind), trace.WithAttributes(as...))
}

// isTraced reports whether there is a span in this context.
func isTraced(ctx context.Context) bool { return trace.SpanFromContext(ctx).IsRecording() }

// Traceparent is the trace context for whatever this work leads to; "" for none.
func (t *Traces) Traceparent(ctx context.Context) string {
	if t != nil && isTraced(ctx) {
		return traceparentOf(trace.SpanContextFromContext(ctx))
	}
	return caller.Traceparent(ctx)
}

const header = "traceparent" // as carriers of OpenTelemetry name it

// contextOf reads a traceparent; what is none is not valid.
func contextOf(text string) trace.SpanContext {
	if text == "" {
		return trace.SpanContext{}
	}
	ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{header: text})
	return trace.SpanContextFromContext(ctx)
}

// recorded reads the traceparent of something that is traced; any other is not valid.
func recorded(text string) trace.SpanContext {
	if traceparent.Recorded(text) == "" {
		return trace.SpanContext{}
	}
	return contextOf(text)
}

// traceparentOf writes one.
func traceparentOf(c trace.SpanContext) string {
	written := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(trace.ContextWithRemoteSpanContext(context.Background(), c), written)
	return written[header]
}

// fail marks a span by a code, never by an error's text: that may be somebody's data.
func fail(span trace.Span, code string) {
	span.SetStatus(codes.Error, "")
	span.SetAttributes(errorType.String(code))
}

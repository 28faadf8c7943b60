package traces

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"go.opentelemetry.io/otel/trace"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// Operation implements engine.Tracer. The operation of a socket or an event stream is the first of its trace.
func (t *Traces) Operation(ctx context.Context, kind, document string) (context.Context, func(code string)) {
	var span trace.Span
	if isTraced(ctx) {
		ctx, span = t.start(ctx, kind, trace.SpanKindInternal, operationType.String(kind))
	} else {
		var parent trace.SpanContext
		yes := ctx.Value(leftOut{}) == nil
		if yes {
			ctx, parent, yes = t.picks(ctx)
		}
		if !yes {
			return ctx, func(string) {}
		}
		ctx, span = t.within(ctx, parent, kind, trace.SpanKindServer, operationType.String(kind))
	}
	if span.IsRecording() {
		span.SetAttributes(documentHash.String(hashOf(document)))
	}
	return ctx, func(code string) {
		if code != present.OK {
			fail(span, code)
		}
		span.End()
	}
}

// hashOf names a document as its documentId does in GraphQL over HTTP: equal documents have one name, in traces, in the
// log of slow operations and in manifests.
func hashOf(document string) string {
	sum := sha256.Sum256([]byte(document))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Field implements engine.Tracer.
func (t *Traces) Field(ctx context.Context, name string) (context.Context, func()) {
	if !isTraced(ctx) {
		return ctx, func() {}
	}
	ctx, span := t.start(ctx, name, trace.SpanKindInternal)
	return ctx, func() { span.End() }
}

// Answered implements engine.Tracer. A deletion may have thousands of subscribers: maxAnswered of them have spans.
func (t *Traces) Answered(of string, since time.Time) {
	parent := recorded(of)
	if !parent.IsSampled() || !t.answered.Allow() {
		return
	}
	const kind = "subscription"
	_, span := t.tracer.Start(trace.ContextWithRemoteSpanContext(context.Background(), parent), kind,
		trace.WithSpanKind(trace.SpanKindProducer), trace.WithTimestamp(since), trace.WithAttributes(operationType.String(kind)))
	span.End()
}

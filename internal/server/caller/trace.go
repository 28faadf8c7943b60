package caller

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
)

type traceKey struct{}

// Traceparent is the W3C trace context of the request: that of its own span if it is traced, otherwise what the client
// sent, or "".
func Traceparent(ctx context.Context) string {
	t, _ := ctx.Value(traceKey{}).(string)
	return t
}

// WithTrace keeps a well-formed traceparent; anything else is as good as none.
func WithTrace(ctx context.Context, header string) context.Context {
	if !traceparent.Valid(header) {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, header)
}

// TraceID is the id of the trace that a request belongs to, if it is recorded by anybody; otherwise "".
func TraceID(ctx context.Context) string { return traceparent.Recorded(Traceparent(ctx)) }

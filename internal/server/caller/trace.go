package caller

import (
	"context"
	"regexp"
)

type traceKey struct{}

var traceparent = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

const traceLength = 2 + 1 + 32 + 1 + 16 + 1 + 2

// Traceparent is the W3C trace context that the client sent, or "".
func Traceparent(ctx context.Context) string {
	t, _ := ctx.Value(traceKey{}).(string)
	return t
}

// WithTrace keeps a well-formed traceparent; anything else is as good as none.
func WithTrace(ctx context.Context, header string) context.Context {
	if len(header) != traceLength || !traceparent.MatchString(header) {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, header)
}

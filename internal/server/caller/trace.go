package caller

import (
	"context"
	"regexp"
	"strings"
)

type traceKey struct{}

var traceparent = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

// Ids of zeros are those of nothing.
const (
	noTrace = "00-00000000000000000000000000000000-"
	noSpan  = "-0000000000000000-"
)

const traceLength = 2 + 1 + 32 + 1 + 16 + 1 + 2

// Traceparent is the W3C trace context of the request: that of its own span if it is traced, otherwise what the client
// sent, or "".
func Traceparent(ctx context.Context) string {
	t, _ := ctx.Value(traceKey{}).(string)
	return t
}

// WithTrace keeps a well-formed traceparent; anything else is as good as none.
func WithTrace(ctx context.Context, header string) context.Context {
	if len(header) != traceLength || !traceparent.MatchString(header) || strings.HasPrefix(header, noTrace) || strings.Contains(header, noSpan) {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, header)
}

// TraceID is the id of the trace that a request belongs to, if it is recorded by anybody; otherwise "".
func TraceID(ctx context.Context) string {
	t := Traceparent(ctx)
	if len(t) != traceLength || !isOdd(t[traceLength-1]) {
		return ""
	}
	return t[3:35]
}

// isOdd: the last bit of the flags says sampled.
func isOdd(hexDigit byte) bool { return strings.IndexByte("13579bdf", hexDigit) >= 0 }

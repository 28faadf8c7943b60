package httpserver

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// detached keeps of a request's context what outlives the request.
func detached(ctx context.Context) context.Context {
	out := context.WithValue(context.Background(), requestIDKey{}, RequestID(ctx))
	if t := Traceparent(ctx); t != "" {
		out = context.WithValue(out, traceKey{}, t)
	}
	return context.WithValue(out, peerKey{}, ctx.Value(peerKey{}))
}

// tokenLeft is how long the principal's token is good for; false if nobody asks,
// or the token has no end. One that is in its grace period is good to the end of it.
func tokenLeft(ctx context.Context, now time.Time) (time.Duration, bool) {
	quien, ok := auth.FromContext(ctx)
	if !ok || quien.Expira.IsZero() {
		return 0, false
	}
	left := quien.Expira.Sub(now)
	if left <= 0 {
		left = max(left+auth.Margen, time.Millisecond)
	}
	return left, true
}

package transport

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// origin is what outlives a request of its context, in one piece: sockets are many.
type origin struct {
	context.Context // never ends

	requestID, trace string
	peer             any
}

func detached(ctx context.Context) context.Context {
	return &origin{context.Background(), RequestID(ctx), Traceparent(ctx), ctx.Value(peerKey{})}
}

// Value answers the keys under which a request's context has these.
func (o *origin) Value(key any) any {
	switch key.(type) {
	case requestIDKey:
		return o.requestID
	case traceKey:
		return o.trace
	case peerKey:
		return o.peer
	default:
		return nil
	}
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
		left = max(left+quien.Gracia, time.Millisecond)
	}
	return left, true
}

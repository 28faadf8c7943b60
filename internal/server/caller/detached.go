package caller

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// detached has the values of a request's context that outlive the request. It is one allocation, because sockets are many.
type detached struct {
	context.Context // never ends

	requestID, trace string
	peer             any
}

// Detached is a context that never ends and still knows the caller.
func Detached(ctx context.Context) context.Context {
	return &detached{context.Background(), RequestID(ctx), Traceparent(ctx), ctx.Value(peerKey{})}
}

// Value implements context.Context for the keys of these values.
func (d *detached) Value(key any) any {
	switch key.(type) {
	case auditoria.CorrelacionKey:
		return d.requestID
	case traceKey:
		return d.trace
	case peerKey:
		return d.peer
	default:
		return nil
	}
}

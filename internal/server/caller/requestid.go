package caller

import (
	"context"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/traceparent"
)

// RequestID is the id of the context's request: every log line has it, every error that a client sees, and every event of the
// trail.
func RequestID(ctx context.Context) string { return auditoria.Correlacion(ctx) }

// WithRequestID takes the client's id if it is harmless, or makes one. A client's UUID v7 is not taken: it could be the id of
// somebody's deletion, whose events are found by it. An id that is made here is a UUID v7, which grows with time: the trail
// has an index by it, and new keys at the end of an index change one page, where others change one page each.
func WithRequestID(ctx context.Context, given string) (_ context.Context, id string) {
	if id = given; !validRequestID(id) {
		id = uuid.Must(uuid.NewV7()).String()
	}
	return auditoria.WithCorrelacion(ctx, id), id
}

func validRequestID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	if _, ours := auditoria.MomentoDeID(id); ours {
		return false
	}
	for _, c := range []byte(id) {
		if !validRequestIDByte(c) {
			return false
		}
	}
	return true
}

func validRequestIDByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

type traceKey struct{}

// Traceparent is the W3C trace context of the request: that of its own span if it is traced, otherwise what the client
// sent, or "".
func Traceparent(ctx context.Context) string {
	t, _ := ctx.Value(traceKey{}).(string)
	return t
}

// WithTrace keeps a well-formed traceparent, and ignores another one.
func WithTrace(ctx context.Context, header string) context.Context {
	if !traceparent.Valid(header) {
		return ctx
	}
	return context.WithValue(ctx, traceKey{}, header)
}

// TraceID is the id of the trace that a request belongs to, if it is recorded by anybody; otherwise "".
func TraceID(ctx context.Context) string { return traceparent.Recorded(Traceparent(ctx)) }

// detached has the values of a request's context that outlive the request. It is one allocation, because sockets are many.
type detached struct {
	context.Context // never ends

	requestID, trace string
	peer, language   any
	cost             bool
}

// Detached is a context that never ends and still knows the caller.
func Detached(ctx context.Context) context.Context {
	return &detached{context.Background(), RequestID(ctx), Traceparent(ctx), ctx.Value(peerKey{}), ctx.Value(fault.LanguageKey{}), AsksCost(ctx)}
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
	case fault.LanguageKey:
		return d.language
	case costKey:
		return d.cost
	default:
		return nil
	}
}

package caller

import (
	"context"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// RequestID is the id of the request that this context belongs to: it is in
// every log line, in every error that a client sees, and in every event of the trail.
func RequestID(ctx context.Context) string { return auditoria.Correlacion(ctx) }

// WithRequestID takes the client's id if it is harmless, or makes one. One of the form that this server makes (UUID v7)
// is not taken: it could be the id of somebody's deletion, whose events are found by it. An id that is made here grows with time (UUID v7): the trail has an
// index by it, and an index whose new keys are all at its end changes one page where another changes one for each key.
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

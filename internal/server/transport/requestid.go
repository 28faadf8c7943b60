package transport

import (
	"context"
	"net/http"
)

const requestIDHeader = "X-Request-Id"

type requestIDKey struct{}

// RequestID is the id of the request that this context belongs to: it is in
// every log line and in every error that a client sees.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

// withRequestID takes the client's id if it is harmless, or makes one.
func withRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.Header.Get(requestIDHeader)
		if !validRequestID(id) {
			id = newRequestID()
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

func validRequestID(id string) bool {
	for _, c := range []byte(id) {
		if !validRequestIDByte(c) {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

func validRequestIDByte(c byte) bool {
	return c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

package site

import (
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

const requestIDHeader = "X-Request-Id"

// withRequestID gives every request an id, and tells it.
func withRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, id := caller.WithRequestID(r.Context(), r.Header.Get(requestIDHeader))
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// withTrace keeps the W3C trace context that the client sent.
func withTrace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(caller.WithTrace(r.Context(), r.Header.Get("Traceparent"))))
	})
}

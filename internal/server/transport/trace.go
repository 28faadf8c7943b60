package transport

import (
	"context"
	"net/http"
	"regexp"
)

type traceKey struct{}

var traceparent = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)

// Traceparent is the W3C trace context that the client sent, or "".
func Traceparent(ctx context.Context) string {
	t, _ := ctx.Value(traceKey{}).(string)
	return t
}

// withTrace keeps a well-formed traceparent; anything else is as good as none.
func withTrace(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if t := r.Header.Get("Traceparent"); traceparent.MatchString(t) {
			r = r.WithContext(context.WithValue(r.Context(), traceKey{}, t))
		}
		next.ServeHTTP(w, r)
	})
}

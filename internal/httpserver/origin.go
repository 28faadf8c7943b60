package httpserver

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// originAllowed reports whether the page that opens a socket may: browsers apply
// no same-origin rule to sockets, so the server must. Programs send no Origin.
func originAllowed(r *http.Request, others []string) bool {
	origins := r.Header.Values("Origin")
	if len(origins) == 0 {
		return true
	}
	u, err := url.Parse(origins[0])
	if err != nil || u.Host == "" || len(origins) > 1 {
		return false
	}
	return strings.EqualFold(u.Host, r.Host) ||
		slices.ContainsFunc(others, func(host string) bool { return strings.EqualFold(host, u.Host) })
}

// detached keeps of a request's context what outlives the request.
func detached(ctx context.Context) context.Context {
	out := context.WithValue(context.Background(), requestIDKey{}, RequestID(ctx))
	if t := Traceparent(ctx); t != "" {
		out = context.WithValue(out, traceKey{}, t)
	}
	return out
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

package site

import (
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// recorder remembers status and size of an answer. By Unwrap http.ResponseController can flush, hijack and set deadlines.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 || r.status < 200 && r.status != http.StatusSwitchingProtocols {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// withAccessLog writes one line per request, without headers, query strings and bodies; of the path it has the part of the
// server that answered. A 503 is logged as a normal request, because what is down or full has log lines of its own.
func withAccessLog(log *slog.Logger, clock func() time.Time, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := clock()
		rec := &recorder{ResponseWriter: w}
		defer func() {
			level := slog.LevelDebug
			if rec.status >= http.StatusInternalServerError && rec.status != http.StatusServiceUnavailable {
				level = slog.LevelInfo
			}
			log.LogAttrs(r.Context(), level, "request",
				slog.String("request_id", caller.RequestID(r.Context())), slog.String("method", safeMethod(r.Method)),
				slog.String("path", part(r.URL.Path)), slog.Int("status", rec.status),
				slog.Int64("bytes", rec.bytes), slog.Duration("duration", clock().Sub(start)))
		}()
		next.ServeHTTP(rec, r)
	})
}

// part is the first element of a path: the rest may name a citizen's folder.
func part(path string) string {
	first, _, more := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	switch {
	case len(first) > 32:
		return "/…"
	case more:
		return "/" + first + "/…"
	default:
		return "/" + first
	}
}

func safeMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch:
		return method
	default:
		return "other"
	}
}

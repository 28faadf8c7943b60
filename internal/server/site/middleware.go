package site

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/rs/cors"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

const requestIDHeader = "X-Request-Id"

// withRequestID gives every request an id, which the answer has too, and notes its language, and whether it asks for its cost.
func withRequestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, id := caller.WithRequestID(r.Context(), r.Header.Get(requestIDHeader))
		ctx = caller.WithCost(fault.WithLanguage(ctx, r.Header["Accept-Language"]), r.Header)
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

// strictTransport is for a year, as the preload list demands.
const strictTransport = "max-age=31536000; includeSubDomains"

// withHeaders protects every answer against sniffing, framing and foreign code. Pages set a policy of their own.
func withHeaders(tls bool, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		if tls {
			h.Set("Strict-Transport-Security", strictTransport)
		}
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if len(r.TransferEncoding) > 0 {
			h.Set("Connection", "close") // net/http hides a Content-Length that came beside it (RFC 9112 §6.1)
		}
		next.ServeHTTP(w, r)
	})
}

// withRecovery answers INTERNAL if a handler panics before it has answered.
func withRecovery(p present.Presenter, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			if v == nil {
				return
			}
			if abort, ok := v.(error); ok && errors.Is(abort, http.ErrAbortHandler) {
				panic(v)
			}
			err := p.Recovered(r.Context(), v)
			if rec, ok := w.(*recorder); ok && rec.status != 0 {
				panic(http.ErrAbortHandler) // half an answer must not look complete
			}
			reply.Send(w, reply.JSON, http.StatusInternalServerError, p.Failure(r.Context(), err))
		}()
		next.ServeHTTP(w, r)
	})
}

// withShedding refuses to begin an upload or a download while memory is short.
func withShedding(gate *shed.Gate, next http.Handler) http.Handler {
	if next == nil {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if short := gate.Refuse(shed.File); short != nil {
			w.Header().Set("Retry-After", "5")
			plain(w, http.StatusServiceUnavailable, short.For(r.Context()).Mensaje)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Overloaded answers a request beyond the listener's limits.
func Overloaded(log *slog.Logger) http.Handler {
	shows := present.Presenter{Log: log}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		full := fault.New(fault.Unavailable, "Hay demasiadas solicitudes a la vez en el servidor.").
			WithEspera(time.Second).WithRecuperacion("Intente de nuevo en unos segundos, con menos solicitudes a la vez.")
		r = r.WithContext(fault.WithLanguage(r.Context(), r.Header["Accept-Language"])) // it never came to withRequestID
		reply.ProblemOf(full).Send(w, r, reply.JSON, shows)
	})
}

// plain answers with a line of text.
func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, text) // a client that left needs no answer
}

// preflightAge is how long a browser remembers a permission, in seconds.
const preflightAge = 600

// What pages of the allowed origins may send: operations, and files by signed URLs, which bind the headers themselves.
var (
	callsOfPages = cors.Options{
		AllowedMethods: []string{http.MethodGet, http.MethodPost},
		AllowedHeaders: []string{
			"Authorization", "Content-Type", "Accept", "Last-Event-ID", "Traceparent", "X-Request-Id", "Carpeta-Proposito", "Carpeta-Base-Legal", caller.CostHeader,
			"Apollo-Require-Preflight", "Apollographql-Client-Name", "Apollographql-Client-Version", // of Apollo Client
		},
		ExposedHeaders: []string{"Retry-After", "RateLimit", "RateLimit-Policy", "X-Request-Id", "WWW-Authenticate"},
	}
	filesOfPages = cors.Options{
		AllowedMethods: []string{http.MethodGet, http.MethodPut},
		AllowedHeaders: []string{"*"},
		ExposedHeaders: []string{"X-Request-Id", "Content-Disposition", "Content-Range", "Accept-Ranges", "ETag"},
	}
)

// withCORS admits pages of the allowed origins. There are no cookies, so that it does not allow credentials.
func withCORS(origins []string, o cors.Options, next http.Handler) http.Handler {
	if next == nil || len(origins) == 0 {
		return next
	}
	o.AllowedOrigins, o.MaxAge = origins, preflightAge
	return cors.New(o).Handler(next)
}

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

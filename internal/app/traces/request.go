package traces

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/trace"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// Requests makes a span of each request for the API and for files.
func (t *Traces) Requests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := caller.WithTrace(r.Context(), r.Header.Get("Traceparent"))
		route := routeOf(r.URL.Path)
		if route == "" || lasts(r) {
			next.ServeHTTP(w, r.WithContext(ctx))
			return
		}
		ctx, parent, yes := t.picks(ctx)
		if !yes {
			next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, leftOut{}, true)))
			return
		}
		ctx, span := t.request(ctx, parent, r, route)
		a := &answer{ResponseWriter: w, status: http.StatusOK}
		defer a.end(span)
		next.ServeHTTP(a, r.WithContext(ctx))
	})
}

// request begins the span of a request.
func (t *Traces) request(ctx context.Context, parent trace.SpanContext, r *http.Request, route string) (context.Context, trace.Span) {
	method, scheme := methodOf(r.Method), "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return t.within(ctx, parent, method+" "+route, trace.SpanKindServer, httpMethod.String(method), httpRoute.String(route), urlScheme.String(scheme))
}

// leftOut is in the context of a request that is not traced: its operation does not ask again.
type leftOut struct{}

// routes of the API, and of signed links to files. A path may have an id behind it.
var routes = []string{"/graphql", "/api/", "/objetos/"}

func routeOf(path string) string {
	for _, route := range routes {
		if path == route || strings.HasSuffix(route, "/") && strings.HasPrefix(path, route) {
			return route
		}
	}
	return ""
}

// lasts reports whether a request may stay open for hours: each operation is traced instead.
func lasts(r *http.Request) bool {
	return r.Header.Get("Upgrade") != "" || strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// methodOf is a method, by the conventions.
func methodOf(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions, http.MethodPatch:
		return method
	default:
		return "_OTHER"
	}
}

// answer remembers the status. Unwrap is for http.ResponseController.
type answer struct {
	http.ResponseWriter
	status int
}

func (a *answer) WriteHeader(status int) {
	if status >= http.StatusOK { // what comes before is no answer
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answer) end(span trace.Span) {
	span.SetAttributes(httpStatus.Int(a.status))
	if a.status >= http.StatusInternalServerError {
		fail(span, strconv.Itoa(a.status))
	}
	span.End()
}

package site

import (
	"net/http"

	"github.com/rs/cors"
)

// preflightAge is how long a browser remembers a permission, in seconds.
const preflightAge = 600

// What pages of the allowed origins may send: operations, and files by signed URLs, which bind the headers themselves.
var (
	callsOfPages = cors.Options{
		AllowedMethods: []string{http.MethodGet, http.MethodPost},
		AllowedHeaders: []string{
			"Authorization", "Content-Type", "Accept", "Last-Event-ID", "Traceparent", "X-Request-Id", "Carpeta-Proposito", "Carpeta-Base-Legal",
			"Apollo-Require-Preflight", "Apollographql-Client-Name", "Apollographql-Client-Version", // of Apollo Client
		},
		ExposedHeaders: []string{"Retry-After", "X-Request-Id", "WWW-Authenticate"},
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

package httpserver

import (
	"net/http"

	"github.com/rs/cors"
)

// preflightAge is how long a browser remembers a permission, in seconds.
const preflightAge = 600

// withCORS lets pages of the allowed origins call the API. There are no cookies,
// so credentials stay out.
func withCORS(origins []string, next http.Handler) http.Handler {
	if len(origins) == 0 {
		return next
	}
	return cors.New(cors.Options{
		AllowedOrigins: origins,
		AllowedMethods: []string{http.MethodGet, http.MethodPost},
		AllowedHeaders: []string{"Authorization", "Content-Type", "Accept", "Last-Event-ID", "Traceparent", "Apollo-Require-Preflight"},
		ExposedHeaders: []string{"Retry-After", "X-Request-Id", "WWW-Authenticate"},
		MaxAge:         preflightAge,
	}).Handler(next)
}

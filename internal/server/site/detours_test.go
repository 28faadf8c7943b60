package site_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// TestDetoursArePaid: what the mux answers by itself, with the path that it should have been, had no price.
func TestDetoursArePaid(t *testing.T) {
	paid := 0
	h := site.New(site.Config{
		API: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}),
		Charge: func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				paid++
				next.ServeHTTP(w, r)
			})
		},
	})
	for target, want := range map[string]int{"/graphql": 0, "/x": 1, "/x/": 1, "//graphql": 1, "/x/../graphql": 1, "/graphql/.": 1} {
		paid = 0
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "http://localhost"+target, nil))
		if paid != want {
			t.Errorf("%s was paid %d times, want %d", target, paid, want)
		}
	}
	for _, method := range []string{http.MethodOptions, http.MethodGet} {
		paid = 0
		r := httptest.NewRequest(method, "*", nil)
		r.Host = "localhost"
		h.ServeHTTP(httptest.NewRecorder(), r)
		if paid != 1 {
			t.Errorf("%s * was paid %d times", method, paid)
		}
	}
}

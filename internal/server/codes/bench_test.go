package codes_test

import (
	"net/http"
	"strings"
	"testing"
)

// BenchmarkCode is a use of a code, with its event, and a try with a code that never was.
func BenchmarkCode(b *testing.B) {
	s := newShop(b, []byte("folio"))
	s.Codigos.Ritmo = nil
	_, code := s.code(nil)
	for name, c := range map[string]struct {
		code   string
		status int
	}{"used": {code, http.StatusOK}, "wrong": {strings.Repeat("A", 22), http.StatusNotFound}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if w := s.use(c.code); w.Code != c.status {
					b.Fatal(w.Code, w.Body)
				}
			}
		})
	}
}

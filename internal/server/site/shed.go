package site

import (
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
)

// shedding refuses to begin an upload or a download while memory is short.
func withShedding(gate *shed.Gate, next http.Handler) http.Handler {
	if next == nil {
		return nil
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if short := gate.Refuse(shed.File); short != nil {
			w.Header().Set("Retry-After", "5")
			plain(w, http.StatusServiceUnavailable, short.Mensaje)
			return
		}
		next.ServeHTTP(w, r)
	})
}

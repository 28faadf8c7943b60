package door

import (
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// Paid has what anybody may ask for paid by the address that asks: pages, keys, signed links, and what is not there.
func (d *Door) Paid(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := d.addressed(r)
		if p := d.pay(ctx); p != nil {
			p.Send(w, r, reply.JSON, d.Presenter)
			return
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

package door

import (
	"context"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// The prices of what is no operation: a request is that of an operation that asks for nothing, and the bytes of
// a page are what the processor sends in the time of one field.
const (
	requestPrice = 50
	pageBytes    = 4 << 10
)

// Paid has what anybody may ask for paid by the address that asks: pages, keys, signed links, and what is not there.
func (d *Door) Paid(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := d.addressed(r)
		if _, overdrawn := d.Budget.Charge(ctx, requestPrice); overdrawn != nil {
			d.Budget.Hold(ctx, string(overdrawn.Code))
			reply.ProblemOf(overdrawn).Send(w, r, reply.JSON, d.Presenter)
			return
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// ByBytes has the bytes of an answer paid too, inside of Paid.
func (d *Door) ByBytes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := &counted{ResponseWriter: w, by: d.Budget, ctx: r.Context()}
		defer sent.pay()
		next.ServeHTTP(sent, r)
	})
}

// counted is an answer whose bytes are counted.
type counted struct {
	http.ResponseWriter

	by    *budget.Budget
	ctx   context.Context
	bytes int
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.bytes += n
	return n, err
}

// Unwrap is for http.ResponseController.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *counted) pay() { c.by.Owe(c.ctx, c.bytes/pageBytes) }

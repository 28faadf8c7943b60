package door

import (
	"context"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// What the processor sends of a page in the time of one field, and what it unpacks and sends.
const (
	pageBytes     = 4 << 10
	unpackedBytes = 512
)

// pageHolds is what a page takes until it is sent: the buffer by which it is copied, and its request.
const pageHolds = 48 << 10

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

// ByBytes has the bytes of an answer paid too, inside of Paid, and counts what it takes until it is sent: who reads
// nothing gets nothing more.
func (d *Door) ByBytes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, full := d.Budget.Answer(r.Context(), pageHolds)
		defer out.Release()
		if full != nil {
			d.Budget.Hold(r.Context(), string(full.Code))
			reply.ProblemOf(full).Send(w, r, reply.JSON, d.Presenter)
			return
		}
		defer out.Sends(reply.Cut(w))()
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

func (c *counted) pay() {
	each := pageBytes
	if c.Header().Get("Content-Length") == "" { // it was unpacked while it was sent
		each = unpackedBytes
	}
	c.by.Owe(c.ctx, c.bytes/each)
}

package door

import (
	"io"
	"net/http"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// pageBytes is what the processor sends of a page in the time of one field. 1,300 large pages in eight seconds were within
// the budget of one address.
const pageBytes = 4 << 10

// pageHolds is what a page takes until it is sent: the piece by which it is copied, its request, and what its connection
// keeps.
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
		out, full := d.Budget.Page(r.Context(), pageHolds)
		defer out.Release()
		if full != nil {
			p := reply.ProblemOf(full)
			p.Last = d.Budget.Hold(r.Context(), string(full.Code))
			p.Send(w, r, reply.JSON, d.Presenter)
			return
		}
		defer out.Sends(reply.Cut(w))()
		sent := &counted{ResponseWriter: w}
		defer func() { d.Budget.Owe(r.Context(), sent.bytes/pageBytes) }() // also if the client went away
		next.ServeHTTP(sent, r)
	})
}

// counted is an answer whose bytes are counted.
type counted struct {
	http.ResponseWriter

	bytes int
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.ResponseWriter.Write(b)
	c.bytes += n
	return n, err
}

// pieces are what pages are copied by, of 8 KiB: whoever does not read one holds it. The buffers of net/http are four
// times as large, for as many connections as there are.
var pieces = sync.Pool{New: func() any { return new([8 << 10]byte) }}

// ReadFrom sends a page from its file.
func (c *counted) ReadFrom(r io.Reader) (int64, error) {
	piece := pieces.Get().(*[8 << 10]byte)
	defer pieces.Put(piece)
	to, from := struct{ io.Writer }{c}, struct{ io.Reader }{r} // neither knows a way of its own
	return io.CopyBuffer(to, from, piece[:])
}

// Unwrap is for http.ResponseController.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

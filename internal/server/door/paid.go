package door

import (
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// What the processor sends of a page in the time of one field; and a quarter of what it unpacks and sends, for what
// browsers never ask. 1,300 large pages, unpacked in eight seconds, were within the budget of one address.
const (
	pageBytes     = 4 << 10
	unpackedBytes = 128
)

// pieceRest is after each piece that was unpacked, of 32 KiB, which takes a fifth of that: else two pages had two
// processors, and everybody waited for them.
const pieceRest = time.Millisecond

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
// nothing gets nothing more. What is unpacked while it is sent takes a place for it.
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
		sent := &counted{ResponseWriter: w, door: d, request: r, leave: func() {}}
		defer sent.end()
		next.ServeHTTP(sent, r)
	})
}

// counted is an answer whose bytes are counted.
type counted struct {
	http.ResponseWriter

	door    *Door
	request *http.Request
	begun   bool
	leave   func() // the place for unpacking
	bytes   int
}

func (c *counted) Write(b []byte) (int, error) {
	if err := c.begin(); err != nil {
		return 0, err
	}
	n, err := c.ResponseWriter.Write(b)
	c.bytes += n
	if c.begun {
		c.rest()
	}
	return n, err
}

// pieces are what packed pages are copied by, of 8 KiB: whoever does not read one holds it. The buffers of net/http are
// four times as large, for as many connections as there are.
var pieces = sync.Pool{New: func() any { return new([8 << 10]byte) }}

// ReadFrom sends a page from its file. What is unpacked rests after each piece, so its pieces are large, and few at a
// time.
func (c *counted) ReadFrom(r io.Reader) (int64, error) {
	to, from := struct{ io.Writer }{c}, struct{ io.Reader }{r} // neither knows a way of its own
	if c.unpacked() {
		return io.Copy(to, from)
	}
	piece := pieces.Get().(*[8 << 10]byte)
	defer pieces.Put(piece)
	return io.CopyBuffer(to, from, piece[:])
}

// rest lets others have the processor.
func (c *counted) rest() {
	select {
	case <-time.After(pieceRest):
	case <-c.request.Context().Done():
	}
}

// begin waits for a place, if there is something to unpack. Without one the answer is that of who came too late.
func (c *counted) begin() error {
	if c.begun || !c.unpacked() {
		return nil
	}
	leave, full := c.door.Budget.Unpack(c.request.Context())
	if full == nil {
		c.begun, c.leave = true, leave
		return nil
	}
	for _, ofThePage := range []string{"Cache-Control", "Etag"} {
		c.Header().Del(ofThePage)
	}
	reply.ProblemOf(full).Send(c.ResponseWriter, c.request, reply.JSON, c.door.Presenter)
	return full
}

// Unwrap is for http.ResponseController.
func (c *counted) Unwrap() http.ResponseWriter { return c.ResponseWriter }

// unpacked: nobody knew how long it would be.
func (c *counted) unpacked() bool { return c.Header().Get("Content-Length") == "" }

func (c *counted) end() {
	c.leave()
	each := pageBytes
	if c.unpacked() {
		each = unpackedBytes
	}
	c.door.Budget.Owe(c.request.Context(), c.bytes/each)
}

package ws_test

import (
	"bufio"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
)

// offering is a connection of which the system takes so many bytes at once.
type offering struct {
	net.Conn

	most int
}

func (o offering) Offer(b []byte) (taken int) {
	taken, _ = o.Write(b[:min(o.most, len(b))])
	return taken
}

// hijacked gives such connections.
type hijacked struct {
	http.ResponseWriter

	most int
}

func (h hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	return offering{conn, h.most}, rw, err
}

// TestParts: a message comes whole and in order, in how many parts it may be, and whatever the system takes at once.
func TestParts(t *testing.T) {
	parts := []ws.Message{
		ws.Whole([]byte("whole")),
		{Head: []byte("head "), Body: []byte("body"), Tail: []byte(" tail")},
		{Head: []byte("head "), Body: []byte(strings.Repeat("long ", 60)), Tail: []byte("tail")},
		{Body: []byte("body "), Tail: []byte("tail")},
	}
	large := ws.Message{Head: []byte("head "), Body: []byte(strings.Repeat("larger ", 20_000)), Tail: []byte("tail")}
	for _, most := range []int{0, 1, 3, 100, 1 << 20} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			c, err := ws.Accept(hijacked{w, most}, r, &limits, "other")
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Free()
			if err := c.Write(parts...); err != nil {
				t.Error(err)
			}
			if err := c.Write(large); err != nil {
				t.Error(err)
			}
			if err := c.Write(large, ws.Message{}); err != nil {
				t.Error(err)
			}
		}))
		c := dial(t, srv)
		for _, m := range append(parts, large, large, ws.Message{}) {
			want := string(m.Head) + string(m.Body) + string(m.Tail)
			if first, got, err := c.frame(); err != nil || first != 0x81 || got != want {
				t.Fatalf("%d at once: %#x with %d bytes, %v; want %d", most, first, len(got), err, len(want))
			}
		}
		srv.Close()
	}
}

// timed is a connection that the system asks first, and that knows its deadline.
type timed struct {
	offering

	until *time.Time
}

func (c timed) SetDeadline(at time.Time) error      { return c.SetWriteDeadline(at) }
func (c timed) SetWriteDeadline(at time.Time) error { *c.until = at; return nil }

// TestNoDeadlineIsLeft: the deadline of a write ends with it. Where one has passed the system takes nothing at once any
// more, and every message to a subscriber that was idle for that long would be written twice over.
func TestNoDeadlineIsLeft(t *testing.T) {
	for _, most := range []int{0, 1, 1 << 20} {
		left := make(chan time.Time, 2)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			until := time.Now()
			c, err := ws.Accept(deadlined{w, most, &until}, r, &limits, "other")
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Free()
			left <- until
			if err := c.Write(ws.Whole([]byte("whole"))); err != nil {
				t.Error(err)
			}
			left <- until
		}))
		dial(t, srv)
		for _, when := range []string{"the handshake", "a message"} {
			if at := <-left; !at.IsZero() {
				t.Errorf("%d at once: %s leaves a deadline", most, when)
			}
		}
		srv.Close()
	}
}

// deadlined gives such connections.
type deadlined struct {
	http.ResponseWriter

	most  int
	until *time.Time
}

func (d deadlined) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := hijacked{d.ResponseWriter, d.most}.Hijack()
	return timed{conn.(offering), d.until}, rw, err
}

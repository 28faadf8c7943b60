package listener_test

import (
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestUnsent: how much the server can write to a client that reads nothing is
// bounded, and would be several times as much without the bound.
func TestUnsent(t *testing.T) {
	few, many := writtenUnread(t, 64<<10), writtenUnread(t, 0)
	if few > 1<<20 || many < 2*few {
		t.Errorf("%d bytes with the bound, %d without", few, many)
	}
}

// writtenUnread is what a handler could write before it had to wait.
func writtenUnread(t *testing.T, unsent int) (bytes int) {
	written := make(chan int)
	s := serve(t, listener.Config{
		Unsent: unsent,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			total, piece := 0, make([]byte, 16<<10)
			for {
				_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(time.Second)) // of each write: a busy machine is slow
				n, err := w.Write(piece)
				if total += n; err != nil {
					break
				}
			}
			written <- total
		}),
	})
	c := dial(t, s, "127.0.0.1")
	_ = c.(*net.TCPConn).SetReadBuffer(64 << 10)
	if _, err := c.Write([]byte(request)); err != nil {
		t.Fatal(err)
	}
	return <-written
}

package listener_test

import (
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestUnsent: how much the server can write to a client that reads nothing is bounded; the system would take several MiB.
func TestUnsent(t *testing.T) {
	written := make(chan int)
	s := serve(t, listener.Config{
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
	if n := <-written; n > 1<<20 {
		t.Errorf("%d bytes", n)
	}
}

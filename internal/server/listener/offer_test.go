package listener_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestOffer: what is offered to a client that reads nothing is taken as far as the system has room, nobody waits,
// and the rest follows.
func TestOffer(t *testing.T) {
	const piece = 16 << 10
	pieces, refused := make(chan int, 1), make(chan struct{})
	s := serve(t, listener.Config{Unsent: 64 << 10, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		below, left := c.(interface{ Offer(b []byte) int }), []byte{}
		for n := 0; len(left) == 0; n++ {
			b := make([]byte, piece)
			for i := range b {
				b[i] = byte(n)
			}
			left = b[below.Offer(b):]
			if len(left) > 0 {
				pieces <- n + 1
			}
		}
		close(refused)
		if _, err := c.Write(left); err != nil { // waits until the client reads
			t.Error(err)
		}
	})})
	c := said(t, s, request)
	<-refused // although nothing was read
	got, err := io.ReadAll(c)
	n := <-pieces
	if err != nil || len(got) != n*piece || n < 2 {
		t.Fatalf("%d bytes of %d pieces, %v", len(got), n, err)
	}
	for i, b := range got {
		if b != byte(i/piece) {
			t.Fatalf("byte %d is of piece %d", i, b)
		}
	}
}

package listener_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestOffer: what is offered to a client that reads nothing is taken as far as the system has room, nobody waits,
// and the rest follows.
func TestOffer(t *testing.T) {
	const piece = 16 << 10
	pieces, refused := make(chan int, 1), make(chan struct{})
	s := listener.New(listener.Config{Name: "x", Addr: "127.0.0.1:0", Unsent: 64 << 10, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
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
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	c, err := net.Dial("tcp", s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
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

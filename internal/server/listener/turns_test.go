package listener_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// paced is a server whose requests of HTTP/2 wait until they may begin, and what their bodies were.
func paced(t *testing.T, cfg listener.Config) (s *listener.Server, mayBegin chan struct{}, bodies chan string) {
	mayBegin, bodies = make(chan struct{}), make(chan string, 100)
	cfg.Begin = func(ctx context.Context, _ string, _ int) bool {
		select {
		case <-mayBegin:
		case <-ctx.Done():
		}
		return true
	}
	cfg.Handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		bodies <- string(b)
	})
	return serve(t, withTLS(t, cfg)), mayBegin, bodies
}

// TestRequestsOfHTTP2WaitBeforeTheyAreKept: ten in one piece, with their bodies. Each comes to its handler when its turn
// has come, and nothing is lost between them.
func TestRequestsOfHTTP2WaitBeforeTheyAreKept(t *testing.T) {
	s, mayBegin, bodies := paced(t, listener.Config{})
	c := newHTTP2(t, s, "127.0.0.1")
	var all [][]byte
	long := strings.Repeat("x", 10<<10)
	for n := range uint32(10) {
		all = append(all, post(2*n+1, endHeaders), frame(data, 0, 2*n+1, []byte(long)), frame(data, endStream, 2*n+1, []byte{'0' + byte(n)}))
	}
	go func() { _ = c.try(all...) }()
	for n := range 10 {
		select {
		case b := <-bodies:
			t.Fatalf("a request of %d bytes comes before its turn", len(b))
		case mayBegin <- struct{}{}:
		}
		select {
		case b := <-bodies:
			if b != long+string('0'+byte(n)) {
				t.Fatalf("the body of request %d has %d bytes", n, len(b))
			}
		case <-time.After(hang):
			t.Fatalf("request %d does not come", n)
		}
	}
}

// TestWhatWaitsForItsTurnEndsWithItsConnection, and holds nothing then.
func TestWhatWaitsForItsTurnEndsWithItsConnection(t *testing.T) {
	var waits atomic.Int64
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Begin: func(ctx context.Context, _ string, _ int) bool {
		waits.Add(1)
		defer waits.Add(-1)
		<-ctx.Done()
		return true
	}}))
	c := newHTTP2(t, s, "127.0.0.1")
	c.send(t, get(1, endStream|endHeaders))
	waitFor(t, "it waits", func() bool { return waits.Load() == 1 })
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	_ = s.Stop(ctx) // it waits for the connection, and closes it
	waitFor(t, "nothing waits", func() bool { return waits.Load() == 0 })
}

// TestProxiesWaitForNobody: each speaks for many, and the server behind it knows for whom.
func TestProxiesWaitForNobody(t *testing.T) {
	var inside atomic.Int64
	s := serve(t, withTLS(t, listener.Config{
		Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { inside.Add(1) }), Client: func(net.Addr) string { return "" },
		Begin: func(context.Context, string, int) bool { t.Error("it needs a turn"); return false },
	}))
	newHTTP2(t, s, "127.0.0.1").send(t, get(1, endStream|endHeaders), get(3, endStream|endHeaders))
	waitFor(t, "both are answered", func() bool { return inside.Load() == 2 })
}

// TestALargeHeaderIsSeveralPieces: net/http works on each of its fields.
func TestALargeHeaderIsSeveralPieces(t *testing.T) {
	pieces := make(chan int, 10)
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Begin: func(_ context.Context, _ string, n int) bool {
		pieces <- n
		return false
	}}))
	c := newHTTP2(t, s, "127.0.0.1")
	c.send(t, get(1, endStream|endHeaders), with(3, "x-a", "y", manyFields(190)...))
	for _, want := range []int{1, 4} { // 128 bytes for each field, and 8 KiB in a piece
		select {
		case n := <-pieces:
			if n != want {
				t.Errorf("%d pieces, want %d", n, want)
			}
		case <-time.After(hang):
			t.Fatal("it has no turn")
		}
	}
}

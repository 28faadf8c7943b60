package listener_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestStopEndsHTTP2: an idle connection of HTTP/2 is told to go, and keeps nobody waiting;
// a request under way is answered first.
func TestStopEndsHTTP2(t *testing.T) {
	begun, over := make(chan struct{}), make(chan struct{})
	s, _ := bounded(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-over
	}))
	idle, busy := newHTTP2(t, s, "127.0.0.1"), newHTTP2(t, s, "127.0.0.1")
	busy.send(t, get(1, endStream|endHeaders))
	<-begun
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	stopped := make(chan error, 1)
	go func() { stopped <- s.Stop(ctx) }()
	idle.waitEnd(t)
	if !busy.isOpen() {
		t.Error("a request under way was cut off")
	}
	close(over)
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	busy.waitEnd(t)
	if !kinds(idle.came.Bytes())[goAway] || !kinds(busy.came.Bytes())[headers] || !kinds(busy.came.Bytes())[goAway] {
		t.Error("no GOAWAY, or no answer")
	}
}

// TestStopAnswersWhoHasAsked: connections that waited for their turn were reset.
func TestStopAnswersWhoHasAsked(t *testing.T) {
	const many = 200
	s := serve(t, listener.Config{Handler: answer("yes"), Crowding: 1, Known: func(string) bool { return false }})
	var answered, ended atomic.Int32
	for range many {
		go count(t, dial(t, s, "127.0.0.2"), &answered, &ended)
	}
	mute := dial(t, s, "127.0.0.3")
	waitFor(t, "they wait", func() bool { return int(answered.Load())+s.Crowding() == many })
	if err := s.Stop(t.Context()); err != nil {
		t.Error(err)
	}
	waitFor(t, "all are told", func() bool { return answered.Load()+ended.Load() == many })
	if n := ended.Load(); n > 0 || !isEnded(mute) {
		t.Errorf("%d of %d that had asked were not answered", n, many)
	}
}

// TestTheLastAnswerOfHTTP2: an answer that is the last of its connection is told so over HTTP/2 too, and the connection ends.
func TestTheLastAnswerOfHTTP2(t *testing.T) {
	s, _ := bounded(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Connection", "close") }))
	c := newHTTP2(t, s, "127.0.0.1")
	c.send(t, get(1, endStream|endHeaders))
	c.waitEnd(t)
	if seen := kinds(c.came.Bytes()); !seen[headers] || !seen[goAway] {
		t.Error("no answer, or no GOAWAY:", seen)
	}
}

// kinds are the types of the frames in some bytes.
func kinds(b []byte) map[byte]bool {
	seen := map[byte]bool{}
	for len(b) >= 9 {
		seen[b[3]] = true
		size := 9 + int(b[0])<<16 + int(b[1])<<8 + int(b[2])
		b = b[min(size, len(b)):]
	}
	return seen
}

package listener_test

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// crowd is a server whose handlers read bodies that do not come, and a clock that only moves when it is told: on a busy
// machine nobody waits for too long.
func crowd(t *testing.T, cfg listener.Config) (s *listener.Server, m *meter, inside *atomic.Int64, later func(time.Duration)) {
	m, inside = &meter{}, new(atomic.Int64)
	var elapsed atomic.Int64
	start := time.Now()
	cfg.Metrics = m
	cfg.Clock = func() time.Time { return start.Add(time.Duration(elapsed.Load())) }
	cfg.Handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		inside.Add(1)
		defer inside.Add(-1)
		_, _ = io.Copy(io.Discard, r.Body)
	})
	return serve(t, withTLS(t, cfg)), m, inside, func(d time.Duration) { elapsed.Add(int64(d)) }
}

// TestStreamsOfAClientAreBounded: requests beside others of their connection. The first of each connection
// is always served.
func TestStreamsOfAClientAreBounded(t *testing.T) {
	s, m, inside, _ := crowd(t, listener.Config{Streams: 100, StreamsEach: 10})
	var all []*http2
	for range 3 {
		c := newHTTP2(t, s, "127.0.0.1")
		for n := range 7 {
			c.send(t, post(uint32(2*n+1), endHeaders))
		}
		all = append(all, c)
	}
	waitFor(t, "those with a place are inside", func() bool { return inside.Load() == 3+10 && m.get("refused solicitudes") == 21-13 })
	other := newHTTP2(t, s, "127.0.0.2")
	for n := range 5 {
		other.send(t, post(uint32(2*n+1), endHeaders))
	}
	waitFor(t, "another client has its own", func() bool { return inside.Load() == 3+10+5 })
	for _, c := range append(all, other) {
		_ = c.Close()
	}
	waitFor(t, "all are gone", func() bool { return inside.Load() == 0 })
	again := newHTTP2(t, s, "127.0.0.1")
	for n := range 11 {
		again.send(t, post(uint32(2*n+1), endHeaders))
	}
	waitFor(t, "the room came back", func() bool { return inside.Load() == 11 })
}

// TestCrowdsMakeRoom: where all is full, the connection that waits longest for its client with more than one
// request ends. One that sends slowly, with a single request, does not.
func TestCrowdsMakeRoom(t *testing.T) {
	s, m, inside, later := crowd(t, listener.Config{Streams: 20})
	single := newHTTP2(t, s, "127.0.0.9")
	single.send(t, post(1, endHeaders))
	waitFor(t, "it is inside", func() bool { return inside.Load() == 1 })
	stalls := newHTTP2(t, s, "127.0.0.1")
	for n := range 21 {
		stalls.send(t, post(uint32(2*n+1), endHeaders))
	}
	waitFor(t, "the crowd is inside", func() bool { return inside.Load() == 22 })
	honest := newHTTP2(t, s, "127.0.0.2")
	honest.send(t, post(1, endHeaders), post(3, endHeaders))
	waitFor(t, "one is refused", func() bool { return m.get("refused solicitudes") == 1 })
	waitFor(t, "all wait for their clients", func() bool { return s.Waiting() == 3 })
	later(2 * time.Second)
	honest.send(t, post(5, endHeaders))
	stalls.waitEnd(t)
	waitFor(t, "the honest are inside", func() bool { return inside.Load() == 3 })
	if !single.isOpen() || m.get("ended lenta") != 1 {
		t.Error("ended:", m.count)
	}
}

// TestWhoIsRefusedIsAnswered by the handler for that, and its connection goes on.
func TestWhoIsRefusedIsAnswered(t *testing.T) {
	s, _, inside, _ := crowd(t, listener.Config{StreamsEach: 1, Crowded: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
	})})
	tr := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: insecure(), MaxConnsPerHost: 1}
	defer tr.CloseIdleConnections()
	client := &http.Client{Transport: tr}
	stalled, end := io.Pipe()
	defer end.Close()
	for range 2 {
		go func() {
			if resp, err := client.Post(s.URL(), "text/plain", stalled); err == nil {
				_ = resp.Body.Close()
			}
		}()
	}
	waitFor(t, "two are inside", func() bool { return inside.Load() == 2 })
	resp, err := client.Post(s.URL(), "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusServiceUnavailable {
		t.Error(resp.StatusCode)
	}
}

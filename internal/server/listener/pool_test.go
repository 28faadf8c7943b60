package listener_test

import (
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// A proxy keeps a pool of connections, and uses them again at any moment, also in that in which the server ends them. It sends
// again by itself what is safe to send again.

// TestPoolAtTheIdleLimit: requests come just before, just after and in the moment in which a connection has been idle too long.
func TestPoolAtTheIdleLimit(t *testing.T) {
	const limit = 50 * time.Millisecond
	for name, config := range map[string]listener.Config{"HTTP/1": {}, "HTTP/2": withTLS(t, listener.Config{})} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it mostly waits
			config.Idle, config.Handler = limit, answer("ok")
			s := serve(t, config)
			client := http2Client(t)
			for i := range 60 {
				if got := fetch(t, client, s.URL()); got != "ok" {
					t.Errorf("request %d: %q", i, got)
				}
				time.Sleep(limit + time.Duration(i-30)*100*time.Microsecond)
			}
		})
	}
}

// TestPoolAtTheConnectionCap: the connections of a pool that is idle make room for others, and the pool uses them again.
func TestPoolAtTheConnectionCap(t *testing.T) {
	const kept, places, rounds = 6, 10, 5
	var clock shifted
	var together sync.WaitGroup
	s := serve(t, listener.Config{Connections: places, Clock: clock.now, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/together" { // each on a connection of its own
			together.Done()
			together.Wait()
		}
		_, _ = io.WriteString(w, "ok")
	})})
	pool := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: kept}}
	for range rounds {
		together.Add(kept)
		var all sync.WaitGroup
		for range kept {
			all.Go(func() {
				if got := fetch(t, pool, s.URL()+"/together"); got != "ok" {
					t.Errorf("the pool: %q", got)
				}
			})
		}
		all.Wait()
		clock.pass(minIdle)
		for range places {
			if !ask(t, dial(t, s, "127.0.0.1")) {
				t.Error("a new connection has no answer")
			}
		}
		clock.pass(minIdle)
	}
}

// minIdle is how long a connection is left alone.
const minIdle = 5 * time.Second

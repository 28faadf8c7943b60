package listener_test

import (
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestFloodsEndForTheirAddress: a client whose connections end for floods, or for requests that hold too much, and that
// comes back for the price of a handshake, has soon none left. Others are served.
func TestFloodsEndForTheirAddress(t *testing.T) {
	for cause, send := range map[string]func(c *http2){
		"tramas": func(c *http2) {
			for sent := 0; sent < 50_000 && c.try(frame(ping, 0, 0, make([]byte, 8))) == nil; sent++ {
			}
		},
		"solicitudes": func(c *http2) {
			for n := uint32(0); n < 100 && c.try(noWindow, get(2*n+1, endStream|endHeaders)) == nil; n++ {
			}
		},
	} {
		t.Run(cause, func(t *testing.T) { floodsEnd(t, cause, send) })
	}
}

func floodsEnd(t *testing.T, cause string, flood func(c *http2)) {
	var (
		m    meter
		mu   sync.Mutex
		paid = map[string]int{}
	)
	pay := func(client string, price int) bool {
		mu.Lock()
		defer mu.Unlock()
		paid[client] += price
		return paid[client] <= 250
	}
	s := serve(t, withTLS(t, listener.Config{
		Frames: 10, FrameBurst: 100, StreamsEach: 10, Metrics: &m,
		Admit: func(client string) bool { return pay(client, 1) }, Flooded: func(client string) { pay(client, 100) },
		Handler: answer("yes"),
	}))
	for range 3 {
		c := newHTTP2(t, s, "127.0.0.2")
		flood(c)
		c.waitEnd(t)
	}
	refused := dial(t, s, "127.0.0.2")
	_ = refused.SetReadDeadline(time.Now().Add(hang))
	if n, err := refused.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("a fourth connection: %d %v", n, err)
	}
	if m.get("refused seguidas") != 1 || m.get("ended "+cause) != 3 {
		t.Errorf("counted: %v", m.count)
	}
	newHTTP2(t, s, "127.0.0.3")
}

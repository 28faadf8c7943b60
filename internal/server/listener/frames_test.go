package listener_test

import (
	"crypto/tls"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// bounded is a server that lets little be sent in vain.
func bounded(t *testing.T, h http.Handler) (*listener.Server, *meter) {
	m := &meter{}
	return serve(t, withTLS(t, listener.Config{Handler: h, Frames: 10, FrameBurst: 500, Metrics: m})), m
}

// TestFloodsOfFramesEnd: frames that ask for work and bring none end their connection
// soon. Before, they went on for as long as the client liked.
func TestFloodsOfFramesEnd(t *testing.T) {
	stream := uint32(1)
	for name, flood := range map[string]func() []byte{
		"PING":      func() []byte { return frame(ping, 0, 0, make([]byte, 8)) },
		"PING acks": func() []byte { return frame(ping, 1, 0, make([]byte, 8)) },
		"SETTINGS":  func() []byte { return frame(settings, 0, 0, nil) },
		"long SETTINGS": func() []byte {
			return frame(settings, 0, 0, []byte(strings.Repeat("\x00\x04\x00\x00\xff\xff", 1000)))
		},
		"PRIORITY": func() []byte { return frame(priority, 0, 1, []byte{0, 0, 0, 0, 1}) },
		"unknown":  func() []byte { return frame(0xee, 0, 0, []byte("x")) },
		"resets": func() []byte {
			stream += 2
			return append(get(stream, endStream|endHeaders), frame(reset, 0, stream, []byte{0, 0, 0, 8})...)
		},
		"requests above the number of streams": func() []byte {
			stream += 2
			return post(stream, endHeaders)
		},
		"updates of the window": func() []byte { return frame(windowUpdate, 0, 0, []byte{0, 0, 0, 1}) },
	} {
		t.Run(name, func(t *testing.T) {
			s, m := bounded(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
			c := newHTTP2(t, s, "127.0.0.1")
			stream = 1
			sent := 0
			for ; sent < 50_000 && c.try(flood()) == nil; sent++ {
			}
			c.waitEnd(t)
			if m.get("ended tramas") != 1 {
				t.Errorf("after %d: %v", sent, m.count)
			}
		})
	}
}

// TestEmptyDataEnds: the same of frames on a stream that is open.
func TestEmptyDataEnds(t *testing.T) {
	for name, f := range map[string][]byte{
		"empty":       frame(data, 0, 1, nil),
		"a byte each": frame(data, 0, 1, []byte("x")),
		"padding":     frame(data, 8, 1, []byte{0}),
		"all padding": frame(data, 8, 1, append([]byte{255}, make([]byte, 255)...)),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := bounded(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
			c := newHTTP2(t, s, "127.0.0.1")
			c.send(t, post(1, endHeaders))
			for range 50_000 {
				if c.try(f) != nil {
					break
				}
			}
			c.waitEnd(t)
			if m.get("ended tramas") != 1 {
				t.Error(m.count)
			}
		})
	}
}

// TestContinuationsEnd: a header that never comes to its end.
func TestContinuationsEnd(t *testing.T) {
	s, m := bounded(t, answer("ok"))
	c := newHTTP2(t, s, "127.0.0.1")
	c.send(t, get(1, endStream))
	for range 50_000 {
		if c.try(frame(continuation, 0, 1, nil)) != nil {
			break
		}
	}
	c.waitEnd(t)
	if m.get("ended tramas") != 1 {
		t.Error(m.count)
	}
}

// TestHonestFramesPass: many requests, a long upload and a long download over one
// connection are no flood.
func TestHonestFramesPass(t *testing.T) {
	s, m := bounded(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.TLS == nil || r.ProtoMajor != 2 {
			t.Errorf("%v over %s", r.TLS, r.Proto)
		}
		_, _ = io.Copy(w, r.Body)
	}))
	tr := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} //nolint:gosec // a certificate of the test
	defer tr.CloseIdleConnections()
	client := &http.Client{Transport: tr}
	post := func(bytes int) {
		resp, err := client.Post(s.URL(), "text/plain", strings.NewReader(strings.Repeat("x", bytes)))
		if err != nil {
			t.Fatal(bytes, err)
		}
		defer resp.Body.Close()
		if n, err := io.Copy(io.Discard, resp.Body); int(n) != bytes || err != nil {
			t.Fatal(n, err)
		}
	}
	for range 3000 {
		post(100)
	}
	post(20 << 20)
	if m.get("open") != 1 || m.get("ended tramas") != 0 {
		t.Error(m.count)
	}
}

// TestHTTP2StreamsAreNotIdle: a connection with a stream keeps its place, and one whose
// streams have ended does not.
func TestHTTP2StreamsAreNotIdle(t *testing.T) {
	begun, over := make(chan struct{}), make(chan struct{})
	s := serve(t, withTLS(t, listener.Config{Connections: 2, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-over
	})}))
	busy, done := newHTTP2(t, s, "127.0.0.1"), newHTTP2(t, s, "127.0.0.1")
	for _, c := range []*http2{done, busy} {
		c.send(t, get(1, endStream|endHeaders))
		<-begun
	}
	if !isEnded(dial(t, s, "127.0.0.1")) {
		t.Error("two busy connections have the two places")
	}
	done.send(t, frame(reset, 0, 1, []byte{0, 0, 0, 8}))
	waitFor(t, "one made room", func() bool {
		dial(t, s, "127.0.0.2")
		return !done.isOpen()
	})
	if !busy.isOpen() {
		t.Error("the busy one was pushed out")
	}
	close(over)
}

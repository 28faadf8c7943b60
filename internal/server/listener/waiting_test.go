package listener_test

import (
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestWhoWaitsForItsClientMakesRoom: a request whose body does not come, or whose answer
// nobody reads, is pushed out after a while where all places are taken. Over HTTP/2 too.
// Requests that the server works on keep their places.
func TestWhoWaitsForItsClientMakesRoom(t *testing.T) {
	for name, secure := range map[string]bool{"HTTP/1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			var m meter
			var elapsed atomic.Int64
			start := time.Now() // the clock goes when it is told: a busy machine takes its time
			begun, over := make(chan struct{}, 10), make(chan struct{})
			defer close(over)
			cfg := listener.Config{
				Connections: 3, Metrics: &m, Unsent: 4096,
				Clock: func() time.Time { return start.Add(time.Duration(elapsed.Load())) },
				Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					begun <- struct{}{}
					switch {
					case r.Method == http.MethodPost:
						_, _ = io.Copy(io.Discard, r.Body)
					case r.URL.Path == "/work":
						<-over
					default:
						_, _ = w.Write(make([]byte, 32<<20))
					}
				}),
			}
			// uploads stalls, reads nothing and works: in this order.
			var uploads, works interface{ ended() bool }
			var s *listener.Server
			if secure {
				s = serve(t, withTLS(t, cfg))
				up, read, at := newHTTP2(t, s, "127.0.0.1"), newDeaf(t, s, "127.0.0.1"), newHTTP2(t, s, "127.0.0.1")
				up.send(t, post(1, endHeaders))
				read.send(t, get(1, endStream|endHeaders))
				at.send(t, work)
				uploads, works = up, at
			} else {
				s = serve(t, cfg)
				uploads = said(t, s, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345")
				said(t, s, request)
				works = said(t, s, "GET /work HTTP/1.1\r\nHost: x\r\n\r\n")
			}
			for range 3 {
				<-begun
			}
			waitFor(t, "two wait for their clients", func() bool { return s.Waiting() == 2 })
			if !isEnded(dial(t, s, "127.0.0.2")) || m.get("refused todas") != 1 {
				t.Error("one that has waited for a moment only was pushed out:", m.count)
			}
			waitFor(t, "one more comes in", func() bool {
				elapsed.Add(int64(2 * time.Second)) // one may have begun to wait only now
				if secure {
					if more, err := openHTTP2(t, s, "127.0.0.2"); err == nil {
						_ = more.try(work) // it may be refused
					}
				} else {
					_, _ = io.WriteString(dial(t, s, "127.0.0.2"), "GET /work HTTP/1.1\r\nHost: x\r\n\r\n") // the same
				}
				select {
				case <-begun:
					return true
				case <-time.After(100 * time.Millisecond):
					return false
				}
			})
			waitFor(t, "both that wait for their clients made room", func() bool {
				elapsed.Add(int64(10 * time.Millisecond)) // the same
				dial(t, s, "127.0.0.2")
				return m.get("ended lenta") == 2
			})
			waitFor(t, "the one whose body does not come ends", uploads.ended)
			if works.ended() {
				t.Error("the one that is at work ended:", m.count)
			}
		})
	}
}

// TestAnswersThatMayNotComeMakeRoom: a client of HTTP/2 that gives no window. The connection sends nothing, so it does
// not wait; four addresses held every place so for a minute at a time. A short answer is written when its handler has
// ended, a long one before.
func TestAnswersThatMayNotComeMakeRoom(t *testing.T) {
	for name, bytes := range map[string]int{"short": 10, "long": 1 << 20} {
		t.Run(name, func(t *testing.T) {
			var m meter
			var elapsed atomic.Int64
			begun := make(chan struct{}, 10)
			s := serve(t, withTLS(t, listener.Config{
				Connections: 1, Metrics: &m,
				Clock: func() time.Time { return time.Now().Add(time.Duration(elapsed.Load())) },
				Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					begun <- struct{}{}
					_, _ = w.Write(make([]byte, bytes))
				}),
			}))
			c := newHTTP2(t, s, "127.0.0.1")
			c.send(t, frame(settings, 0, 0, []byte{0, 4, 0, 0, 0, 0}), get(1, endStream|endHeaders))
			<-begun
			waitFor(t, "it makes room", func() bool {
				elapsed.Add(int64(2 * time.Second))
				dial(t, s, "127.0.0.2")
				return m.get("ended lenta") == 1
			})
			c.waitEnd(t)
		})
	}
}

// TestBodiesThatNobodyReadsMakeRoom: before and after its answer net/http reads the rest of a body that the
// handler did not read. Such a connection waits for its client too.
func TestBodiesThatNobodyReadsMakeRoom(t *testing.T) {
	for name, begin := range map[string]http.HandlerFunc{
		"before the answer": func(w http.ResponseWriter, _ *http.Request) { _ = http.NewResponseController(w).Flush() },
		"after the answer":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) },
	} {
		t.Run(name, func(t *testing.T) {
			var m meter
			var elapsed atomic.Int64
			begun := make(chan struct{}, 10)
			s := serve(t, listener.Config{
				Connections: 1, Metrics: &m,
				Clock:   func() time.Time { return time.Now().Add(time.Duration(elapsed.Load())) },
				Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { begun <- struct{}{}; begin(w, r) }),
			})
			said(t, s, "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345")
			<-begun
			time.Sleep(50 * time.Millisecond)
			elapsed.Store(int64(2 * time.Second))
			waitFor(t, "it makes room", func() bool {
				dial(t, s, "127.0.0.2")
				return m.get("ended lenta") == 1
			})
			if c := dial(t, s, "127.0.0.2"); !ask(t, c) { // and one whose body came is idle after it
				t.Error("not served")
			}
		})
	}
}

// work is the frame of a request for something that takes time.
var work = frame(headers, endStream|endHeaders, 1, append([]byte{0x82, 0x04, 5, '/', 'w', 'o', 'r', 'k', 0x87, 0x41, 9}, "localhost"...))

// TestFilesArriveWhole: files are sent by pieces, without and with a range.
func TestFilesArriveWhole(t *testing.T) {
	name, content := filepath.Join(t.TempDir(), "a"), bytes.Repeat([]byte("carpeta "), 100_000)
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	s := serve(t, listener.Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, name) })})
	for byteRange, want := range map[string][]byte{"": content, "bytes=300000-599999": content[300_000:600_000], "bytes=-7": content[len(content)-7:]} {
		r, _ := http.NewRequest(http.MethodGet, s.URL()+"/a", nil)
		if byteRange != "" {
			r.Header.Set("Range", byteRange)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %d bytes of %d, %v", byteRange, len(got), len(want), err)
		}
	}
}

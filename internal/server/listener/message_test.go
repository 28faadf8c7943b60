package listener_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// ways are HTTP/1 without and with TLS.
var ways = map[string]struct {
	config func(*testing.T, listener.Config) listener.Config
	client func(net.Conn) net.Conn
}{
	"plain": {func(_ *testing.T, cfg listener.Config) listener.Config { return cfg }, func(c net.Conn) net.Conn { return c }},
	"TLS":   {withTLS, func(c net.Conn) net.Conn { return tls.Client(c, insecure()) }},
}

// requests of HTTP/1, whose ends are told in several ways, and what lengths answers.
var requests = map[string]struct{ text, answer string }{
	"no body":  {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "0"},
	"a length": {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n\n\n\r\n\r\n", "6"},
	"chunks":   {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n\n\n\n\n\n\r\n0\r\nA: b\r\n\r\n", "5"},
	"unread":   {"POST /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n\n\n\r\n\r\n", "0"},
	"options":  {"OPTIONS * HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n\n\n\n\n\n\n", "6"},
}

func lengths() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int64(0)
		if r.URL.Path != "/unread" {
			n, _ = io.Copy(io.Discard, r.Body)
		}
		_, _ = fmt.Fprint(w, n)
	})
}

// TestLinesBehindAnEnd: those of the next header are counted, also where they came together with the end of a request.
// They were in net/http's buffer then: 1,300 more of them, 129 KiB a connection.
func TestLinesBehindAnEnd(t *testing.T) {
	for name, way := range ways {
		for kind, first := range requests {
			t.Run(name+", "+kind, func(t *testing.T) {
				m := &meter{}
				s := serve(t, way.config(t, listener.Config{Metrics: m, Handler: lengths(), Header: time.Hour}))
				for {
					c := way.client(dial(t, s, "127.0.0.1"))
					_ = c.SetDeadline(time.Now().Add(hang))
					_, _ = io.WriteString(c, first.text+manyHeaders(3500)) // the server may not read all of it
					answers, err := io.ReadAll(c)
					if errors.Is(err, os.ErrDeadlineExceeded) {
						t.Fatal("the rest of the header is waited for")
					}
					head, _, _ := bytes.Cut(answers, []byte("\r\n\r\n"))
					if kind != "unread" || !bytes.HasPrefix(head, []byte("HTTP/1.1 200")) || !bytes.Contains(head, []byte("Connection: close")) {
						break
					} // a machine that is slow for a moment did not read the body in time: nothing behind it was read
				}
				waitFor(t, "it is counted", func() bool { return m.get("ended encabezados") == 1 })
			})
		}
	}
}

// TestPipelines: requests that come all at once, or in small parts, are answered in their order.
func TestPipelines(t *testing.T) {
	var all strings.Builder
	var want []string
	for range 40 {
		for _, kind := range []string{"no body", "a length", "chunks", "options", "no body"} { // the time for what is unread is short
			all.WriteString(requests[kind].text)
			want = append(want, requests[kind].answer)
		}
	}
	for name, way := range ways {
		for parts, most := range map[string]int{"at once": all.Len(), "in parts": 7} {
			t.Run(name+", "+parts, func(t *testing.T) {
				s := serve(t, way.config(t, listener.Config{Handler: lengths(), Header: time.Hour, Read: time.Hour}))
				c := way.client(dial(t, s, "127.0.0.1"))
				_ = c.SetDeadline(time.Now().Add(hang))
				go func() {
					for part := range slices.Chunk([]byte(all.String()), most) {
						if _, err := c.Write(part); err != nil {
							return // the reader sees it
						}
					}
				}()
				from := bufio.NewReader(c)
				for n, body := range want {
					resp, err := http.ReadResponse(from, nil)
					if err != nil {
						t.Fatalf("answer %d: %v", n, err)
					}
					text, err := io.ReadAll(resp.Body)
					if err != nil || resp.StatusCode != http.StatusOK || string(text) != body {
						t.Fatalf("answer %d: %s %q %v", n, resp.Status, text, err)
					}
				}
			})
		}
	}
}

// TestWhoTakesOverGetsAllThatCame: what stands behind the header, and was not given to net/http.
func TestWhoTakesOverGetsAllThatCame(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			got := make(chan string, 1)
			s := serve(t, way.config(t, listener.Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				c, rw, err := http.NewResponseController(w).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				defer c.Close()
				if a, ok := c.(interface{ Await(func()) bool }); ok && a.Await(func() {}) {
					t.Error("it would wait for the system to tell of what came already")
				}
				early, _ := rw.Peek(rw.Reader.Buffered())
				all := append([]byte(nil), early...)
				for b := make([]byte, 1000); len(all) < 600; {
					n, err := c.Read(b)
					if all = append(all, b[:n]...); err != nil {
						break
					}
				}
				got <- string(all)
			})}))
			behind := strings.Repeat("\n\n ", 200)
			c := way.client(dial(t, s, "127.0.0.1"))
			if _, err := io.WriteString(c, request+behind); err != nil {
				t.Fatal(err)
			}
			select {
			case all := <-got:
				if all != behind {
					t.Errorf("%q", all)
				}
			case <-time.After(hang):
				t.Fatal("it did not come")
			}
		})
	}
}

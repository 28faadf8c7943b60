package listener_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// manyHeaders are as many as fit into so many bytes.
func manyHeaders(bytes int) string {
	var b strings.Builder
	b.WriteString("GET / HTTP/1.1\r\nHost: x\r\n")
	for n := 0; b.Len() < bytes; n++ {
		fmt.Fprintf(&b, "%x:\n", n)
	}
	return b.String()
}

// manyLines are a header of so many lines that has no end.
func manyLines(n int) string { return "GET / HTTP/1.1\r\n" + strings.Repeat("x-a: y\r\n", n-1) }

// TestHeadersThatDoNotEndHoldLittle: 300 connections each send as much of a header as net/http reads, and
// wait. Each kept a megabyte and a half for 60 KiB.
func TestHeadersThatDoNotEndHoldLittle(t *testing.T) {
	long := "GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("x", 31<<10)
	for name, c := range map[string]struct {
		text string
		most int
	}{"many": {manyHeaders(31 << 10), 16 << 10}, "long": {long, 110 << 10}} {
		t.Run(name, func(t *testing.T) {
			const connections = 100
			s := serve(t, listener.Config{Handler: answer("yes"), Header: time.Minute})
			ask(t, dial(t, s, "127.0.0.1"))
			before := taken()
			for range connections {
				if _, err := io.WriteString(dial(t, s, "127.0.0.1"), c.text); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(300 * time.Millisecond) // they are where they stay
			each := (taken() - before) / connections
			t.Logf("a header that does not end holds %d bytes", each)
			if each > c.most {
				t.Errorf("want at most %d", c.most)
			}
		})
	}
}

// TestTooManyLines: of a header, and not of what follows it. A later request begins anew.
func TestTooManyLines(t *testing.T) {
	for name, secure := range map[string]bool{"plain": false, "TLS": true} {
		t.Run(name, func(t *testing.T) {
			m := &meter{}
			cfg := listener.Config{Metrics: m, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				n, _ := io.Copy(io.Discard, r.Body)
				_, _ = fmt.Fprint(w, n)
			})}
			if secure {
				cfg = withTLS(t, cfg)
			}
			s := serve(t, cfg)
			open := func() net.Conn {
				c := dial(t, s, "127.0.0.1")
				if !secure {
					return c
				}
				return tls.Client(c, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // a certificate of the test
			}
			lines := strings.Repeat("\n", 3000)
			text := fmt.Sprintf("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(lines), lines)
			c := open()
			for n := range 5 {
				if _, err := io.WriteString(c, text); err != nil {
					t.Fatal(err)
				}
				answer := make([]byte, 4096)
				_ = c.SetReadDeadline(time.Now().Add(hang))
				if got, err := c.Read(answer); err != nil || !strings.HasPrefix(string(answer[:got]), "HTTP/1.1 200") || !strings.HasSuffix(string(answer[:got]), "3000") {
					t.Fatalf("request %d with lines in its body: %q %v", n, answer[:got], err)
				}
			}
			// The sixth of its connection has too many.
			if _, err := io.WriteString(c, manyLines(201)); err != nil {
				t.Fatal(err)
			}
			said, err := io.ReadAll(c)
			if !strings.HasPrefix(string(said), "HTTP/1.1 431 ") || !strings.HasSuffix(string(said), "at most 200 lines\n") || strings.Count(string(said), "HTTP/") != 1 {
				t.Errorf("a header of 201 lines: %q %v", said, err)
			}
			waitFor(t, "it is counted", func() bool { return m.get("ended encabezados") == 1 })
		})
	}
}

// TestTrailersHoldLittle: 4 KB of lines behind a body in chunks, about as many as net/http takes, of requests that go
// on.
func TestTrailersHoldLittle(t *testing.T) {
	const connections, most = 50, 64 << 10
	var inside atomic.Int64
	over := make(chan struct{})
	defer close(over)
	s := serve(t, listener.Config{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Error(err)
		}
		inside.Add(1)
		<-over
	})})
	var trailer strings.Builder
	for n := 0; trailer.Len() < 4000; n++ {
		fmt.Fprintf(&trailer, "%x:\r\n", n)
	}
	before := taken()
	for range connections {
		if _, err := io.WriteString(dial(t, s, "127.0.0.1"), "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n"+trailer.String()+"\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, "all are inside", func() bool { return inside.Load() == connections })
	each := (taken() - before) / connections
	t.Logf("%d bytes of trailers hold %d bytes", trailer.Len(), each)
	if each > most {
		t.Errorf("want at most %d", most)
	}
}

// TestTooManyFields: of HTTP/2. 930 of them kept 130 KB for as long as their request lasted.
func TestTooManyFields(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Metrics: m}))
	tr := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: insecure()}
	defer tr.CloseIdleConnections()
	for fields, want := range map[int]int{150: http.StatusOK, 250: http.StatusRequestHeaderFieldsTooLarge} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for n := range fields {
			r.Header.Add(fmt.Sprint("x", n/2), "y")
		}
		resp, err := tr.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != want || resp.ProtoMajor != 2 {
			t.Errorf("%d fields: %s %s", fields, resp.Proto, resp.Status)
		}
	}
	waitFor(t, "it is counted", func() bool { return m.get("ended encabezados") == 1 })
}

// onlyEnd is a connection of which nothing but the end is read.
type onlyEnd struct{ net.Conn }

func (c onlyEnd) Read(b []byte) (int, error) {
	for {
		if _, err := c.Conn.Read(b); err != nil {
			return 0, err
		}
	}
}

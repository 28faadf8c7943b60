package listener_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// canceller is a connection of HTTP/2 that cancels what it asks for.
type canceller struct {
	framer      *http2.Framer
	fields      bytes.Buffer
	next        uint32
	begun, over chan struct{} // the handler tells
	ended       chan struct{} // closed when the server has ended the connection
}

// cancellers are those of a test, by the path that they ask for.
type cancellers struct{ sync.Map }

func (all *cancellers) add(t *testing.T, s *listener.Server, from string) *canceller {
	t.Helper()
	plain := dial(t, s, from)
	conn := tls.Client(plain, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}) //nolint:gosec // the certificate is the test's own
	if err := conn.HandshakeContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	c := &canceller{framer: http2.NewFramer(conn, conn), next: 1, begun: make(chan struct{}, 100), over: make(chan struct{}, 100), ended: make(chan struct{})}
	path := "/" + rand.Text()
	all.Store(path, c)
	encoder := hpack.NewEncoder(&c.fields)
	for _, f := range []hpack.HeaderField{{Name: ":method", Value: "GET"}, {Name: ":scheme", Value: "https"}, {Name: ":path", Value: path}, {Name: ":authority", Value: "localhost"}} {
		f.Sensitive = true // the same bytes each time
		if err := encoder.WriteField(f); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		t.Fatal(err)
	}
	if err := c.framer.WriteSettings(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(c.ended)
		_, _ = io.Copy(io.Discard, conn)
	}()
	return c
}

// begin asks for something; cancel takes that back.
func (c *canceller) begin() (cancel func() error, err error) {
	id := c.next
	c.next += 2
	return func() error { return c.framer.WriteRSTStream(id, http2.ErrCodeCancel) },
		c.framer.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.fields.Bytes(), EndStream: true, EndHeaders: true})
}

// cancelSome cancels so many requests at a time, again and again, until the server ends the connection or that was
// enough; it returns how many.
func (c *canceller) cancelSome(atATime, enough int) (n int) {
	for n < enough {
		var cancels []func() error
		for range atATime {
			cancel, err := c.begin()
			if err != nil {
				return n
			}
			select {
			case <-c.begun:
			case <-c.ended:
				return n
			}
			cancels = append(cancels, cancel)
		}
		for _, cancel := range cancels {
			if cancel() != nil {
				return n
			}
			select {
			case <-c.over:
				n++
			case <-c.ended:
				return n
			}
		}
	}
	return n
}

// waiting is a server whose answers wait until they are cancelled, but for those of /page.
func waiting(t *testing.T, cfg listener.Config) (*listener.Server, *cancellers) {
	t.Helper()
	all := &cancellers{}
	cfg.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page" {
			_, _ = io.WriteString(w, "ok")
			return
		}
		if c, ok := all.Load(r.URL.Path); ok {
			c.(*canceller).begun <- struct{}{}
			<-r.Context().Done()
			c.(*canceller).over <- struct{}{}
		}
	})
	return serve(t, withTLS(t, cfg)), all
}

// http2From is a client of HTTP/2 at an address.
func http2From(t *testing.T, from string) *http.Client {
	t.Helper()
	c := http2Client(t)
	c.Transport.(*http.Transport).DialContext = (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).DialContext
	return c
}

// TestCancelledRequests: connections that go on to cancel are ended, and their address is refused for some seconds, also
// when its last connection is gone; another address, and whoever of the same one only asks, get all of their answers.
func TestCancelledRequests(t *testing.T) {
	var m meter
	var clock shifted
	s, all := waiting(t, listener.Config{Metrics: &m, Clock: clock.now})
	neighbour, other := http2From(t, "127.0.0.2"), http2From(t, "127.0.0.9")
	if fetch(t, neighbour, s.URL()+"/page") != "ok" {
		t.Fatal("no answer")
	}
	var group sync.WaitGroup
	ctx, stop := context.WithCancel(t.Context())
	for name, client := range map[string]*http.Client{"the same address": neighbour, "another address": other} {
		group.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				if fetch(t, client, s.URL()+"/page") != "ok" {
					t.Errorf("%s: no answer to request %d", name, n)
					return
				}
			}
		})
	}
	const many = 1 << 15
	var attackers sync.WaitGroup
	for range 4 {
		c := all.add(t, s, "127.0.0.2")
		attackers.Go(func() {
			if n := c.cancelSome(1, many); n == many {
				t.Errorf("%d requests were cancelled on a connection that is open", n)
			}
		})
	}
	attackers.Wait()
	stop()
	group.Wait()
	waitFor(t, "the connections count as ended", func() bool { return m.get("ended cancelaciones") == 4 })
	neighbour.CloseIdleConnections()
	waitFor(t, "the address has no connection", func() bool { return m.get("open") <= 1 })
	if !isEnded(dial(t, s, "127.0.0.2")) || m.get("refused cancelaciones") != 1 {
		t.Error("the address may come again at once:", m.count)
	}
	clock.pass(5 * time.Second)
	if fetch(t, neighbour, s.URL()+"/page") != "ok" || fetch(t, other, s.URL()+"/page") != "ok" {
		t.Error("no answer afterwards")
	}
}

// TestPagesThatAreLeft: a browser that leaves a page cancels as many requests as it may have at a time, and a reader
// leaves one after the other.
func TestPagesThatAreLeft(t *testing.T) {
	var m meter
	s, all := waiting(t, listener.Config{Metrics: &m})
	c := all.add(t, s, "127.0.0.2")
	if n := c.cancelSome(100, 900); n != 900 {
		t.Errorf("the connection was ended after %d", n)
	}
	all.add(t, s, "127.0.0.2")
	if m.get("ended cancelaciones")+m.get("refused cancelaciones") != 0 {
		t.Error(m.count)
	}
}

// TestProxiesCancelForMany: what comes through a proxy is not of one client.
func TestProxiesCancelForMany(t *testing.T) {
	var m meter
	s, all := waiting(t, listener.Config{Metrics: &m, Client: func(net.Addr) string { return "" }})
	if n := all.add(t, s, "127.0.0.2").cancelSome(1, 5000); n != 5000 {
		t.Errorf("the proxy was ended after %d", n)
	}
}

// TestCancelledBeforeTheirTurn: requests that no handler sees are bounded by net/http, and counted all the same.
func TestCancelledBeforeTheirTurn(t *testing.T) {
	var m meter
	begun, end := make(chan struct{}, 100), make(chan struct{})
	s := serve(t, withTLS(t, listener.Config{Metrics: &m, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		begun <- struct{}{}
		<-end // it does not look whether somebody waits
	})}))
	defer close(end)
	c := new(cancellers).add(t, s, "127.0.0.2")
	for n := range 1000 {
		cancel, err := c.begin()
		if n < 100 {
			<-begun
		}
		if err != nil || cancel() != nil {
			break
		}
	}
	<-c.ended
	waitFor(t, "it counts as ended", func() bool { return m.get("ended cancelaciones") == 1 })
}

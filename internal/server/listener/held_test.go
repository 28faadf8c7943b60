package listener_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// noWindow is what a client says that lets nothing of an answer come.
var noWindow = frame(settings, 0, 0, []byte{0, 4, 0, 0, 0, 0})

// TestAnswersThatMayNotEndAreBounded: short ones, whose handlers have ended, and those that net/http makes by itself.
// It keeps the whole request for as long as its answer may not come: a thousand connections with a hundred requests
// each took 2.8 GB.
func TestAnswersThatMayNotEndAreBounded(t *testing.T) {
	for name, field := range map[string]string{"of a handler": "x-a", "of net/http": "connection"} {
		t.Run(name, func(t *testing.T) {
			m := &meter{}
			s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Metrics: m, Streams: 1000, StreamsEach: 10}))
			c := newHTTP2(t, s, "127.0.0.1")
			c.send(t, noWindow)
			for n := range 21 {
				c.send(t, with(uint32(2*n+1), field, "y"))
			}
			if !c.isOpen() {
				t.Error("what has room ended:", m.count)
			}
			c.send(t, with(101, field, "y"))
			c.waitEnd(t)
			waitFor(t, "it is counted", func() bool { return m.get("ended solicitudes") == 1 })
			c.wasTold(t, 41, enhanceYourCalm)
			other := newHTTP2(t, s, "127.0.0.2")
			other.send(t, with(1, field, "y"), with(3, field, "y"))
			if !other.isOpen() {
				t.Error("another client has no room")
			}
		})
	}
}

// TestAReservedBitIsNoStream: net/http does not look at it (RFC 9113 §4.1). A first request with it made all others of
// the connection seem to have ended already, and nothing of them was counted.
func TestAReservedBitIsNoStream(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Metrics: m, Streams: 1000, StreamsEach: 10}))
	c := newHTTP2(t, s, "127.0.0.1")
	c.send(t, noWindow, with(1|1<<31, "x-a", "y"))
	for n := 1; n < 30; n++ {
		_ = c.try(with(uint32(2*n+1), "x-a", "y")) // it may have been ended
	}
	c.waitEnd(t)
	waitFor(t, "it is counted", func() bool { return m.get("ended solicitudes") == 1 })
}

// worthStream is what a request of HTTP/2 with a small header counts, in bytes.
const worthStream = 20 << 10

// TestWhatWaitsForClientsIsBounded: of many addresses, each of which holds no more than it may. The one that holds most
// ends; one that holds less, and waits longer, does not. A thousand addresses took 340 MiB.
func TestWhatWaitsForClientsIsBounded(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Metrics: m, Waiting: 30 * worthStream}))
	little := newHTTP2(t, s, "127.0.0.9")
	little.send(t, noWindow, with(1, "x-a", "y"), with(3, "x-a", "y"), with(5, "x-a", "y"))
	waitFor(t, "it waits", func() bool { return s.Waiting() == 1 })
	for n := range 9 {
		c := newHTTP2(t, s, fmt.Sprint("127.0.0.", 10+n))
		c.send(t, noWindow)
		for n := range 10 {
			_ = c.try(with(uint32(2*n+1), "x-a", "y")) // it may have been ended
		}
		waitFor(t, "it waits, or another one ended for it", func() bool { return s.Waiting()+m.get("ended lenta")+m.get("ended solicitudes") >= n+2 })
		time.Sleep(listener.Glance)
	}
	if !little.isOpen() {
		t.Error("one that holds little ended:", m.count)
	}
	if n := m.get("ended lenta") + m.get("ended solicitudes"); n < 5 || n > 7 {
		t.Errorf("of 9 connections with 10 requests each %d ended, where 30 may wait", n)
	}
}

// TestWhoHoldsMuchOfWhatWaitsPays: an address whose connections end for what they hold came again with as many
// handshakes. Of a thousand addresses none holds much.
func TestWhoHoldsMuchOfWhatWaitsPays(t *testing.T) {
	var mu sync.Mutex
	paid := map[string]int{}
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Metrics: m, Waiting: 100 * worthStream, Stalled: func(client string) {
		mu.Lock()
		defer mu.Unlock()
		paid[client]++
	}}))
	wait := func(client string) {
		ended := m.get("ended lenta") + m.get("ended solicitudes")
		c := newHTTP2(t, s, client)
		waiting := s.Waiting()
		c.send(t, noWindow)
		for n := range 10 {
			_ = c.try(with(uint32(2*n+1), "x-a", "y")) // it may have been ended
		}
		waitFor(t, "it waits, or another one ended for it", func() bool { return s.Waiting() > waiting || m.get("ended lenta")+m.get("ended solicitudes") > ended })
		time.Sleep(listener.Glance)
	}
	for n := range 16 {
		wait(fmt.Sprint("127.0.1.", 10+n))
	}
	mu.Lock()
	if ended := m.get("ended lenta"); ended == 0 || len(paid) > 0 {
		t.Errorf("%d of many addresses ended, and paid %v", ended, paid)
	}
	mu.Unlock()
	for range 16 {
		wait("127.0.0.2")
	}
	mu.Lock()
	defer mu.Unlock()
	if paid["127.0.0.2"] == 0 || len(paid) > 1 {
		t.Errorf("paid: %v", paid)
	}
}

// TestWhoReadsIsNotEndedForWhatWaits: eighty answers that come in one moment take a millisecond to be sent, in which
// their connection waits for nobody but this server. A request of somebody else ended it, and the answers were lost. The
// clock stands still: a busy machine takes longer.
func TestWhoReadsIsNotEndedForWhatWaits(t *testing.T) {
	const requests, waiting = 80, 75 * worthStream // so the other one would have to hold as much again
	m, answer := &meter{}, make(chan struct{})
	var under atomic.Int64
	s := serve(t, withTLS(t, listener.Config{Metrics: m, Waiting: waiting, Clock: stopped(), Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			under.Add(1)
			select {
			case <-answer:
			case <-r.Context().Done():
			}
		}
	})}))
	reads := newHTTP2(t, s, "127.0.0.2")
	go func() {
		other := newHTTP2(t, s, "127.0.0.3")
		for n := uint32(1); other.try(get(n, endStream|endHeaders)) == nil; n += 2 { // to the end of the server
			time.Sleep(200 * time.Microsecond)
		}
	}()
	for round := range uint32(20) {
		for n := range uint32(requests) {
			_ = reads.try(post(2*(round*requests+n)+1, endStream|endHeaders))
		}
		waitFor(t, "all are under way", func() bool { return under.Load() == requests || m.get("ended lenta") > 0 })
		for range requests {
			under.Add(-1)
			go func() { answer <- struct{}{} }()
		}
		waitFor(t, "all are sent", func() bool { return s.Held() == 0 })
		if m.get("ended lenta") > 0 {
			t.Fatal("it ended in round", round)
		}
	}
}

// TestRequestsGiveTheirRoomBack: whoever ends a stream, and with a trailer too.
func TestRequestsGiveTheirRoomBack(t *testing.T) {
	m := &meter{}
	var done atomic.Int64
	s := serve(t, withTLS(t, listener.Config{Metrics: m, StreamsEach: 50, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer done.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = w.Write([]byte("yes"))
	})}))
	c := newHTTP2(t, s, "127.0.0.1")
	trailer := append([]byte{0, 3}, "x-t\x01y"...)
	for n := range uint32(400) {
		stream := 2*n + 1
		switch n % 3 {
		case 0:
			c.send(t, get(stream, endStream|endHeaders))
		case 1:
			c.send(t, post(stream, endHeaders), frame(reset, 0, stream, []byte{0, 0, 0, 8}))
		case 2:
			c.send(t, post(stream, endHeaders), frame(headers, endStream|endHeaders, stream, trailer))
		}
		waitFor(t, "its handler has ended", func() bool { return done.Load() == int64(n)+1 })
	}
	if !c.isOpen() || m.get("ended solicitudes") != 0 {
		t.Error(m.count)
	}
}

// TestRequestsOfHTTP1GiveTheirRoomBack: one after the other on a connection, without and with TLS.
func TestRequestsOfHTTP1GiveTheirRoomBack(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			m := &meter{}
			s := serve(t, way.config(t, listener.Config{Metrics: m, StreamsEach: 2, Handler: lengths()}))
			c := way.client(dial(t, s, "127.0.0.1"))
			for n := range 100 {
				if !ask(t, c) {
					t.Fatal(n, m.count)
				}
			}
		})
	}
}

// TestLargeHeadersAreBounded: of one request on each connection, of HTTP/2 and HTTP/1. Ordinary ones are not counted.
func TestLargeHeadersAreBounded(t *testing.T) {
	for name, secure := range map[string]bool{"HTTP/1": false, "HTTP/2": true} {
		t.Run(name, func(t *testing.T) {
			const connections = 30
			m, over := &meter{}, make(chan struct{})
			var inside atomic.Int64
			defer close(over)
			cfg := listener.Config{Metrics: m, StreamsEach: 10, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				inside.Add(1)
				defer inside.Add(-1)
				<-over
			})}
			if secure {
				cfg = withTLS(t, cfg)
			}
			s := serve(t, cfg)
			send := func(from string, fields int) {
				if secure {
					c := newHTTP2(t, s, from)
					_ = c.try(with(1, "x-a", "y", manyFields(fields)...)) // it may have been ended
					return
				}
				text := "GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("x-a: y\r\n", fields) + "\r\n"
				_, _ = io.WriteString(dial(t, s, from), text) // the same
			}
			for range connections {
				send("127.0.0.1", 40)
			}
			waitFor(t, "ordinary ones are inside", func() bool { return inside.Load() == connections })
			for range connections {
				send("127.0.0.2", 190) // 24 KiB each
			}
			waitFor(t, "each is inside or ended", func() bool { return int(inside.Load())-connections+m.get("ended solicitudes") == connections })
			if n := m.get("ended solicitudes"); n == 0 || n == connections {
				t.Error(n, "of", connections, "with large headers ended")
			}
		})
	}
}

// TestWhatWaitsOfAClientHoldsLittle: by bytes, and its own connections make room.
func TestWhatWaitsOfAClientHoldsLittle(t *testing.T) {
	m := &meter{}
	s := serve(t, withTLS(t, listener.Config{Handler: answer("yes"), Metrics: m, Resting: 1 << 30, RestingEach: 1 << 20}))
	other := newHTTP2(t, s, "127.0.0.2")
	for range 30 {
		if c, err := openHTTP2(t, s, "127.0.0.1"); err == nil {
			_ = c.try(noWindow, get(1, endStream|endHeaders)) // it may have been ended
		}
	}
	waitFor(t, "many made room", func() bool { return m.get("open") <= 1+(1<<20)/(70<<10) })
	if n := m.get("open"); n < 5 {
		t.Errorf("%d are left, and there is room for more", n)
	}
	if !other.isOpen() {
		t.Error("another client made room")
	}
}

// with is a GET with a field, and more.
func with(stream uint32, name, value string, more ...byte) []byte {
	block := append([]byte{0x82, 0x84, 0x87, 0x41, 9}, "localhost"...)
	block = append(append(block, 0, byte(len(name))), name...)
	block = append(append(block, byte(len(value))), value...)
	return frame(headers, endStream|endHeaders, stream, append(block, more...))
}

func manyFields(n int) (block []byte) {
	for i := range n {
		block = append(block, 0, 4)
		block = append(block, fmt.Sprintf("x%03d\x01y", i)...)
	}
	return block
}

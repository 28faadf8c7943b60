package listener_test

import (
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// The codes of GOAWAY.
const (
	noError         = 0
	enhanceYourCalm = 11
)

// goodbye is what the last GOAWAY says that came, once the connection has ended.
func (c *http2) goodbye() (last, code uint32, why string) {
	code = 1 << 31 // none came
	for b := c.came.Bytes(); len(b) >= 9; {
		size := min(9+int(binary.BigEndian.Uint32(b)>>8), len(b))
		if b[3] == goAway && size >= 17 {
			last, code, why = binary.BigEndian.Uint32(b[9:]), binary.BigEndian.Uint32(b[13:]), string(b[17:size])
		}
		b = b[size:]
	}
	return last, code, why
}

// wasTold fails unless the connection ended with such a GOAWAY.
func (c *http2) wasTold(t *testing.T, last, code uint32) {
	t.Helper()
	c.waitEnd(t)
	if l, k, why := c.goodbye(); l != last || k != code || why == "" {
		t.Errorf("GOAWAY: the last stream is %d, not %d; the code %d, not %d; %q", l, last, k, code, why)
	}
}

// TestWhoMakesRoomOverHTTP2IsTold: before, the connection was cut. A client whose next request was on its way could not
// know whether it had been worked on.
func TestWhoMakesRoomOverHTTP2IsTold(t *testing.T) {
	for name, requests := range map[string]uint32{"a stranger": 0, "one that was served": 2} {
		t.Run(name, func(t *testing.T) {
			var served atomic.Int64
			s := serve(t, withTLS(t, listener.Config{
				Connections: 1, Clock: stopped(), // nobody waits for too long
				Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served.Add(1) }),
			}))
			c := newHTTP2(t, s, "127.0.0.1")
			for n := range requests {
				c.send(t, get(2*n+1, endStream|endHeaders))
			}
			waitFor(t, "they are served", func() bool { return served.Load() == int64(requests) })
			waitFor(t, "it makes room", func() bool {
				dial(t, s, "127.0.0.2")
				return c.ended()
			})
			c.wasTold(t, max(2*requests, 1)-1, noError)
		})
	}
}

// TestWhoWaitsOverHTTP2IsTold: it was pushed out because it waited for its client. One to which something is being sent
// in that moment is not told, so the server has said all before.
func TestWhoWaitsOverHTTP2IsTold(t *testing.T) {
	s, m, inside, later := crowd(t, listener.Config{Connections: 1})
	c := newDeaf(t, s, "127.0.0.1")
	_ = c.SetReadDeadline(time.Now().Add(hang))
	c.nextOf(t, settings)
	c.nextOf(t, settings) // the answer to those of the client
	_ = c.SetReadDeadline(time.Time{})
	c.send(t, post(1, endHeaders))
	waitFor(t, "it is inside", func() bool { return inside.Load() == 1 })
	waitFor(t, "it waits", func() bool { return s.WaitingSilently() == 1 })
	c.listen()
	waitFor(t, "it makes room", func() bool {
		later(2 * time.Second)
		dial(t, s, "127.0.0.2")
		return m.get("ended lenta") == 1
	})
	c.wasTold(t, 1, noError)
}

// TestFloodsAreToldToCalmDown. A client that goes on sending may miss it: the system ends a connection at once in which
// something is unread. This one waits for each answer.
func TestFloodsAreToldToCalmDown(t *testing.T) {
	s, m := bounded(t, answer("ok"))
	c := newDeaf(t, s, "127.0.0.1")
	_ = c.SetReadDeadline(time.Now().Add(hang))
	for n := range 5_000 {
		c.send(t, frame(ping, 0, 0, make([]byte, 8)))
		kind, payload := c.nextOf(t, ping, goAway)
		if kind != goAway {
			continue
		}
		if last, code := binary.BigEndian.Uint32(payload), binary.BigEndian.Uint32(payload[4:]); last != 0 || code != enhanceYourCalm {
			t.Errorf("after %d: the last stream is %d, the code %d", n, last, code)
		}
		waitFor(t, "it is counted", func() bool { return m.get("ended tramas") == 1 })
		return
	}
	t.Error("it goes on")
}

// nextOf reads on to a frame of one of these kinds.
func (c *http2) nextOf(t *testing.T, kinds ...byte) (kind byte, payload []byte) {
	t.Helper()
	for {
		header := make([]byte, 9)
		if _, err := io.ReadFull(c, header); err != nil {
			t.Fatal(err)
		}
		payload = make([]byte, binary.BigEndian.Uint32(header)>>8)
		if _, err := io.ReadFull(c, payload); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(kinds, header[3]) {
			return header[3], payload
		}
	}
}

// TestWhoReadsNothingIsCut: the last words do not wait behind what its client does not take.
func TestWhoReadsNothingIsCut(t *testing.T) {
	var m meter
	var elapsed atomic.Int64
	begun := make(chan struct{}, 10)
	s := serve(t, withTLS(t, listener.Config{
		Connections: 1, Metrics: &m, Unsent: 4096, Clock: func() time.Time { return time.Now().Add(time.Duration(elapsed.Load())) },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			begun <- struct{}{}
			_, _ = w.Write(make([]byte, 32<<20))
		}),
	}))
	deaf := newDeaf(t, s, "127.0.0.1")
	deaf.send(t, get(1, endStream|endHeaders))
	<-begun
	waitFor(t, "it makes room", func() bool {
		elapsed.Add(int64(2 * time.Second))
		dial(t, s, "127.0.0.2")
		return m.get("ended lenta") == 1
	})
	deaf.listen()
	deaf.waitEnd(t)
	if c := newHTTP2(t, s, "127.0.0.3"); !c.isOpen() {
		t.Error("the place did not come back")
	}
}

// TestRequestsOfHTTP1GetAnAnswer when their connection makes room before they have one.
func TestRequestsOfHTTP1GetAnAnswer(t *testing.T) {
	const goOn = "HTTP/1.1 100 Continue\r\n\r\n"
	for name, way := range ways {
		for kind, c := range map[string]struct{ text, before, want string }{
			"its body does not come":     {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345", "", "HTTP/1.1 503 "},
			"it was told to go on":       {"POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n", goOn, "HTTP/1.1 503 "},
			"the second of a connection": {request + "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345", "", "HTTP/1.1 200 OK\r\n"},
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				s, m, inside, later := begins(t, way.config)
				conn := way.client(dial(t, s, "127.0.0.1"))
				if _, err := io.WriteString(conn, c.text); err != nil {
					t.Fatal(err)
				}
				waitFor(t, "it is inside", func() bool { return inside.Load() == 1 })
				reads(t, conn, c.before)
				waitFor(t, "it waits", func() bool { return s.WaitingSilently() == 1 })
				waitFor(t, "it makes room", func() bool {
					later(2 * time.Second)
					dial(t, s, "127.0.0.2")
					return m.get("ended lenta") == 1
				})
				got := allOf(conn)
				if !strings.HasPrefix(got, c.want) {
					t.Errorf("%q", got)
				}
				if strings.Count(got, "HTTP/1.1 503 ") != 1 || strings.Count(got, "Connection: close\r\n") != 1 {
					t.Errorf("%q", got)
				}
			})
		}
	}
}

// begins is a server with one place, that reads what is posted.
func begins(t *testing.T, config func(*testing.T, listener.Config) listener.Config) (s *listener.Server, m *meter, inside *atomic.Int64, later func(time.Duration)) {
	m, inside = &meter{}, new(atomic.Int64)
	var elapsed atomic.Int64
	s = serve(t, config(t, listener.Config{
		Connections: 1, Metrics: m, Clock: func() time.Time { return time.Now().Add(time.Duration(elapsed.Load())) },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet {
				return
			}
			inside.Add(1)
			_, _ = io.Copy(io.Discard, r.Body)
		}),
	}))
	return s, m, inside, func(d time.Duration) { elapsed.Add(int64(d)) }
}

// TestAnswersThatHaveBegunHaveNoOther: one that its client does not read ends where it is.
func TestAnswersThatHaveBegunHaveNoOther(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			m, begun := &meter{}, make(chan struct{}, 10)
			var elapsed atomic.Int64
			s := serve(t, way.config(t, listener.Config{
				Connections: 1, Metrics: m, Unsent: 4096, Clock: func() time.Time { return time.Now().Add(time.Duration(elapsed.Load())) },
				Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					begun <- struct{}{}
					_, _ = w.Write(make([]byte, 32<<20))
				}),
			}))
			c := way.client(dial(t, s, "127.0.0.1"))
			if _, err := io.WriteString(c, request); err != nil {
				t.Fatal(err)
			}
			<-begun
			reads(t, c, "HTTP/1.1 200 OK\r\n")
			waitFor(t, "it makes room", func() bool {
				elapsed.Add(int64(2 * time.Second))
				dial(t, s, "127.0.0.2")
				return m.get("ended lenta") == 1
			})
			if got := allOf(c); strings.Contains(got, "503") {
				t.Errorf("%d bytes came: %.200q", len(got), got)
			}
		})
	}
}

// reads fails unless that comes.
func reads(t *testing.T, c net.Conn, want string) {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(hang))
	got := make([]byte, len(want))
	if _, err := io.ReadFull(c, got); err != nil || string(got) != want {
		t.Fatalf("%q %v", got, err)
	}
}

// allOf is what comes until the end.
func allOf(c net.Conn) string {
	_ = c.SetReadDeadline(time.Now().Add(hang))
	b, _ := io.ReadAll(c) // it may end without a word of TLS
	return string(b)
}

// TestTooLargeAHeaderIsAnswered: the request that is too much is told so.
func TestTooLargeAHeaderIsAnswered(t *testing.T) {
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			m, over := &meter{}, make(chan struct{})
			defer close(over)
			var inside atomic.Int64
			s := serve(t, way.config(t, listener.Config{Metrics: m, StreamsEach: 1, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				inside.Add(1)
				<-over
			})}))
			text := "GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("x-a: y\r\n", 190) + "\r\n"
			var all []net.Conn
			for n := 0; m.get("ended solicitudes") == 0; n++ {
				if n == 10 {
					t.Fatal("all have room")
				}
				c := way.client(dial(t, s, "127.0.0.1"))
				if _, err := io.WriteString(c, text); err != nil {
					t.Fatal(err)
				}
				all = append(all, c)
				waitFor(t, "it is read", func() bool { return int(inside.Load())+m.get("ended solicitudes") == len(all) })
			}
			answered := make(chan string, len(all))
			for _, c := range all {
				go func() { answered <- allOf(c) }()
			}
			if got := <-answered; !strings.HasPrefix(got, "HTTP/1.1 503 ") || !strings.Contains(got, "shorter headers") {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestTheLastFrameIsWhole: it is sent neither into another frame nor into a header, and not before the first frame.
func TestTheLastFrameIsWhole(t *testing.T) {
	sent := [][]byte{
		frame(settings, 0, 0, make([]byte, 6)), frame(headers, 0, 1, []byte("abc")), frame(continuation, endHeaders, 1, []byte("d")),
		frame(windowUpdate, 0, 0, []byte{0, 0, 0, 9}), frame(data, endStream, 1, []byte("efg")), frame(settings, 1, 0, nil),
	}
	ends := map[int]bool{}
	n := 0
	for i, f := range sent {
		if n += len(f); i != 1 { // a header goes on
			ends[n] = true
		}
	}
	var all []byte
	for _, f := range sent {
		all = append(all, f...)
	}
	for n := range len(all) + 1 {
		if got := listener.MayEndBehind(all[:n]); got != ends[n] {
			t.Errorf("behind %d bytes: %v", n, got)
		}
	}
}

// TestBehindTheLastFrameNothingIsWorkedOn: the client may send it again elsewhere.
func TestBehindTheLastFrameNothingIsWorkedOn(t *testing.T) {
	last, taken := listener.TakenBehindTheEnd(get(1, endStream|endHeaders), get(3, endStream|endHeaders), get(5, endStream|endHeaders))
	if last != 3 || taken {
		t.Errorf("the last one is %d; another was taken: %v", last, taken)
	}
}

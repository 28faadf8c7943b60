package transport_test

import (
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// messages gives each subject a budget of so many; time stands still until it is told.
func messages(perSecond, burst int) (func(*transport.Config), *atomic.Int64) {
	later := new(atomic.Int64)
	now := func() time.Time { return time.Unix(1e9, 0).Add(time.Duration(later.Load())) }
	return func(c *transport.Config) {
		c.Messages = quota.New(quota.Config{PerSecond: float64(perSecond), Burst: burst, Subjects: 100}, now)
	}, later
}

// frame is one of a client; its mask is zeros.
func frame(first byte, payload string) string {
	if len(payload) < 126 {
		return string([]byte{first, 0x80 | byte(len(payload))}) + "\x00\x00\x00\x00" + payload
	}
	return string([]byte{first, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload))}) + "\x00\x00\x00\x00" + payload
}

// rawSocket is a socket of the owner after its connection_ack.
func (b *bench) rawSocket() net.Conn {
	b.t.Helper()
	return b.rawSocketOf(b.token)
}

func (b *bench) rawSocketOf(token string) net.Conn {
	b.t.Helper()
	conn, err := net.Dial("tcp", b.server.Addr())
	b.must(err)
	b.initRaw(conn, token)
	return conn
}

// initRaw makes a connection a socket after its connection_ack.
func (b *bench) initRaw(conn net.Conn, token string) {
	b.t.Helper()
	b.t.Cleanup(func() { _ = conn.Close() })
	b.must(conn.SetDeadline(time.Now().Add(patience)))
	_, err := conn.Write([]byte("GET /graphql HTTP/1.1\r\nHost: " + b.server.Addr() + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n" +
		frame(0x81, `{"type":"connection_init","payload":{"Authorization":"Bearer `+token+`"}}`)))
	b.must(err)
	b.readTo(conn, "connection_ack\"}")
}

// readTo reads until something comes.
func (b *bench) readTo(conn net.Conn, part string) (all string) {
	b.t.Helper()
	for buf := make([]byte, 4096); !strings.Contains(all, part); {
		n, err := conn.Read(buf)
		all += string(buf[:n])
		if err != nil {
			b.t.Fatalf("%v after %q", err, all[max(0, len(all)-200):])
		}
	}
	return all
}

// TestFloodsEnd: whatever a socket sends has a price.
func TestFloodsEnd(t *testing.T) {
	for name, c := range map[string]struct{ before, flood string }{
		"pings of the protocol":     {"", frame(0x81, `{"type":"ping"}`)},
		"pongs of the protocol":     {"", frame(0x81, `{"type":"pong"}`)},
		"completes":                 {"", frame(0x81, `{"type":"complete","id":"nobody"}`)},
		"pings of WebSocket":        {"", frame(0x89, "")},
		"pongs of WebSocket":        {"", frame(0x8a, "x")},
		"empty fragments":           {frame(0x01, ""), frame(0x00, "")},
		"control frames in between": {frame(0x01, `{"type"`), frame(0x8a, "")},
	} {
		t.Run(name, func(t *testing.T) {
			set, _ := messages(10, 100)
			b := start(t, set)
			conn := b.rawSocket()
			_, err := conn.Write([]byte(c.before + strings.Repeat(c.flood, 1000)))
			b.must(err)
			all := b.readTo(conn, "\x11\x4dToo many messages")
			if n := strings.Count(all, "pong") + strings.Count(all, "\x8a"); n > 200 {
				t.Errorf("%d were answered, of a budget of 100", n)
			}
			b.eventually("a refusal is counted", func() bool { return b.refused("socket") == 1 })
		})
	}
}

// TestLongMessagesCostMore: the payload of a ping is read too.
func TestLongMessagesCostMore(t *testing.T) {
	set, _ := messages(10, 100)
	b := start(t, set)
	conn := b.rawSocket()
	_, err := conn.Write([]byte(strings.Repeat(frame(0x81, `{"type":"ping","payload":{"a":"`+strings.Repeat("x", 30000)+`"}}`), 10)))
	b.must(err)
	if all := b.readTo(conn, "\x11\x4dToo many messages"); strings.Count(all, "pong") > 5 {
		t.Error("30 KB cost what nothing costs")
	}
}

// TestSocketsOfASubjectShareTheirMessages: any number of sockets, each of which says little.
func TestSocketsOfASubjectShareTheirMessages(t *testing.T) {
	set, later := messages(1, 200)
	b := start(t, set)
	var open []*wsClient
	for range 20 {
		open = append(open, b.connect())
	}
	ended := func() (n int) {
		for _, c := range open {
			c.send(`{"type":"ping"}`)
			if m, err := c.read(); err != nil {
				var closed websocket.CloseError
				if !errors.As(err, &closed) || closed.Code != 4429 || closed.Reason != "Too many messages" {
					t.Fatal(err)
				}
				n++
			} else if m.Type != "pong" {
				t.Fatal(m.Type)
			}
		}
		return n
	}
	for round := 1; ; round++ {
		if n := ended(); n > 0 {
			break
		}
		if round == 40 { // 800 messages
			t.Fatal("no socket ended")
		}
	}
	later.Add(int64(10 * time.Minute))
	c := b.connect() // and later all is well
	c.subscribe("1", good, nil)
	c.expect("1", "next")
}

// TestKeepAliveIsNoFlood: all sockets that a subject may have say ping every second and
// answer ours, after they asked for all that they may ask for, within the defaults.
func TestKeepAliveIsNoFlood(t *testing.T) {
	var (
		l     = limits.Limits{}.WithDefaults()
		rate  = limits.Rate{}.WithDefaults()
		now   = time.Unix(1e9, 0)
		paid  = quota.New(quota.Config{PerSecond: float64(rate.Messages), Burst: 20 * rate.Messages, Subjects: 1}, func() time.Time { return now })
		least = l.Sockets * (1 + l.PerSocket) // connection_init and every subscribe
	)
	if _, _, ok := paid.Charge("s", least); !ok {
		t.Fatalf("%d messages are too many", least)
	}
	for range 600 {
		now = now.Add(time.Second)
		if _, _, ok := paid.Charge("s", 3*l.Sockets); !ok { // ping, pong, and one frame more
			t.Fatal("a keep-alive of one second is a flood")
		}
	}
}

// TestKeepAliveLives: a socket that says ping every second lives on, for as long as it likes.
func TestKeepAliveLives(t *testing.T) {
	set, later := messages(2, 64)
	b := start(t, set)
	c := b.connect()
	for range 200 {
		c.send(`{"type":"ping"}`)
		c.expect("", "pong")
		c.send(`{"type":"pong"}`)
		later.Add(int64(time.Second))
	}
}

package transport_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// TestSilentSocketsWeighTheirHeaders: a socket keeps the Authorization of its upgrade until connection_init. Those that
// keep much make room sooner.
func TestSilentSocketsWeighTheirHeaders(t *testing.T) {
	const sockets, resting = 60, 512 << 10
	for name, header := range map[string]string{"Authorization": "Authorization", "purpose": "Carpeta-Proposito"} {
		t.Run("large "+name, func(t *testing.T) {
			b := startSite(t, adapt{resting: resting}, patiently)
			var ended atomic.Int64
			for range sockets {
				c, _, err := b.tryDial(http.Header{header: {strings.Repeat("x", 20_000)}})
				if err != nil { // it made room before it was one
					ended.Add(1)
					continue
				}
				go func() {
					_, _, _ = c.conn.Read(t.Context())
					ended.Add(1)
				}()
			}
			b.eventually("most made room", func() bool { return ended.Load() > sockets/2 })
		})
	}
	t.Run("small", func(t *testing.T) {
		b := startSite(t, adapt{resting: resting}, patiently)
		first := b.dial(http.Header{"Authorization": {"Bearer x"}})
		for range sockets - 1 {
			b.dial(http.Header{"Authorization": {"Bearer x"}})
		}
		first.init(b.token)
	})
}

// patiently has no socket ended because it says nothing.
func patiently(c *transport.Config) { c.Limits.Init = time.Hour }

// TestSilentSocketsKeepNoOtherHeaders: what comes beside the token and the purpose is net/http's, and goes with the
// request.
func TestSilentSocketsKeepNoOtherHeaders(t *testing.T) {
	const sockets, most = 50, 16 << 10
	b := start(t, patiently)
	open := func() net.Conn {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = fmt.Fprintf(conn, "GET /graphql HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n"+
			"Authorization: Bearer x\r\nCarpeta-Proposito: x\r\nCarpeta-Base-Legal: x\r\nX-Large: %s\r\n\r\n", b.server.Addr(), strings.Repeat("x", 25_000))
		b.must(err)
		resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 512), nil)
		b.must(err)
		if resp.StatusCode != http.StatusSwitchingProtocols {
			t.Fatal(resp.Status)
		}
		return conn
	}
	open() // what is made once
	before := leaks.Heap()
	for range sockets {
		open()
	}
	if held := (leaks.Heap() - before) / sockets; held > most {
		t.Errorf("a silent socket keeps %d bytes, want at most %d", held, most)
	}
}

package transport_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

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

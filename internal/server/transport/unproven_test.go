package transport_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestLongBodyOfNobody: without a token no byte of a long body is awaited. It cost the server a buffer and a place to
// read it in, and its client was told after all that it has no token.
func TestLongBodyOfNobody(t *testing.T) {
	b := start(t)
	conn, err := net.Dial("tcp", b.server.Addr())
	b.must(err)
	defer conn.Close()
	b.must(conn.SetDeadline(time.Now().Add(patience)))
	_, err = fmt.Fprintf(conn, "POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", 64<<10)
	b.must(err)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	b.must(err)
	text, err := io.ReadAll(resp.Body)
	b.must(err)
	b.must(resp.Body.Close())
	if resp.StatusCode != http.StatusUnauthorized || !strings.Contains(string(text), `"UNAUTHENTICATED"`) {
		t.Errorf("%d %s", resp.StatusCode, text)
	}
	if n := b.refused("solicitud"); n != 1 {
		t.Errorf("charged %d times", n)
	}
	if a := b.query(good, map[string]any{"x": strings.Repeat("x", 64<<10)}); a.code() == "UNAUTHENTICATED" {
		t.Error("of a citizen:", a.body)
	}
}

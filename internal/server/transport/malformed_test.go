package transport_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestWhatIsNoHTTP: net/http answers it, and we only promise what docs/errores.md
// says: a status, a line of text at most with nothing of the request in it, and
// the end of the connection.
func TestWhatIsNoHTTP(t *testing.T) {
	b := start(t)
	const get, host = "GET /graphql?query=%7B__typename%7D HTTP/1.1\r\n", "Host: x\r\n"
	for name, c := range map[string]struct {
		raw    string
		status int
	}{
		"another protocol":    {"SSH-2.0-" + secret + "\r\n", 400},
		"no version":          {"GET /graphql\r\n\r\n", 400},
		"version unknown":     {"GET /" + secret + " HTTP/3.0\r\n" + host + "\r\n", 505},
		"version in letters":  {"GET /" + secret + " HTTP/1.x\r\n" + host + "\r\n", 400},
		"target with control": {"GET /" + secret + "\x01 HTTP/1.1\r\n" + host + "\r\n", 400},
		"method with bracket": {"G(T /" + secret + " HTTP/1.1\r\n" + host + "\r\n", 400},
		"no host":             {get + "X-A: " + secret + "\r\n\r\n", 400},
		"host with a space":   {get + "Host: x " + secret + "\r\n\r\n", 400},
		"name with a space":   {get + host + "X A: " + secret + "\r\n\r\n", 400},
		"return in a value":   {get + host + "X-A: " + secret + "\rb\r\n\r\n", 400},
		"no colon":            {get + host + secret + "\r\n\r\n", 400},
		"headers too long":    {get + host + "X-A: " + strings.Repeat(secret, 10_000) + "\r\n\r\n", 431},
		"coding unknown":      {get + host + "Transfer-Encoding: " + secret + "\r\n\r\n", 501},
		"expectation unknown": {get + host + "Expect: " + secret + "\r\n\r\n", 417},
	} {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		b.must(conn.SetDeadline(time.Now().Add(patience)))
		go func() { _, _ = io.WriteString(conn, c.raw) }() // it may be cut off
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		body, err := io.ReadAll(resp.Body)
		media := resp.Header.Get("Content-Type")
		if err != nil || resp.StatusCode != c.status || !resp.Close || media != "" && media != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d %q, close %v, %v", name, resp.StatusCode, media, resp.Close, err)
		}
		if strings.Contains(resp.Status+string(body), secret) || len(body) > 100 {
			t.Errorf("%s: %s %q", name, resp.Status, body)
		}
		_ = conn.Close()
	}
}

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

// TestCodingEndsTheConnection: behind a chunked body, which a proxy may have
// measured by a length beside it, nothing else is taken for a request.
func TestCodingEndsTheConnection(t *testing.T) {
	b := start(t)
	for name, length := range map[string]string{"coding and length": "Content-Length: 4\r\n", "coding": ""} {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		b.must(conn.SetDeadline(time.Now().Add(patience)))
		_, err = conn.Write([]byte("POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + length + "Transfer-Encoding: chunked\r\n\r\n" +
			"18\r\n{\"query\":\"{__typename}\"}\r\n0\r\n\r\n" + "GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: x\r\n\r\n"))
		b.must(err)
		in := bufio.NewReader(conn)
		resp, err := http.ReadResponse(in, nil)
		if err != nil || resp.StatusCode != http.StatusOK || !resp.Close {
			t.Fatalf("%s: %v %v", name, resp, err)
		}
		_, err = io.Copy(io.Discard, resp.Body)
		b.must(err)
		if again, err := http.ReadResponse(in, nil); err == nil {
			t.Errorf("%s: the hidden request was answered: %s", name, again.Status)
		}
		_ = conn.Close()
	}
}

// TestLogLinesStayLines: what a client sends cannot begin a line of its own.
func TestLogLinesStayLines(t *testing.T) {
	b := start(t)
	b.do(request{method: "GET", path: "/a%0A%7B%22level%22%3A%22ERROR%22%7D"})
	b.do(request{method: "GET", path: "/graphql?query=%7B__typename%7D", header: map[string]string{"Traceparent": "x %0A y", "X-Request-Id": "y"}})
	for line := range strings.Lines(b.log.String()) {
		if !strings.HasPrefix(line, `{"time":`) || strings.ContainsFunc(strings.TrimSuffix(line, "\n"), func(r rune) bool { return r < ' ' || r == 0x7f }) {
			t.Errorf("%q", line)
		}
	}
}

// TestBodyOfGet: a GET with a body is refused soon, whether the body comes or not. An event stream
// waited for it for ever, and no other connection could take its place.
func TestBodyOfGet(t *testing.T) {
	b := start(t)
	for name, framing := range map[string]string{
		"a body":                 "Content-Length: 5\r\n\r\nabcde",
		"one that never comes":   "Content-Length: 5\r\n\r\n",
		"chunks that never come": "Transfer-Encoding: chunked\r\n\r\n",
	} {
		for _, media := range []string{"text/event-stream", "application/json"} {
			t.Run(name+" "+media, func(t *testing.T) {
				t.Parallel() // the refusal waits for more of the body
				conn, err := net.Dial("tcp", b.server.Addr())
				b.must(err)
				defer conn.Close()
				b.must(conn.SetDeadline(time.Now().Add(patience)))
				_, err = conn.Write([]byte("GET /graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: localhost\r\nAccept: " + media + "\r\n" + framing))
				b.must(err)
				resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					t.Fatal(err)
				}
				if resp.StatusCode != http.StatusBadRequest {
					t.Errorf("answered with %d", resp.StatusCode)
				}
			})
		}
	}
}

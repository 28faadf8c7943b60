package listener_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// refusing is a server that reads nothing, or a part, of a body before it refuses. Its clock is ahead: whoever
// waits for the rest of a body waits for half an hour.
func refusing(t *testing.T, config func(*testing.T, listener.Config) listener.Config) *listener.Server {
	return serve(t, config(t, listener.Config{
		Read: time.Hour, Clock: func() time.Time { return time.Now().Add(30 * time.Minute) },
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/part" {
				_, _ = io.CopyN(io.Discard, r.Body, 100)
			}
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, "too much")
		}),
	}))
}

func post1(path string, length, sent int) string {
	return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", path, length, strings.Repeat("x", sent))
}

// TestRefusalsDoNotWaitForTheBody: a client that stalls is refused when that is known. It was a second later.
func TestRefusalsDoNotWaitForTheBody(t *testing.T) {
	for name, way := range ways {
		for kind, text := range map[string]string{
			"nothing is read":    post1("/", 2_000, 1_000),
			"a part is read":     post1("/part", 2_000, 1_000),
			"its last byte":      post1("/", 200_000, 199_999),
			"more than is read":  post1("/part", 1<<20, 1<<20-1),
			"without a length":   "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n",
			"who waits for 100":  "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2000\r\n\r\n",
			"nothing has come":   post1("/", 2_000, 0),
			"an unfinished read": post1("/part", 2_000, 100),
		} {
			t.Run(name+", "+kind, func(t *testing.T) {
				c := way.client(dial(t, refusing(t, way.config), "127.0.0.1"))
				go func() { _, _ = io.WriteString(c, text) }() // an answer may come before all was sent
				resp, body := answerOf(t, c, bufio.NewReader(c))
				if resp.StatusCode != http.StatusTooManyRequests || body != "too much" || !resp.Close {
					t.Errorf("%v, %q, ends: %v", resp.Status, body, resp.Close)
				}
			})
		}
	}
}

func answerOf(t *testing.T, c net.Conn, from *bufio.Reader) (*http.Response, string) {
	t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(hang))
	resp, err := http.ReadResponse(from, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// TestRefusalsLeaveTheConnection of a client that sends its body, and that is not read as a request. A busy machine may
// take longer than a moment, so several try.
func TestRefusalsLeaveTheConnection(t *testing.T) {
	const tries = 50
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s := refusing(t, way.config)
			for range tries {
				c := way.client(dial(t, s, "127.0.0.1"))
				if _, err := io.WriteString(c, post1("/", 2_000, 2_000)); err != nil {
					t.Fatal(err)
				}
				r := bufio.NewReader(c)
				if resp, _ := answerOf(t, c, r); resp.Close {
					continue
				}
				if _, err := io.WriteString(c, post1("/part", 2_000, 2_000)); err != nil {
					t.Fatal(err)
				}
				if resp, body := answerOf(t, c, r); resp.StatusCode != http.StatusTooManyRequests || body != "too much" {
					t.Errorf("the second request: %s, %q", resp.Status, body)
				}
				return
			}
			t.Errorf("%d connections ended with their first answer", tries)
		})
	}
}

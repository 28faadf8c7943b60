package listener_test

import (
	"bufio"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestWhatIsNotReadIsAnsweredSoon: a client that announces a body and does not send it is
// answered by a handler that did not read it. It waited for the longest time of a request.
func TestWhatIsNotReadIsAnsweredSoon(t *testing.T) {
	s := serve(t, listener.Config{Read: time.Hour, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
	})})
	for _, length := range []int{2000, 100_000, 1 << 20} {
		conn := dial(t, s, "127.0.0.1")
		if _, err := fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", length); err != nil {
			t.Fatal(err)
		}
		_ = conn.SetReadDeadline(time.Now().Add(hang))
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || resp.StatusCode != http.StatusUnauthorized {
			t.Errorf("%d bytes: %v %v", length, resp, err)
			continue
		}
		_ = resp.Body.Close()
	}
}

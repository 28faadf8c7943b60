package listener_test

import (
	"bufio"
	"io"
	"net/http"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestOptionsOfTheServerAreARequest: net/http answered "OPTIONS *" by itself, so that it had no price, and a server that
// stopped waited a second for the request of a connection that had sent nothing else.
func TestOptionsOfTheServerAreARequest(t *testing.T) {
	asked := make(chan string, 1)
	s := serve(t, listener.Config{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method + " " + r.RequestURI
		w.WriteHeader(http.StatusNotFound)
	})})
	c := dial(t, s, "127.0.0.1")
	if _, err := io.WriteString(c, "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	select {
	case got := <-asked:
		if got != "OPTIONS *" || res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", got, res.StatusCode)
		}
	default:
		t.Errorf("nobody was asked: %d", res.StatusCode)
	}
}

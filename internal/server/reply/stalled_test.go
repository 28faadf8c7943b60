package reply_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

// TestRefusalsOfStalledBodies: net/http reads the rest of a body before it answers on HTTP/1. A client that stalls was answered
// when the server's longest read was over; here there is none, so it would never be.
func TestRefusalsOfStalledBodies(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reply.ProblemOf(fault.New(fault.RateLimited, "Hay demasiadas.")).Send(w, r, reply.JSON, present.Presenter{})
	}))
	defer srv.Close()
	for name, c := range map[string]struct {
		length, sent int
		goesOn       bool
	}{
		"nothing has come": {2_000, 0, false},
		"a part":           {2_000, 1_000, false},
		"its last byte":    {1 << 20, 1<<20 - 1, false},
		"all":              {2_000, 2_000, true},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", srv.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			r := bufio.NewReader(conn)
			go func() { // an answer may come before all was sent
				_, _ = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", c.length, strings.Repeat("x", c.sent))
			}()
			for range 2 {
				res, err := http.ReadResponse(r, nil)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusTooManyRequests || res.Close == c.goesOn {
					t.Fatalf("%s, the connection ends: %v, %v", res.Status, res.Close, err)
				}
				if !c.goesOn {
					return
				}
				if _, err := fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

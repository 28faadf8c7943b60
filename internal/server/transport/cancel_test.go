package transport_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// TestWhoLeavesStopsTheWork: a client that hangs up, completes its operation or
// closes its socket ends what the server does for it.
func TestWhoLeavesStopsTheWork(t *testing.T) {
	begun, ended := make(chan struct{}, 1), make(chan struct{}, 1)
	b := start(t, miCarpeta(func(ctx context.Context) error {
		begun <- struct{}{}
		<-ctx.Done()
		ended <- struct{}{}
		return ctx.Err()
	}), withLimits(func(l *limits.Limits) { l.Request = time.Hour }))
	const query = `{ miCarpeta { id } }`
	for name, leave := range map[string]func(){
		"hangs up": func() {
			ctx, cancel := context.WithCancel(t.Context())
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.server.URL()+"/graphql", strings.NewReader(operation(query, nil)))
			b.must(err)
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer "+b.token)
			go func() {
				<-begun
				cancel()
			}()
			if resp, err := http.DefaultClient.Do(req); err == nil {
				t.Error("answered:", resp.Status)
				_ = resp.Body.Close()
			}
		},
		"completes": func() {
			c := b.connect()
			c.subscribe("a", query, nil)
			<-begun
			c.send(`{"id":"a","type":"complete"}`)
		},
		"closes": func() {
			c := b.connect()
			c.subscribe("a", query, nil)
			<-begun
			_ = c.conn.CloseNow()
		},
	} {
		t.Run(name, func(*testing.T) {
			leave()
			<-ended // or the test's own deadline says where it hangs
		})
	}
}

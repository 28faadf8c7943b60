package e2e_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// balancer stands in front of a server, as a load balancer does: while nobody is behind it, it answers 503.
type balancer struct {
	url    string
	behind atomic.Pointer[url.URL]
}

func newBalancer(t *testing.T) *balancer {
	t.Helper()
	b := &balancer{}
	transport := &http.Transport{} // any httptest.Server that closes ends connections of the default one
	t.Cleanup(transport.CloseIdleConnections)
	front := httptest.NewServer(&httputil.ReverseProxy{
		Transport: transport,
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(b.behind.Load())
			r.Out.Host = r.In.Host
			r.SetXForwarded()
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, "No server is available to handle this request.", http.StatusServiceUnavailable)
		},
		FlushInterval: -1,
		ErrorLog:      log.New(io.Discard, "", 0), // of connections that a stop cuts
	})
	t.Cleanup(front.Close)
	b.url = front.URL
	return b
}

// to says which server is behind it.
func (b *balancer) to(t *testing.T, address string) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	b.behind.Store(u)
}

// spender asks as a person for more than they may, without rest.
type spender struct {
	url    string
	cancel context.CancelFunc
	work   sync.WaitGroup
}

const (
	dearQuery  = `{ miCarpeta { documentos(first: 100) { nodes { id titulo tipo estadoDocumento tamanoBytes fechaRecepcion certificado } } } }`
	cheapQuery = `{ __typename }` // nothing is cheaper: whatever comes back of the budget is gone at once
)

// begin returns when the budget does not suffice any more; from then on nearly nothing is left of it.
func (s *spender) begin(token string) error {
	c := serverkit.Client{URL: s.url, Token: token}
	for {
		r, err := c.Post(context.Background(), dearQuery, nil)
		switch {
		case err != nil:
			return err
		case r.Code() == "RATE_LIMITED":
			ctx, cancel := context.WithCancel(context.Background())
			s.cancel = cancel
			for range 4 {
				s.work.Go(func() { goOnAsking(ctx, c) })
			}
			return nil
		case r.Code() != "":
			return fmt.Errorf("asked for too much: %s", r.Body)
		}
	}
}

func goOnAsking(ctx context.Context, c serverkit.Client) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_, _ = c.Post(ctx, cheapQuery, nil) // refused, nearly always
		}
	}
}

// stop ends it. It may be called again, and before begin.
func (s *spender) stop() {
	if s.cancel != nil {
		s.cancel()
		s.work.Wait()
	}
}

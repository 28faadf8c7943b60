package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAServerWhoseClockIsWrong: a load balancer sends nobody there, until the clocks agree again. Before them stands a proxy that
// changes the Date of the store's answers.
func TestAServerWhoseClockIsWrong(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Distributed)
	store, err := url.Parse(house.DynamoDB)
	must(t, err)
	var ahead atomic.Int64
	proxy := httputil.NewSingleHostReverseProxy(store)
	proxy.ModifyResponse = func(r *http.Response) error {
		r.Header.Set("Date", time.Now().UTC().Add(time.Duration(ahead.Load())).Format(http.TimeFormat))
		return nil
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	s := house.With("CARPETA_DYNAMODB_ENDPOINT=" + server.URL).Start(t)
	a := outage{s: s}
	const metric = "\ncarpeta_clock_difference_seconds "
	for _, step := range []struct {
		ahead  time.Duration
		status int
		state  string
		metric string
	}{{0, 200, "ok", ""}, {time.Minute, 503, "down", "-"}, {-time.Minute, 503, "down", ""}, {0, 200, "ok", ""}} {
		ahead.Store(int64(step.ahead))
		serverkit.WaitFor(t, soon, "the clock is "+step.state, func() bool {
			status, _, parts := a.parts(t)
			_, figures := s.Admin(t, "/metrics")
			return status == step.status && parts["clock"] == step.state && parts["stores"] == "ok" && strings.Contains(figures, metric+step.metric)
		})
	}
	if n := strings.Count(s.Log(), "the clock of this server is wrong"); n != 1 {
		t.Errorf("%d lines in the log", n)
	}
}

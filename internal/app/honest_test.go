package app_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// read asks for the citizen's own folder, and says what went wrong.
func (s *server) read(client *http.Client) error {
	body := fmt.Sprintf(`{"query":"query($c: ID!) { carpeta(id: $c) { id } }","variables":{"c":%q}}`, s.carpetaID)
	req, err := http.NewRequest(http.MethodPost, s.api+"/graphql", strings.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+s.token)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && (resp.StatusCode != http.StatusOK || strings.Contains(string(text), "errors")) {
		err = fmt.Errorf("%d %s", resp.StatusCode, text)
	}
	return err
}

// TestAConnectionForEachRequest: scripts, serverless functions and many load balancers work like that.
func TestAConnectionForEachRequest(t *testing.T) {
	s := start(t, 1)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	const clients, requests = 8, 4000
	var failed atomic.Int64
	var all sync.WaitGroup
	for range clients {
		all.Go(func() {
			for range requests / clients {
				if err := s.read(client); err != nil && failed.Add(1) == 1 {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := failed.Load(); n > 0 {
		t.Errorf("%d of %d requests failed", n, requests)
	}
}

// TestNobodyWaitsToBegin: an address may be a proxy, or a city behind a mobile network. What others of it ask for keeps
// nobody's request from beginning.
func TestNobodyWaitsToBegin(t *testing.T) {
	s := start(t, 1)
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	var answered atomic.Int64
	for range 200 {
		flood.Go(func() { answered.Add(floodUntil(ctx, s.api)) })
	}
	defer flood.Wait()
	defer stop()
	client := &http.Client{Timeout: time.Minute}
	defer client.CloseIdleConnections()
	for range 50 {
		if err := s.read(client); err != nil {
			t.Fatal(err)
		}
		if n := s.figure(t, "carpeta_beginnings_waiting"); n > 0 {
			t.Fatalf("%v requests wait to begin", n)
		}
	}
	stop()
	flood.Wait()
	if answered.Load() == 0 {
		t.Error("the flood was none")
	}
}

// floodUntil asks for a small file on one connection, as fast as answers come, and counts them.
func floodUntil(ctx context.Context, url string) (answered int64) {
	tr := &http.Transport{DialContext: (&net.Dialer{}).DialContext, MaxConnsPerHost: 1}
	defer tr.CloseIdleConnections()
	for client := (&http.Client{Transport: tr}); ctx.Err() == nil; {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/config.json", nil)
		if err != nil {
			return answered
		}
		resp, err := client.Do(req)
		if err != nil {
			continue
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		answered++
	}
	return answered
}

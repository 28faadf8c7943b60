package app_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/certs"
)

// from is a client at an address of this machine.
func from(t *testing.T, address string) *http.Client {
	tr := &http.Transport{
		DialContext:     (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).DialContext,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true, //nolint:gosec // a certificate of the test
	}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: time.Minute}
}

// TestStrangersWaitWhereTheKnownDoNot: with both protocols. A hundred requests of a stranger wait, and ten begin
// a second for each processor. Who has paid for an operation does not wait behind them.
func TestStrangersWaitWhereTheKnownDoNot(t *testing.T) {
	cert, key := certs.Write(t, t.TempDir(), 1, time.Now())
	for name, args := range map[string][]string{"HTTP/1": nil, "HTTP/2": {"--tls-cert=" + cert, "--tls-key=" + key}} {
		t.Run(name, func(t *testing.T) {
			s := start(t, 1, append(args, "--rate-begin=10")...)
			known, stranger := from(t, "127.0.0.1"), from(t, "127.0.0.2")
			body, _ := json.Marshal(map[string]any{"query": `query($c: ID!) { carpeta(id: $c) { id } }`, "variables": map[string]any{"c": s.carpetaID}})
			ask := func() {
				t.Helper()
				req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, s.api+"/graphql", bytes.NewReader(body))
				req.Header.Set("Content-Type", "application/json")
				req.Header.Set("Authorization", "Bearer "+s.token)
				resp, err := known.Do(req)
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				if text, _ := io.ReadAll(resp.Body); resp.StatusCode != http.StatusOK || bytes.Contains(text, []byte("errors")) {
					t.Fatal(resp.StatusCode, string(text))
				}
			}
			ask()
			ctx, giveUp := context.WithCancel(t.Context())
			defer giveUp()
			var answered atomic.Int64
			for range 100 {
				go func() {
					req, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.api+"/config.json", nil)
					if resp, err := stranger.Do(req); err == nil {
						answered.Add(1)
						_ = resp.Body.Close()
					}
				}()
			}
			eventually(t, "the stranger waits", func() bool { return s.figure(t, "carpeta_beginnings_waiting") > 0 })
			for range 10 {
				ask()
			}
			if answered.Load() == 100 {
				t.Error("the known waited until no stranger did")
			}
			giveUp()
			stranger.CloseIdleConnections()
			eventually(t, "nothing waits", func() bool { return s.figure(t, "carpeta_beginnings_waiting") == 0 })
		})
	}
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); {
		if time.Now().After(end) {
			t.Fatal("not in a minute: " + what)
		}
		<-time.After(10 * time.Millisecond)
	}
}

package transport_test

import (
	"errors"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// TestRevocation: a token that is taken out of use is refused by every transport, and
// what is open with it ends: sockets with 4403, streams with UNAUTHENTICATED.
func TestRevocation(t *testing.T) {
	dir := t.TempDir()
	list := auth.NewRevocations(auth.RevocationsConfig{
		Source: auth.NewRevocationFile(dir), Max: 10, Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	b := start(t, func(c *transport.Config) { c.Revocations = list })
	list.OnChange(b.api.Deny)
	id := b.remove(0, 3600)
	other, err := b.emisor.Issue("otra", auth.Auditor, "", time.Hour)
	b.must(err)

	watching, idle, anonymous, stays := b.connect(), b.connect(), b.dial(nil), b.dial(nil)
	watching.subscribe("1", follow, map[string]any{"id": id})
	watching.expect("1", "next")
	stays.init(other)
	anonymous.send(`{"type":"connection_init"}`)
	anonymous.expect("", "connection_ack")
	stream := b.events(http.MethodPost, watch, map[string]any{"id": b.carpeta.CarpetaID}, b.token)
	stream.expect("next", id)
	stayingStream := b.events(http.MethodPost, follow, map[string]any{"id": id}, other)
	stayingStream.expect("next", `"ESPERA"`)

	text := `{"sujeto":"` + b.carpeta.CiudadanoID + `","antesDe":"` + time.Now().Add(time.Minute).Format(time.RFC3339) + `","hasta":"2100-01-01T00:00:00Z"}` + "\n"
	path := filepath.Join(dir, auth.RevocationsName)
	b.must(errors.Join(os.WriteFile(path+"x", []byte(text), 0o600), os.Rename(path+"x", path), list.Load(t.Context())))

	watching.expectClose(4403, "Forbidden")
	idle.expectClose(4403, "Forbidden")
	stream.expect("next", `"UNAUTHENTICATED"`)
	stream.expect("complete", "")
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		r := request{method: method, path: "/graphql?query=%7B__typename%7D", header: map[string]string{"Authorization": "Bearer " + b.token, "Content-Type": "application/json"}}
		if method == http.MethodPost {
			r.path, r.body = "/graphql", operation(`{ __typename }`, nil)
		}
		if a := b.do(r); a.status != http.StatusUnauthorized || a.code() != "UNAUTHENTICATED" {
			t.Errorf("%s: %d %s", method, a.status, a.body)
		}
	}
	again := b.dial(nil)
	again.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + b.token + `"}}`)
	again.expectClose(4403, "Forbidden")
	for _, c := range []*wsClient{stays, anonymous} {
		c.send(`{"type":"ping"}`)
		c.expect("", "pong")
	}
	b.eventually("one stream is left", func() bool { n, _ := b.meter.open(); return n == 1 })
}

// TestRevocationBetween: what is opened while the list changes is either refused or ended.
func TestRevocationBetween(t *testing.T) {
	dir := t.TempDir()
	list := auth.NewRevocations(auth.RevocationsConfig{
		Source: auth.NewRevocationFile(dir), Max: 10, Clock: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	b := start(t, func(c *transport.Config) { c.Revocations = list })
	list.OnChange(b.api.Deny)
	token := b.issue(b.carpeta.CiudadanoID, time.Hour)
	path := filepath.Join(dir, auth.RevocationsName)
	b.must(os.WriteFile(path, []byte(`{"sujeto":"`+b.carpeta.CiudadanoID+`","antesDe":"2100-01-01T00:00:00Z","hasta":"2100-01-01T00:00:00Z"}`), 0o600))
	var open []*wsClient
	for i := range 40 {
		c := b.dial(nil)
		open = append(open, c)
		c.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + token + `"}}`)
		if i == 20 {
			go func() { _ = list.Load(t.Context()) }()
		}
	}
	for _, c := range open {
		m, err := c.read()
		if err == nil && m.Type == "connection_ack" {
			c.expectClose(4403, "")
		}
	}
}

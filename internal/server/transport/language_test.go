package transport_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// TestLanguageOfASocket: that of the handshake, which a browser chooses, unless the page says another one in connection_init.
func TestLanguageOfASocket(t *testing.T) {
	b := start(t)
	const spanish, english = `"message":"No se encontró lo que busca."`, `"message":"What you ask for was not found."`
	for name, c := range map[string]struct{ header, member, want string }{
		"none":               {"", ``, spanish},
		"of the handshake":   {"en", ``, english},
		"of connection_init": {"", `,"Accept-Language":"en"`, english},
		"in small letters":   {"", `,"accept-language":"en"`, english},
		"both":               {"en", `,"Accept-Language":"es"`, spanish},
		"null":               {"en", `,"Accept-Language":null`, english},
		"of 8 KB":            {"", `,"Accept-Language":"` + strings.Repeat("aa,", 8<<10/3) + `en"`, spanish},
	} {
		header := http.Header{}
		if c.header != "" {
			header.Set("Accept-Language", c.header)
		}
		ws := b.dial(header)
		ws.send(`{"type":"connection_init","payload":{"Authorization":"Bearer ` + b.token + `"` + c.member + `}}`)
		ws.expect("", "connection_ack")
		ws.subscribe("a", follow, map[string]any{"id": "00000000-0000-7000-8000-000000000000"})
		if m, err := ws.read(); err != nil || !strings.Contains(string(m.Payload), c.want) {
			t.Errorf("%s: %s %v", name, m.Payload, err)
		}
	}
	for _, member := range []string{`"Accept-Language":1`, `"Accept-Language":["en"]`, `"Accept-Language":"en","accept-language":"es"`} {
		ws := b.dial(nil)
		ws.send(`{"type":"connection_init","payload":{` + member + `}}`)
		ws.expectClose(websocket.StatusCode(4400), "")
	}
}

// TestLanguageOfHTTP: what a client sends in place of a list of languages is harmless.
func TestLanguageOfHTTP(t *testing.T) {
	b := start(t)
	const spanish, english = "Use POST, o GET para consultas.", "Use POST, or GET for queries."
	for preferences, want := range map[string]string{
		"": spanish, "*": spanish, "fr": spanish, "en;q=0": spanish, "es, en": spanish, "en, en, es": english, "fr, en;q=0.1": english,
		strings.Repeat("fr,", 8<<10/3) + "en": spanish, strings.Repeat("-", 8<<10): spanish,
	} {
		a := b.do(request{method: "PUT", header: map[string]string{"Accept-Language": preferences}})
		if len(a.Errors) != 1 || a.Errors[0].Message != want {
			t.Errorf("%.40q: %d %s", preferences, a.status, a.body)
		}
		if got := a.header.Get("Content-Language"); got != map[string]string{spanish: "es", english: "en"}[want] {
			t.Errorf("%.40q: Content-Language is %q", preferences, got)
		}
	}
	for path, want := range map[string]string{"/nada": "There is nothing here. The API is at /graphql.", "/graphql?query=%7B": "Expected Name, found "} {
		if a := b.do(request{method: "GET", path: path, header: map[string]string{"Accept-Language": "en"}}); !strings.Contains(a.body, want) {
			t.Errorf("%s: %s", path, a.body)
		}
	}
}

// TestLanguageOfAFullServer: what the listener refuses came to no middleware.
func TestLanguageOfAFullServer(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/graphql", http.NoBody)
	r.Header.Set("Accept-Language", "en")
	w := httptest.NewRecorder()
	site.Overloaded(slog.New(slog.DiscardHandler)).ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), "There are too many requests at a time on the server.") || w.Header().Get("Content-Language") != "en" {
		t.Error(w.Code, w.Header(), w.Body)
	}
}

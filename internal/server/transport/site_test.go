package transport_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

func wholeSite() *site.Config {
	return &site.Config{
		Explorer: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/panico" {
				panic(secret)
			}
			fmt.Fprint(w, "explorador ", caller.Traceparent(r.Context()))
		}),
		Objetos: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "objetos") }),
		Settings: func(*http.Request) site.Settings {
			return site.Settings{Token: secret, Profile: "embedded", CarpetaID: "c-1", Visitors: []site.Visitor{{Role: "auditor", Token: secret}}}
		},
	}
}

func TestSite(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()})
	for path, want := range map[string]string{"/": "explorador ", "/objetos/a/b": "objetos", "/graphql?query=%7B__typename%7D": `{"data":{"__typename":"Query"}}`} {
		a := b.do(request{method: "GET", path: path})
		if a.status != 200 || a.body != want {
			t.Error(path, a.status, a.body)
		}
		for name, value := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer"} {
			if a.header.Get(name) != value {
				t.Errorf("%s: %s is %q", path, name, a.header.Get(name))
			}
		}
	}
}

// TestWithoutExplorer: who opens an address without a page reads where the API is.
func TestWithoutExplorer(t *testing.T) {
	b := start(t)
	for _, path := range []string{"/", "/nada", "/objetos/a/b"} {
		if a := b.do(request{method: "GET", path: path}); a.status != 404 || !strings.Contains(a.body, "No existe. La API está en /graphql.") {
			t.Error(path, a.status, a.body)
		}
	}
}

// TestSettingsShowTheTokenAtHomeOnly: another name (DNS rebinding) or a proxy gets none.
func TestSettingsShowTheTokenAtHomeOnly(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()})
	for name, c := range map[string]struct {
		header map[string]string
		home   bool
	}{
		"here":      {nil, true},
		"localhost": {map[string]string{"Host": "localhost:8080"}, true},
		"rebinding": {map[string]string{"Host": "malo.example:8080"}, false},
		"no port":   {map[string]string{"Host": "malo.example"}, false},
		"proxy":     {map[string]string{"X-Forwarded-For": "203.0.113.7"}, false},
	} {
		a := b.do(request{method: "GET", path: "/config.json", header: c.header})
		if a.status != 200 || a.header.Get("Cache-Control") != "no-store" || !strings.Contains(a.body, `"graphqlPath":"/graphql"`) {
			t.Fatal(name, a.status, a.body)
		}
		if strings.Contains(a.body, secret) != c.home || strings.Contains(a.body, "auditor") != c.home || strings.Contains(a.body, "c-1") != c.home {
			t.Error(name, a.body)
		}
	}
}

func TestRequestIDAndTrace(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()})
	for given, kept := range map[string]bool{
		"0b9fb1ca-3a0c-4b54-9d0a-3f0e1f6b1c77": true, "01a20659-ec39-7048-9baa-c471b27b67d0": false, // of the form of a deletion's id
		"abc-123": true, strings.Repeat("a", 64): true, strings.Repeat("a", 65): false, "a b": false, "a_b": false, "": false,
	} {
		a := b.do(request{method: "GET", path: "/", header: map[string]string{"X-Request-Id": given}})
		if got := a.header.Get("X-Request-Id"); (got == given) != kept || got == "" {
			t.Errorf("%q became %q", given, got)
		}
	}
	trace := "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for given, want := range map[string]string{trace: trace, trace + "x": "", "01" + trace[2:]: "", "": ""} {
		a := b.do(request{method: "GET", path: "/", header: map[string]string{"Traceparent": given}})
		if a.body != "explorador "+want {
			t.Errorf("%q: %s", given, a.body)
		}
	}
}

func TestAccessLogHoldsNoPersonalData(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()})
	b.do(request{method: "GET", path: "/graphql?query=%7B__typename%7D%23" + secret})
	b.do(request{method: "GET", path: "/objetos/" + secret})
	b.do(request{method: "GET", path: "/" + strings.Repeat(secret, 5)})
	b.query(`query($id: ID!) { node(id: $id) { id } }`, map[string]any{"id": secret})
	log := b.log.String()
	if strings.Contains(log, secret) || strings.Contains(log, b.token) {
		t.Error(log)
	}
	for _, want := range []string{`"path":"/graphql"`, `"path":"/objetos/…"`, `"status":200`} {
		if !strings.Contains(log, want) {
			t.Errorf("no %s in %s", want, log)
		}
	}
}

func TestPanicOutsideGraphQL(t *testing.T) {
	b := startSite(t, adapt{site: wholeSite()})
	a := b.do(request{method: "GET", path: "/panico"})
	if a.status != 500 || a.code() != "INTERNAL" || strings.Contains(a.body, secret) || !strings.Contains(b.log.String(), secret) {
		t.Fatal(a.status, a.body)
	}
}

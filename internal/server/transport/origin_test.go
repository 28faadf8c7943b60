package transport_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

const otherSite = "https://app.example.org"

// TestForeignPages: what a browser sends for a page of another site does not
// run, whether or not it asked first. Programs and the own page are let in.
func TestForeignPages(t *testing.T) {
	b := start(t, func(c *transport.Config) { c.Origins = []string{otherSite} })
	own := strings.TrimPrefix(b.server.URL(), "http://")
	for name, c := range map[string]struct {
		header  map[string]string
		allowed bool
	}{
		"program":                    {nil, true},
		"own page":                   {map[string]string{"Origin": "http://" + own, "Sec-Fetch-Site": "same-origin"}, true},
		"own name, scheme of others": {map[string]string{"Origin": "https://" + own}, false},
		"own name, as a proxy's":     {map[string]string{"Origin": "https://" + own, "X-Forwarded-Proto": "https"}, false},
		"address bar":                {map[string]string{"Sec-Fetch-Site": "none"}, true},
		"allowed page":               {map[string]string{"Origin": otherSite, "Sec-Fetch-Site": "cross-site"}, true},
		"foreign page":               {map[string]string{"Origin": "https://malo.example", "Sec-Fetch-Site": "cross-site"}, false},
		"sandboxed page":             {map[string]string{"Origin": "null"}, false},
		"image or script":            {map[string]string{"Sec-Fetch-Site": "cross-site"}, false},
		"sibling's script":           {map[string]string{"Sec-Fetch-Site": "same-site"}, false},
		"other scheme":               {map[string]string{"Origin": "http://app.example.org"}, false},
		"longer name":                {map[string]string{"Origin": otherSite + ".malo.example"}, false},
	} {
		a := b.do(request{method: "GET", path: "/graphql?query=%7B__typename%7D", header: c.header})
		if (a.status == http.StatusOK) != c.allowed || !c.allowed && (a.status != http.StatusForbidden || a.code() != "FORBIDDEN") {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
}

func TestCORS(t *testing.T) {
	cfg := wholeSite()
	cfg.Origins = []string{otherSite}
	b := startSite(t, adapt{site: cfg}, func(c *transport.Config) { c.Origins = cfg.Origins })
	ask := func(origin string) answer {
		return b.do(request{method: "OPTIONS", path: "/graphql", header: map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "apollographql-client-name,apollographql-client-version,authorization,carpeta-base-legal,carpeta-proposito,content-type",
		}})
	}
	allowed := ask(otherSite).header
	if got := allowed.Get("Access-Control-Allow-Origin"); got != otherSite {
		t.Errorf("allowed: %q", got)
	}
	if got := allowed.Get("Access-Control-Allow-Credentials"); got != "" {
		t.Errorf("allowed with credentials: %q", got)
	}
	if got := allowed.Get("Access-Control-Allow-Headers"); !strings.Contains(got, "authorization") {
		t.Errorf("allowed headers: %q", got)
	}
	if a := ask("https://malo.example"); a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("foreign: %v", a.header)
	}
	a := b.do(request{method: "GET", path: "/graphql?query=%7B__typename%7D", header: map[string]string{"Origin": otherSite}})
	if a.status != http.StatusOK || a.header.Get("Access-Control-Allow-Origin") != otherSite {
		t.Errorf("request: %d %v", a.status, a.header)
	}
	for origin, allowed := range map[string]string{otherSite: otherSite, "https://malo.example": ""} {
		a := b.do(request{method: "OPTIONS", path: "/objetos/a/b", header: map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "content-type,if-none-match,x-amz-checksum-sha256",
		}})
		if a.header.Get("Access-Control-Allow-Origin") != allowed || (a.header.Get("Access-Control-Allow-Methods") == "PUT") != (allowed != "") {
			t.Errorf("upload from %s: %d %v", origin, a.status, a.header)
		}
	}
	for origin, shown := range map[string]string{otherSite: otherSite, "https://malo.example": ""} {
		a := b.do(request{method: "GET", path: "/config.json", header: map[string]string{"Origin": origin}})
		if a.header.Get("Access-Control-Allow-Origin") != shown || strings.Contains(a.body, secret) || !strings.Contains(a.body, "graphqlPath") {
			t.Errorf("settings for %s: %v %s", origin, a.header, a.body)
		}
	}
	a = b.do(request{method: "GET", path: "/", header: map[string]string{"Origin": otherSite}})
	if a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("the explorer is shared too")
	}
}

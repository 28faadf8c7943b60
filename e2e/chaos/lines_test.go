package chaos_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// lines are the proxies between one server and the services.
type lines map[string]*toxiproxy.Proxy

// newLines lead to the given addresses, host:port by service.
func newLines(t testing.TB, targets map[string]string) lines {
	t.Helper()
	api := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	l := lines{}
	for name, target := range targets {
		p := toxiproxy.NewProxy(api, name, "127.0.0.1:0", target)
		if err := p.Start(); err != nil {
			t.Fatalf("line to %s: %v", name, err)
		}
		t.Cleanup(p.Stop)
		l[name] = p
	}
	return l
}

// through is a URL that goes through the line.
func (l lines) through(t testing.TB, name, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = l[name].Listen
	return u.String()
}

func hostOf(t testing.TB, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

// toxics of each fault, by direction. A half-open line swallows what it is
// given and closes when it is mended; a reset one ends with the next byte.
var toxics = map[string][]string{
	slow: {
		`{"name":"a","type":"latency","stream":"downstream","attributes":{"latency":150,"jitter":150}}`,
		`{"name":"b","type":"latency","stream":"upstream","attributes":{"latency":150,"jitter":150}}`,
	},
	reset:    {`{"name":"a","type":"reset_peer","stream":"downstream","attributes":{"timeout":20}}`},
	halfOpen: {`{"name":"a","type":"timeout","stream":"downstream","attributes":{"timeout":0}}`, `{"name":"b","type":"timeout","stream":"upstream","attributes":{"timeout":0}}`},
}

func damage(p *toxiproxy.Proxy, what string) error {
	for _, t := range toxics[what] {
		if _, err := p.Toxics.AddToxicJson(strings.NewReader(t)); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

func mend(p *toxiproxy.Proxy) { p.Toxics.ResetToxics(context.Background()) }

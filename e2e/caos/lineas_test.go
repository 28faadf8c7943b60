package caos_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// lineas are the proxies between one server and the services.
type lineas map[string]*toxiproxy.Proxy

// nuevasLineas lead to the given addresses, host:port by service.
func nuevasLineas(t testing.TB, destinos map[string]string) lineas {
	t.Helper()
	api := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	l := lineas{}
	for nombre, destino := range destinos {
		p := toxiproxy.NewProxy(api, nombre, "127.0.0.1:0", destino)
		if err := p.Start(); err != nil {
			t.Fatalf("line to %s: %v", nombre, err)
		}
		t.Cleanup(p.Stop)
		l[nombre] = p
	}
	return l
}

// por is a URL that goes through the line.
func (l lineas) por(t testing.TB, nombre, destino string) string {
	t.Helper()
	u, err := url.Parse(destino)
	if err != nil {
		t.Fatal(err)
	}
	u.Host = l[nombre].Listen
	return u.String()
}

func anfitrion(t testing.TB, destino string) string {
	t.Helper()
	u, err := url.Parse(destino)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

// toxicos of each fault, by direction. A half-open line swallows what it is
// given and closes when it is mended; a reset one ends with the next byte.
var toxicos = map[string][]string{
	lento: {
		`{"name":"a","type":"latency","stream":"downstream","attributes":{"latency":150,"jitter":150}}`,
		`{"name":"b","type":"latency","stream":"upstream","attributes":{"latency":150,"jitter":150}}`,
	},
	cortar: {`{"name":"a","type":"reset_peer","stream":"downstream","attributes":{"timeout":20}}`},
	mudo:   {`{"name":"a","type":"timeout","stream":"downstream","attributes":{"timeout":0}}`, `{"name":"b","type":"timeout","stream":"upstream","attributes":{"timeout":0}}`},
}

func danar(p *toxiproxy.Proxy, que string) error {
	for _, t := range toxicos[que] {
		if _, err := p.Toxics.AddToxicJson(strings.NewReader(t)); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	return nil
}

func reparar(p *toxiproxy.Proxy) { p.Toxics.ResetToxics(context.Background()) }

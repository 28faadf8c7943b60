package transport_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// TestPurposeIsAskedByEveryTransport: a role that must say what it acts for says it, or is told how.
func TestPurposeIsAskedByEveryTransport(t *testing.T) {
	b := start(t, func(c *transport.Config) { c.MustSay = []auth.Role{auth.Operador} })
	token, err := b.emisor.Issue("oficial", auth.Operador, "op1", time.Hour)
	b.must(err)
	good := map[string]string{"Carpeta-Proposito": "Tr%C3%A1mite%2012", "Carpeta-Base-Legal": "Ley 1581"}
	for name, c := range map[string]struct {
		said map[string]string
		code string
	}{
		"nothing": {nil, "FINALIDAD_REQUERIDA"},
		"half":    {map[string]string{"Carpeta-Proposito": "x"}, "FINALIDAD_REQUERIDA"},
		"wrong":   {map[string]string{"Carpeta-Proposito": "=1", "Carpeta-Base-Legal": "x"}, "BAD_USER_INPUT"},
		"said":    {good, ""},
	} {
		for media, r := range map[string]request{
			"POST": {body: operation(`{ __typename }`, nil)},
			"GET":  {method: http.MethodGet, path: "/graphql?query=%7B__typename%7D"},
			"SSE":  {body: operation(`{ __typename }`, nil), header: map[string]string{"Accept": "text/event-stream"}},
		} {
			h := map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + token}
			for _, more := range []map[string]string{r.header, c.said} {
				for k, v := range more {
					h[k] = v
				}
			}
			r.header = h
			if media == "SSE" && c.code == "" {
				continue // an event stream is no answer of code()
			}
			a := b.do(r)
			if want := 400; c.code != "" && a.status != want || a.code() != c.code {
				t.Errorf("%s by %s: %d %s", name, media, a.status, a.body)
			}
		}
	}

	const authorized = `{"type":"connection_init","payload":{"Authorization":"Bearer `
	for name, c := range map[string]struct{ rest, reason string }{
		"nothing": {`"}}`, "Purpose required: Carpeta-Proposito, Carpeta-Base-Legal"},
		"wrong":   {`","carpeta-proposito":"","Carpeta-Base-Legal":"x"}}`, "Invalid purpose: Carpeta-Proposito, Carpeta-Base-Legal"},
		"a list":  {`","Carpeta-Proposito":["x"]}}`, "Invalid message"},
	} {
		ws := b.dial(nil)
		ws.send(authorized + token + c.rest)
		t.Log(name)
		ws.expectClose(4400, c.reason)
	}
	ws := b.dial(nil)
	ws.send(authorized + token + `","Carpeta-Proposito":"Trámite 100%","carpeta-base-legal":"Ley 1581"}}`)
	ws.expect("", "connection_ack")
	up := b.dial(http.Header{"Authorization": {"Bearer " + token}, "Carpeta-Proposito": {"x"}, "Carpeta-Base-Legal": {"y"}})
	up.send(`{"type":"connection_init"}`)
	up.expect("", "connection_ack")

	citizen := b.do(request{body: operation(`{ __typename }`, nil), header: map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + b.token}})
	if citizen.code() != "" {
		t.Errorf("a citizen is asked: %s", citizen.body)
	}
}

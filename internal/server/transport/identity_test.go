package transport_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestBadTokenIsNeverNobody: a bad token is refused by every transport,
// also for an operation that anybody may ask.
func TestBadTokenIsNeverNobody(t *testing.T) {
	b := start(t)
	for name, header := range map[string]string{
		"empty":        "",
		"no token":     "Bearer",
		"blank token":  "Bearer ",
		"other scheme": "Basic eDp5",
		"no scheme":    b.token,
		"two words":    "Bearer " + b.token + " x",
		"garbage":      "Bearer x.y.z",
		"expired":      "Bearer " + b.issue(b.carpeta.CiudadanoID, -time.Second),
		"tampered":     "Bearer " + tampered(b.token),
		"trailing =":   "Bearer " + b.token + "=",
		"in quotes":    `Bearer "` + b.token + `"`,
		"comma":        "Bearer " + b.token + ", Bearer " + b.token,
	} {
		for media, r := range map[string]request{
			"POST":      {body: operation(`{ __typename }`, nil)},
			"GET":       {method: http.MethodGet, path: "/graphql?query=%7B__typename%7D"},
			"SSE, POST": {body: operation(watch, map[string]any{"id": b.carpeta.CarpetaID}), header: map[string]string{"Accept": "text/event-stream"}},
			"SSE, GET":  {method: http.MethodGet, path: "/graphql?query=%7B__typename%7D", header: map[string]string{"Accept": "text/event-stream"}},
		} {
			h := map[string]string{"Content-Type": "application/json", "Authorization": header}
			for k, v := range r.header {
				h[k] = v
			}
			r.header = h
			a := b.do(r)
			if a.status != http.StatusUnauthorized || a.code() != "UNAUTHENTICATED" || a.Data != nil || a.header.Get("WWW-Authenticate") == "" {
				t.Errorf("%s by %s: %d %q %s", name, media, a.status, a.header.Get("WWW-Authenticate"), a.body)
			}
			if len(header) > 20 && strings.Contains(a.body, header) {
				t.Errorf("%s by %s: the answer repeats it", name, media)
			}
		}
		raw, err := json.Marshal(header)
		b.must(err)
		ws := b.dial(nil)
		ws.send(`{"type":"connection_init","payload":{"Authorization":` + string(raw) + `}}`)
		ws.expectClose(4403, "Forbidden")
		if header != "" && header == strings.TrimSpace(header) { // Go's client trims the others
			up := b.dial(http.Header{"Authorization": {header}})
			up.send(`{"type":"connection_init"}`)
			up.expectClose(4403, "Forbidden")
		}
	}
}

// tampered is a token with another signature: the first of its characters is changed,
// which, unlike the last ones, has no value of its own that is likely.
func tampered(token string) string {
	body, signature := token[:strings.LastIndexByte(token, '.')+1], token[strings.LastIndexByte(token, '.')+1:]
	if signature[0] == 'A' {
		return body + "B" + signature[1:]
	}
	return body + "A" + signature[1:]
}

// TestTwoIdentities: two of them are none.
func TestTwoIdentities(t *testing.T) {
	b := start(t)
	good := "Bearer " + b.token
	for name, payload := range map[string]string{
		"two spellings": `{"Authorization":"` + good + `","authorization":"Bearer x.y.z"}`,
		"a list":        `{"Authorization":["` + good + `"]}`,
	} {
		ws := b.dial(nil)
		ws.send(`{"type":"connection_init","payload":` + payload + `}`)
		m, err := ws.read()
		if err == nil {
			t.Errorf("%s: %s", name, m.Type)
		}
	}
	ws := b.dial(nil)
	ws.send(`{"type":"connection_init","payload":{"AUTHORIZATION":"` + good + `","authorization":"` + good + `"}}`)
	ws.expect("", "connection_ack") // they agree

	ws = b.dial(nil)
	ws.send(`{"type":"connection_init","payload":{"Authorization":""}}`)
	ws.expectClose(4403, "Forbidden")

	_, resp, err := b.tryDial(http.Header{"Authorization": {good, "Bearer x.y.z"}})
	if err == nil || resp.StatusCode != http.StatusBadRequest {
		t.Errorf("two headers: %v", err)
	}
}

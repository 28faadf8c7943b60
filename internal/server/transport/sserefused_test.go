package transport_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// refusedStreams are operations that are refused before they run. A native EventSource
// reads nothing of an answer that is no stream.
var refusedStreams = map[string]struct {
	query     string
	variables map[string]any
	code      string
}{
	"syntax":         {`subscription {`, nil, "GRAPHQL_PARSE_FAILED"},
	"unknown field":  {`subscription { nada }`, nil, "GRAPHQL_VALIDATION_FAILED"},
	"of a query too": {`{ nada }`, nil, "GRAPHQL_VALIDATION_FAILED"},
	"no such choice": {`query A { __typename } query B { __typename }`, nil, "GRAPHQL_VALIDATION_FAILED"},
	"no variable":    {follow, nil, "GRAPHQL_VALIDATION_FAILED"},
	"too deep":       {`{ a { a { a { a { a } } } } }`, nil, "QUERY_TOO_COMPLEX"},
}

const undoMutation = `mutation { cancelarEliminacion(input: {eventoId: "x"}) { errores { ... on ErrorDeUsuario { codigo } } } }`

func TestRefusedOperationIsAStream(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.Depth = 4 }))
	for name, c := range refusedStreams {
		for _, method := range []string{http.MethodPost, http.MethodGet} {
			s := b.events(method, c.query, c.variables, b.token)
			if got := s.resp.Header.Get("Content-Type"); s.resp.StatusCode != http.StatusOK || got != "text/event-stream; charset=utf-8" {
				t.Errorf("%s, %s: %d %s", name, method, s.resp.StatusCode, got)
				continue
			}
			s.expect("next", `{"errors":[{`)
			s.expect("complete", "")
			s.expect("", "")
		}
		s := b.events(http.MethodPost, c.query, c.variables, b.token)
		s.expect("next", `"code":"`+c.code+`"`)
	}
	if n := b.refused("documento"); n != 3*len(refusedStreams) {
		t.Errorf("%d refusals were counted, of %d", n, 3*len(refusedStreams))
	}
}

func TestUnknownPersistedDocumentIsAStream(t *testing.T) {
	b := start(t)
	a := b.do(request{body: `{"documentId":"` + strings.Repeat("a", 64) + `"}`, header: map[string]string{
		"Content-Type": "application/json", "Accept": "text/event-stream", "Authorization": "Bearer " + b.token,
	}})
	if a.status != http.StatusOK || !strings.Contains(a.body, "event: next\ndata: {\"errors\":[{") || !strings.Contains(a.body, "PERSISTED_QUERY_NOT_FOUND") ||
		!strings.HasSuffix(a.body, "event: complete\ndata: \n\n") {
		t.Error(a.status, a.body)
	}
	b = start(t, func(c *transport.Config) { c.Trust = admission.TrustEnforce })
	s := b.events(http.MethodPost, watch, map[string]any{"id": "x"}, b.token)
	s.expect("next", "OPERATION_NOT_TRUSTED")
	s.expect("complete", "")
}

// TestRefusedRequestIsNoStream: who asks, how much is left, and what is no request of
// GraphQL stay answers of HTTP, for the programs that wait or log in again.
func TestRefusedRequestIsNoStream(t *testing.T) {
	b := start(t, func(c *transport.Config) {
		c.Quota = quota.New(quota.Config{PerSecond: 0.001, Burst: 200, Subjects: 10}, time.Now)
	})
	header := func(token string) map[string]string {
		return map[string]string{"Content-Type": "application/json", "Accept": "text/event-stream", "Authorization": "Bearer " + token}
	}
	for name, c := range map[string]struct {
		request
		status int
		code   string
	}{
		"bad token":    {request{body: operation(`{ nada }`, nil), header: header("x.y.z")}, http.StatusUnauthorized, "UNAUTHENTICATED"},
		"no operation": {request{body: `{"variables":{}}`, header: header(b.token)}, http.StatusBadRequest, "BAD_USER_INPUT"},
		"no JSON":      {request{body: `{`, header: header(b.token)}, http.StatusBadRequest, "BAD_USER_INPUT"},
		"GET mutation": {request{method: http.MethodGet, path: "/graphql?" + url.Values{"query": {undoMutation}}.Encode(), header: header(b.token)}, http.StatusMethodNotAllowed, "BAD_USER_INPUT"},
	} {
		if a := b.do(c.request); a.status != c.status || a.code() != c.code || a.header.Get("Content-Type") != jsonType {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	for range 4 {
		b.query(`{ miCarpeta { id } }`, nil)
	}
	if a := b.do(request{body: operation(`{ miCarpeta { id } }`, nil), header: header(b.token)}); a.status != http.StatusTooManyRequests || a.code() != "RATE_LIMITED" || a.header.Get("Retry-After") == "" {
		t.Error("no budget:", a.status, a.body)
	}
}

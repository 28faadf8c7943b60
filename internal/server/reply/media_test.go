package reply_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

func accepting(values ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/graphql", nil)
	r.Header["Accept"] = values
	return r
}

const most = 2048 // bytes of a header

func TestNegotiate(t *testing.T) {
	for accept, want := range map[string]string{
		"":                                  reply.JSON,
		"*/*":                               reply.JSON,
		"application/*":                     reply.JSON,
		"application/json":                  reply.JSON,
		"application/graphql-response+json": reply.GraphQL,
		"application/json, application/graphql-response+json":             reply.GraphQL,
		"application/graphql-response+json, application/json":             reply.GraphQL,
		"application/graphql-response+json;q=0.5, application/json;q=0.5": reply.GraphQL,
		"application/graphql-response+json;q=0.5, application/json":       reply.JSON,
		"application/graphql-response+json, */*":                          reply.GraphQL,
		"application/json, */*":                                           reply.JSON,
		"text/html, */*;q=0.1":                                            reply.JSON,
		"application/json;q=0, */*;q=0.1":                                 reply.GraphQL,
		"text/event-stream":                                               reply.Events,
		"text/event-stream, application/json":                             reply.JSON,
		"text/event-stream, application/json;q=0.9":                       reply.Events,
		"text/*":                          "",
		"text/html":                       "",
		"application/json;charset=latin1": "",
		"application/json;q=2":            "",
		"; , ,, application/json":         reply.JSON,
	} {
		got, p := reply.Negotiate(accepting(accept), most)
		if got != want || (p == nil) != (want != "") {
			t.Errorf("%q: %q %v, want %q", accept, got, p, want)
		}
		if p != nil && p.Status != http.StatusNotAcceptable {
			t.Errorf("%q: %d", accept, p.Status)
		}
	}
	if got, _ := reply.Negotiate(accepting("text/html", "application/json"), most); got != reply.JSON {
		t.Errorf("two headers: %q", got)
	}
}

// TestLongAcceptIsNotRead: the work for a header is bounded, whatever is in it. It is
// counted in allocations: 60 KB of ranges were 20,000 and more.
func TestLongAcceptIsNotRead(t *testing.T) {
	for name, values := range map[string][]string{
		"ranges":     {strings.Repeat("a/b,", 15<<10)},
		"parameters": {"a/b" + strings.Repeat(";a=b", 15<<10)},
		"commas":     {strings.Repeat(",", 60<<10)},
		"headers":    strings.Split(strings.Repeat("a/b,", 15<<10), ","),
		"one range":  {"a/" + strings.Repeat("b", 60<<10)},
	} {
		r := accepting(values...)
		_, p := reply.Negotiate(r, most)
		if p == nil || p.Status != http.StatusRequestHeaderFieldsTooLarge {
			t.Errorf("%s: %+v", name, p)
		}
		if n := testing.AllocsPerRun(10, func() { _, _ = reply.Negotiate(r, most) }); n > 10 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
	many := accepting(strings.Repeat("a/b,", 100))
	if _, p := reply.Negotiate(many, most); p == nil || p.Status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("100 ranges: %+v", p)
	}
}

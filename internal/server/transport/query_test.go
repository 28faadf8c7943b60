package transport_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// TestManyParametersAreNotDecoded: what nobody asked for costs no memory.
func TestManyParametersAreNotDecoded(t *testing.T) {
	var junk strings.Builder
	for i := range 6000 {
		junk.WriteString("&x" + strings.Repeat("a", i%7) + string(rune('a'+i%26)) + "=%41")
	}
	raw := "query=" + url.QueryEscape("{ __typename }") + junk.String()
	if got := transport.ReadQuery(raw); got != http.StatusBadRequest {
		t.Error(got)
	}
	if n := testing.AllocsPerRun(5, func() { transport.ReadQuery(raw) }); n > 50 {
		t.Errorf("%v allocations", n)
	}
}

// TestQueryStrings: a parameter is known by its decoded name.
func TestQueryStrings(t *testing.T) {
	for raw, want := range map[string]int{
		"query=%7B__typename%7D":                 http.StatusOK,
		"%71uery=%7B+__typename+%7D":             http.StatusOK,
		"a=1&query={__typename}&b&=c&&d=e":       http.StatusOK,
		"query={__typename}&operationName=":      http.StatusOK,
		"query={__typename}&%71uery={x}":         http.StatusBadRequest,
		"query={__typename}&query":               http.StatusBadRequest,
		"query=%7":                               http.StatusBadRequest,
		"query={__typename}&variables=%7B%7D%zz": http.StatusBadRequest,
		"query={__typename};a=b":                 http.StatusBadRequest,
		"%zz=1&query={__typename}":               http.StatusBadRequest,
		"query=%ff":                              http.StatusBadRequest,
		"":                                       http.StatusBadRequest,
	} {
		if got := transport.ReadQuery(raw); got != want {
			t.Errorf("%q: %d, want %d", raw, got, want)
		}
	}
}

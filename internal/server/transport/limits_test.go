package transport_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestLimits tries each limit at its edge and one past it.
func TestLimits(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) {
		l.Tokens, l.Nodes, l.Depth, l.Aliases, l.Body, l.Repeats, l.Fragments, l.Directives = 200, 60, 6, 4, 4096, 10, 3, 6
	}))
	fields := func(n int) string { // one slot holds at most ten of them
		return "{" + strings.Repeat(" miCarpeta { id carpetaId operadorId totalDocumentosAproximado }", (n-n%5)/5) + strings.Repeat(" __typename", n%5) + " }"
	}
	repeats := func(n int) string { // through every way of selecting
		return "{ miCarpeta { " + strings.Repeat("id ", n-3) + "... { id } ...F } miCarpeta { id } } fragment F on Carpeta { id }"
	}
	fragments := func(n int) string {
		var spreads, defs strings.Builder
		for i := range n {
			fmt.Fprintf(&spreads, " ...F%d", i)
			fmt.Fprintf(&defs, " fragment F%d on Carpeta { id }", i)
		}
		return "{ miCarpeta {" + spreads.String() + " } }" + defs.String()
	}
	deep := func(n int) string {
		return "{ miCarpeta { documentos(first: 1) { nodes { " + strings.Repeat("eliminacion { carpeta { ", (n-4)/2) + "id" + strings.Repeat(" } }", (n-4)/2) + " } } } }"
	}
	aliases := func(n int) string {
		var s strings.Builder
		for i := range n {
			fmt.Fprintf(&s, " a%d: id", i)
		}
		return "{ miCarpeta {" + s.String() + " } }"
	}
	directives := func(n int) string { // in every place that takes one that does nothing
		const d = "@include(if: true)"
		return "{ miCarpeta " + d + " { ... " + d + " { id } ...F " + d + strings.Repeat(" carpetaId "+d, n-3) + " } } fragment F on Carpeta { id }"
	}
	tokens := func(n int) string { // 8 besides the list
		return `{ nodes(ids: [` + strings.Repeat(`"" `, n) + `]) { id } }`
	}
	padded := func(bytes int) string {
		q := "{ __typename } #"
		return q + strings.Repeat("x", bytes-len(operation(q, nil)))
	}
	for name, c := range map[string]struct {
		within, beyond string
		code           string
		status         int
	}{
		"tokens":                          {tokens(40), tokens(200), "GRAPHQL_PARSE_FAILED", 200},
		"nodes":                           {fields(50), fields(61), "QUERY_TOO_COMPLEX", 200},
		"repeats":                         {repeats(10), repeats(11), "QUERY_TOO_COMPLEX", 200},
		"fragments":                       {fragments(3), fragments(4), "QUERY_TOO_COMPLEX", 200},
		"depth":                           {deep(6), deep(8), "QUERY_TOO_COMPLEX", 200},
		"directives":                      {directives(6), directives(7), "QUERY_TOO_COMPLEX", 200},
		"unknown directives":              {directives(6), "query " + strings.Repeat("@a", 7) + " { __typename }", "QUERY_TOO_COMPLEX", 200},
		"unknown directives of variables": {directives(6), "query($a: Int " + strings.Repeat("@a", 7) + ") { __typename }", "QUERY_TOO_COMPLEX", 200},
		"unknown directives of fragments": {directives(6), "{ __typename } fragment F on Carpeta " + strings.Repeat("@a", 7) + " { id }", "QUERY_TOO_COMPLEX", 200},
		"aliases":                         {aliases(4), aliases(5), "QUERY_TOO_COMPLEX", 200},
		"aliases of __typename":           {"{ a: __typename b: __typename }", "{ a: __typename b: __typename c: __typename d: __typename e: __typename }", "QUERY_TOO_COMPLEX", 200},
		"body":                            {padded(4096), padded(4097), "BAD_USER_INPUT", 413},
	} {
		t.Run(name, func(t *testing.T) {
			if a := b.query(c.within, nil); a.status != 200 || len(a.Errors) > 0 {
				t.Fatalf("within: %d %s", a.status, a.body)
			}
			if a := b.query(c.beyond, nil); a.status != c.status || a.code() != c.code {
				t.Fatalf("beyond: %d %s", a.status, a.body)
			}
		})
	}
}

// TestCost prices pages as first × child, wherever the number comes from.
func TestCost(t *testing.T) {
	// 50 + 1 miCarpeta + 1 documentos + n × (1 nodes + 2 fields)
	b := start(t, withLimits(func(l *limits.Limits) { l.Cost = 52 + 3*20 }))
	for query, fits := range map[string]bool{
		`{ miCarpeta { documentos { nodes { id titulo } } } }`:                                         true,
		`{ miCarpeta { documentos(first: 20) { nodes { id titulo } } } }`:                              true,
		`{ miCarpeta { documentos(first: 21) { nodes { id titulo } } } }`:                              false,
		`{ miCarpeta { documentos(last: 21) { nodes { id titulo } } } }`:                               false,
		`{ miCarpeta { documentos { nodes { id titulo certificado } } } }`:                             false,
		`query($n: Int = 20) { miCarpeta { documentos(first: $n) { nodes { id titulo } } } }`:          true,
		`query($n: Int = 21) { miCarpeta { documentos(first: $n) { nodes { id titulo } } } }`:          false,
		`{ miCarpeta { ...D } } fragment D on Carpeta { documentos(first: 21) { nodes { id titulo }}}`: false,
		`{ nodes(ids: ["a", "b"]) { id } }`:                                                            true,
	} {
		a := b.query(query, nil)
		if got := a.code(); fits && len(a.Errors) > 0 || !fits && got != "QUERY_TOO_COMPLEX" {
			t.Errorf("%s: %s", query, a.body)
		}
	}
	a := b.query(`query($n: Int!) { miCarpeta { documentos(first: $n) { nodes { id titulo } } } }`, map[string]any{"n": 21})
	if a.code() != "QUERY_TOO_COMPLEX" {
		t.Error(a.body)
	}
	a = b.query(`query($ids: [ID!]!) { nodes(ids: $ids) { id } }`, map[string]any{"ids": make62()})
	if a.code() != "QUERY_TOO_COMPLEX" {
		t.Error(a.body)
	}
}

func make62() []string {
	ids := make([]string, 62)
	for i := range ids {
		ids[i] = "x"
	}
	return ids
}

// TestProductOfPages: 100 × 100 × 100 is refused with the limits as they are.
func TestProductOfPages(t *testing.T) {
	b := start(t)
	a := b.query(`{ miCarpeta { documentos(first: 100) { nodes { eliminacion { carpeta { documentos(first: 100) { nodes { eliminacion { carpeta { documentos(first: 100) { nodes { id } } } } } } } } } } } }`, nil)
	if a.code() != "QUERY_TOO_COMPLEX" {
		t.Fatal(a.body)
	}
}

// TestFragmentBomb: 25 fragments, each spreading the next twice: 2^25 selections
// in 1 KB. Whatever looks at it without a budget does not come back in time.
func TestFragmentBomb(t *testing.T) {
	b := start(t)
	var q strings.Builder
	q.WriteString("{ miCarpeta { ...F0 } }")
	for i := range 25 {
		fmt.Fprintf(&q, " fragment F%d on Carpeta { ...F%d ...F%d }", i, i+1, i+1)
	}
	q.WriteString(" fragment F25 on Carpeta { id }")
	if a := b.query(q.String(), nil); a.code() != "QUERY_TOO_COMPLEX" {
		t.Fatal(a.body)
	}
	unused := "fragment U on Carpeta {" + strings.Repeat(" id", 4000) + " }"
	for _, twice := range []string{"", " fragment U on Carpeta { id }"} { // the second hides the first by name
		if a := b.query("{ miCarpeta { ...V } } fragment V on Carpeta { id } "+unused+twice, nil); a.code() != "QUERY_TOO_COMPLEX" {
			t.Fatal(a.body)
		}
	}
	if a := b.query("{ miCarpeta { ...A } } fragment A on Carpeta { ...B } fragment B on Carpeta { ...A }", nil); len(a.Errors) == 0 || a.status != 200 {
		t.Fatal(a.body)
	}
}

// TestIntrospectionFits: the query that every tool sends is within all limits.
func TestIntrospectionFits(t *testing.T) {
	b := start(t)
	a := b.query(introspection, nil)
	if a.status != 200 || len(a.Errors) > 0 || !strings.Contains(a.body, `"DeleteDocumentoPayload"`) {
		t.Fatal(a.status, a.body)
	}
}

const introspection = `query IntrospectionQuery {
  __schema { description queryType { name kind } mutationType { name kind } subscriptionType { name kind } types { ...FullType }
    directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } } } }
fragment FullType on __Type { kind name description specifiedByURL isOneOf
  fields(includeDeprecated: true) { name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason }
  inputFields(includeDeprecated: true) { ...InputValue } interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } possibleTypes { ...TypeRef } }
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
  ofType { kind name ofType { kind name ofType { kind name } } } } } } } } } }`

// TestDocumentsInParallel: with room for few documents, many at once push each
// other out, and everybody gets the answer to what they asked.
func TestDocumentsInParallel(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.CacheKiB = 64 }))
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 20 {
				alias := fmt.Sprintf("a%d", (worker+i)%12)
				if a := b.query("{ "+alias+": __typename }", nil); !strings.HasPrefix(a.body, `{"data":{"`+alias+`":"Query"}`) {
					t.Error(a.body)
				}
			}
		})
	}
	wg.Wait()
}

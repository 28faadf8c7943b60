package admission_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// TestLimits tries each limit at its edge and one past it.
func TestLimits(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) {
		l.Tokens, l.Nodes, l.Depth, l.Aliases, l.Repeats, l.Fragments, l.Directives, l.Elements = 200, 60, 6, 4, 10, 3, 6, 40
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
	long := func(n int) string { return "{ " + strings.Repeat("x", n) + ": __typename }" }
	directives := func(n int) string { // in every place that takes one that does nothing
		const d = "@include(if: true)"
		return "{ miCarpeta " + d + " { ... " + d + " { id } ...F " + d + strings.Repeat(" carpetaId "+d, n-3) + " } } fragment F on Carpeta { id }"
	}
	tokens := func(n int) string { // 8 besides the list
		return `{ nodes(ids: [` + strings.Repeat(`"" `, n) + `]) { id } }`
	}
	elements := func(n int) string { // wherever a document spells them out
		return `query($i: [ID!]! = ["a"], $f: FiltroDocumentos = {codigosTipo: ["DIPLOMA"]}) { nodes(ids: [` + strings.Repeat(`"" `, n-3) + `]) { id } }`
	}
	for name, c := range map[string]struct {
		within, beyond string
		code           string
	}{
		"elements":                        {tokens(40), elements(41), "QUERY_TOO_COMPLEX"},
		"elements of a directive":         {tokens(40), `{ __typename @include(if: [` + strings.Repeat("1 ", 41) + `]) }`, "QUERY_TOO_COMPLEX"},
		"elements of a fragment, twice":   {tokens(40), `{ ...A ...A } fragment A on Query { nodes(ids: [` + strings.Repeat(`"" `, 21) + `]) { id } }`, "QUERY_TOO_COMPLEX"},
		"tokens":                          {tokens(40), tokens(200), "GRAPHQL_PARSE_FAILED"},
		"nodes":                           {fields(50), fields(61), "QUERY_TOO_COMPLEX"},
		"repeats":                         {repeats(10), repeats(11), "QUERY_TOO_COMPLEX"},
		"fragments":                       {fragments(3), fragments(4), "QUERY_TOO_COMPLEX"},
		"depth":                           {deep(6), deep(8), "QUERY_TOO_COMPLEX"},
		"directives":                      {directives(6), directives(7), "QUERY_TOO_COMPLEX"},
		"unknown directives":              {directives(6), "query " + strings.Repeat("@a", 7) + " { __typename }", "QUERY_TOO_COMPLEX"},
		"unknown directives of variables": {directives(6), "query($a: Int " + strings.Repeat("@a", 7) + ") { __typename }", "QUERY_TOO_COMPLEX"},
		"unknown directives of fragments": {directives(6), "{ __typename } fragment F on Carpeta " + strings.Repeat("@a", 7) + " { id }", "QUERY_TOO_COMPLEX"},
		"a long alias":                    {long(128), long(129), "QUERY_TOO_COMPLEX"},
		"a long name of a fragment":       {"{ ...x } fragment x on Query { __typename }", "{ ..." + strings.Repeat("x", 129) + " } fragment " + strings.Repeat("x", 129) + " on Query { __typename }", "QUERY_TOO_COMPLEX"},
		"long texts are no names":         {`{ nodes(ids: ["` + strings.Repeat("x", 129) + `", """` + strings.Repeat("x", 129) + `"""]) { id } } #` + strings.Repeat("x", 129), long(129), "QUERY_TOO_COMPLEX"},
		"aliases":                         {aliases(4), aliases(5), "QUERY_TOO_COMPLEX"},
		"aliases of __typename":           {"{ a: __typename b: __typename }", "{ a: __typename b: __typename c: __typename d: __typename e: __typename }", "QUERY_TOO_COMPLEX"},
	} {
		t.Run(name, func(t *testing.T) {
			if code := w.query(c.within, nil); code != present.OK {
				t.Errorf("within: %s", code)
			}
			if code := w.query(c.beyond, nil); code != c.code {
				t.Errorf("beyond: %s, want %s", code, c.code)
			}
		})
	}
}

// TestCost prices pages as first × child, wherever the number comes from.
func TestCost(t *testing.T) {
	// 50 + 1 miCarpeta + 21 documentos + n × (1 nodes + 2 fields)
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Cost = 72 + 3*20 }))
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
		signing(16):                                                                                    true, signing(17): false,
	} {
		want := present.OK
		if !fits {
			want = "QUERY_TOO_COMPLEX"
		}
		if code := w.query(query, nil); code != want {
			t.Errorf("%s: %s, want %s", query, code, want)
		}
	}
	for query, variables := range map[string]map[string]any{
		`query($n: Int!) { miCarpeta { documentos(first: $n) { nodes { id titulo } } } }`:                        {"n": 21},
		`mutation($ids: [ID!]!) { eliminarDocumentos(input: { documentoIds: $ids }) { resultados { pedido } } }`: {"ids": make82()},
		`query($ids: [ID!]!) { nodes(ids: $ids) { id } }`:                                                        {"ids": make82()},
		`mutation($i: FirmarPartesInput!) { firmarPartes(input: $i) { __typename } }`:                            {"i": map[string]any{"documentoId": "x", "partes": parts17()}},
		`mutation($p: [ParteInput!]!) { firmarPartes(input: {documentoId: "x", partes: $p}) { __typename } }`:    {"p": parts17()},
	} {
		if code := w.query(query, variables); code != "QUERY_TOO_COMPLEX" {
			t.Errorf("%s: %s", query, code)
		}
	}
}

// TestTheLargestPageThatFits: a refusal for the price says with which pages the operation runs, if smaller ones help.
func TestTheLargestPageThatFits(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Cost = 72 + 3*20 }))
	for query, says := range map[string]string{
		`{ miCarpeta { documentos(first: 100) { nodes { id titulo } } } }`: "`first: 20`",
		`{ miCarpeta { documentos { nodes { id titulo certificado } } } }`: "`first: 15`",
		`{ eventosAuditoria(first: 1000) { nodes { eventoId } } }`:         "`first: 40`",
		signing(17): "Divida la consulta o pida páginas más pequeñas.",
	} {
		if errs := w.errorsOf(query, nil); !strings.Contains(errs, says) {
			t.Errorf("%s: %s, want %s", query, errs, says)
		}
	}
}

// signing asks for the signatures of n parts.
func signing(n int) string {
	part := `{numero: 1, hashParte: "x"}`
	return `mutation { firmarPartes(input: {documentoId: "x", partes: [` + strings.Repeat(part+" ", n) + `]}) { __typename } }`
}

func parts17() (parts []any) {
	for range 17 {
		parts = append(parts, map[string]any{"numero": 1, "hashParte": "x"})
	}
	return parts
}

func make82() []string {
	ids := make([]string, 82)
	for i := range ids {
		ids[i] = "x"
	}
	return ids
}

// TestProductOfPages: 100 × 100 × 100 is refused with the limits as they are.
func TestProductOfPages(t *testing.T) {
	w := newWorld(t)
	code := w.query(`{ miCarpeta { documentos(first: 100) { nodes { eliminacion { carpeta { documentos(first: 100) { nodes { eliminacion { carpeta { documentos(first: 100) { nodes { id } } } } } } } } } } } }`, nil)
	if code != "QUERY_TOO_COMPLEX" {
		t.Fatal(code)
	}
}

// TestFragmentBomb: 25 fragments, each spreading the next twice: 2^25 selections
// in 1 KB. Whatever looks at it without a budget does not come back in time.
func TestFragmentBomb(t *testing.T) {
	w := newWorld(t)
	var q strings.Builder
	q.WriteString("{ miCarpeta { ...F0 } }")
	for i := range 25 {
		fmt.Fprintf(&q, " fragment F%d on Carpeta { ...F%d ...F%d }", i, i+1, i+1)
	}
	q.WriteString(" fragment F25 on Carpeta { id }")
	if code := w.query(q.String(), nil); code != "QUERY_TOO_COMPLEX" {
		t.Fatal(code)
	}
	unused := "fragment U on Carpeta {" + strings.Repeat(" id", 4000) + " }"
	for _, twice := range []string{"", " fragment U on Carpeta { id }"} { // the second hides the first by name
		if code := w.query("{ miCarpeta { ...V } } fragment V on Carpeta { id } "+unused+twice, nil); code != "QUERY_TOO_COMPLEX" {
			t.Fatal(code)
		}
	}
	if code := w.query("{ miCarpeta { ...A } } fragment A on Carpeta { ...B } fragment B on Carpeta { ...A }", nil); code == present.OK {
		t.Fatal(code)
	}
}

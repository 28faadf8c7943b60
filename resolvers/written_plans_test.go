package resolvers_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// TestPlansAreWeighed: what the plans of documents take is what they asked room for, and no more.
func TestPlansAreWeighed(t *testing.T) {
	w := newWorld(t)
	w.exec, _ = w.inOneGo()
	w.exec.SetQueryCache(graphql.MapCache[*ast.QueryDocument]{})
	for name, field := range map[string]string{"texts": ": titulo", "moments": ": fechaRecepcion", "details": ": fechaUltimaModificacion", "names": strings.Repeat("x", 200) + ": titulo"} {
		var query strings.Builder
		query.WriteString("{ miCarpeta { documentos(first: 1) { edges { node {")
		for i := range 500 {
			fmt.Fprintf(&query, " a%d%s", i, field)
		}
		query.WriteString(" } } } } }")
		ask := func() { w.answerOf(ana, query.String(), nil, false) }
		ask() // the document is read
		const documents = 20
		weighed, kept := 0, make([]*encode.Plans, documents)
		before := leaks.Heap()
		for i := range kept {
			kept[i] = encode.NewPlans(func(bytes int) bool { weighed += bytes; return true })
			w.plans = kept[i]
			ask()
		}
		held := leaks.Heap() - before
		runtime.KeepAlive(kept)
		if ratio := float64(weighed) / float64(held); ratio < 0.9 || ratio > 2.5 {
			t.Errorf("%s: weighed %d bytes, the heap holds %d: ratio %.2f", name, weighed, held, ratio)
		}
		w.plans = nil
	}
}

// TestAPlanWithoutRoomIsMadeAnew: a document that is not kept answers as one that is.
func TestAPlanWithoutRoomIsMadeAnew(t *testing.T) {
	w := newWorld(t)
	w.exec, _ = w.inOneGo()
	const query = `{ miCarpeta { documentos { nodes { titulo hashDocumento } } } }`
	want := w.answerOf(ana, query, nil, false)
	w.plans = encode.NewPlans(func(int) bool { return false })
	if got := w.answerOf(ana, query, nil, false); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

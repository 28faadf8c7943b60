package admission

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

// heaviest are documents of 5,000 tokens or less, each of one kind of node: what an
// attacker would fill the cache with.
var heaviest = map[string]string{
	"lists":           "{nodes(ids:[" + strings.Repeat("1 ", 4900) + "]){id}}",
	"texts":           "{nodes(ids:[" + strings.Repeat(`"" `, 4900) + "]){id}}",
	"long texts":      `{nodes(ids:["` + strings.Repeat("x", 100_000) + `" "\n` + strings.Repeat("x", 100_000) + `"]){id}}`,
	"empty objects":   "{nodes(ids:[" + strings.Repeat("{}", 2400) + "]){id}}",
	"objects":         "{nodes(ids:[" + strings.Repeat("{a:1}", 900) + "]){id}}",
	"members":         "{nodes(ids:{" + strings.Repeat("a:1 ", 1600) + "}){id}}",
	"fields":          "{" + strings.Repeat("id ", 1990) + "}",
	"aliases":         "{" + strings.Repeat("a:id ", 1600) + "}",
	"inline":          "{" + strings.Repeat("...{id}", 990) + "}",
	"spreads":         "{" + strings.Repeat("...a ", 1900) + "} fragment a on A{id}",
	"fragments":       "{id} " + strings.Repeat("fragment a on A{id}", 700),
	"operations":      strings.Repeat("query a{id}", 900),
	"variables":       "query(" + strings.Repeat("$v:[[Int!]!]! ", 450) + "){id}",
	"defaults":        "query(" + strings.Repeat("$v:[Int]=[1 1] ", 450) + "){id}",
	"directives":      "{" + strings.Repeat("id@a ", 1600) + "}",
	"arguments":       "{" + strings.Repeat("id(a:1)", 700) + "}",
	"blocks":          "{" + strings.Repeat("id(a:\"\"\"x\n\"\"\")", 700) + "}",
	"comments":        "{" + strings.Repeat("#x\nid ", 1900) + "}",
	"nested comments": "{" + strings.Repeat("#x\n", 20_000) + "id}",
	"comments inside": "{nodes(ids:[" + strings.Repeat("#\n1 ", 4900) + "]){id}}",
}

func parsed(t *testing.T, text string) *ast.QueryDocument {
	t.Helper()
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: strings.Clone(text)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestWeightIsWhatTheHeapHolds: never less than nine tenths of it, so that a cache of
// the worst documents is the set size; nor so much more that it keeps little.
func TestWeightIsWhatTheHeapHolds(t *testing.T) {
	for name, text := range heaviest {
		t.Run(name, func(t *testing.T) {
			const copies = 20
			kept := make([]*ast.QueryDocument, 0, copies)
			before := heap()
			for range copies {
				kept = append(kept, parsed(t, text))
			}
			held := float64(heap()-before) / copies
			ratio := float64(Weigh(text, kept[0])) / held
			runtime.KeepAlive(kept)
			if ratio < 0.9 || ratio > 2 {
				t.Errorf("weighed %d bytes, the heap holds %.0f: ratio %.2f", Weigh(text, kept[0]), held, ratio)
			}
		})
	}
}

// TestFullCacheIsWithinItsSetting fills the cache with the heaviest documents of each kind.
func TestFullCacheIsWithinItsSetting(t *testing.T) {
	const setting = 1 << 20
	for name, text := range heaviest {
		t.Run(name, func(t *testing.T) {
			before := heap()
			kept := newSizedCache[*ast.QueryDocument](setting)
			for i := range 40 {
				each := fmt.Sprintf("%s#%d", text, i)
				doc := parsed(t, each)
				kept.put(each, doc, Weigh(each, doc))
			}
			held := heap() - before
			runtime.KeepAlive(kept)
			if held > setting*3/2 {
				t.Errorf("a cache of %d bytes holds %d", setting, held)
			}
		})
	}
}

func heap() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

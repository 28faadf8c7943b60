package admission

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// heaviest are documents of some 5,000 tokens, or of a part of them, each of one kind of
// node: what an attacker would fill the cache with.
func heaviest(part int) map[string]string {
	repeat := func(what string, n int) string { return strings.Repeat(what, n/part) }
	return map[string]string{
		"lists":           "{nodes(ids:[" + repeat("1 ", 4900) + "]){id}}",
		"texts":           "{nodes(ids:[" + repeat(`"" `, 4900) + "]){id}}",
		"long texts":      `{nodes(ids:["` + repeat("x", 100_000) + `" "\n` + repeat("x", 100_000) + `"]){id}}`,
		"empty objects":   "{nodes(ids:[" + repeat("{}", 2400) + "]){id}}",
		"objects":         "{nodes(ids:[" + repeat("{a:1}", 900) + "]){id}}",
		"members":         "{nodes(ids:{" + repeat("a:1 ", 1600) + "}){id}}",
		"fields":          "{" + repeat("id ", 1990) + "}",
		"aliases":         "{" + repeat("a:id ", 1600) + "}",
		"inline":          "{" + repeat("...{id}", 990) + "}",
		"spreads":         "{" + repeat("...a ", 1900) + "} fragment a on A{id}",
		"fragments":       "{id} " + repeat("fragment a on A{id}", 700),
		"operations":      repeat("query a{id}", 900),
		"variables":       "query(" + repeat("$v:[[Int!]!]! ", 450) + "){id}",
		"defaults":        "query(" + repeat("$v:[Int]=[1 1] ", 450) + "){id}",
		"directives":      "{" + repeat("id@a ", 1600) + "}",
		"arguments":       "{" + repeat("id(a:1)", 700) + "}",
		"blocks":          "{" + repeat("id(a:\"\"\"x\n\"\"\")", 700) + "}",
		"comments":        "{" + repeat("#x\nid ", 1900) + "}",
		"nested comments": "{" + repeat("#x\n", 10_000) + "id}",
		"comments inside": "{nodes(ids:[" + repeat("#\n1 ", 4900) + "]){id}}",
	}
}

func parsed(t *testing.T, text string) *ast.QueryDocument {
	t.Helper()
	doc, err := parser.ParseQueryWithTokenLimit(&ast.Source{Input: strings.Clone(text)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestWeightIsWhatTheHeapHolds: a cache of the worst documents is at most the set size. What weighs much more than it takes
// is written by nobody but an attacker, and keeps its own documents out.
func TestWeightIsWhatTheHeapHolds(t *testing.T) {
	for name, text := range heaviest(1) {
		t.Run(name, func(t *testing.T) {
			const copies = 5
			kept := make([]*ast.QueryDocument, 0, copies)
			before := leaks.Heap()
			for range copies {
				kept = append(kept, parsed(t, text))
			}
			held := float64(leaks.Heap()-before) / copies
			ratio := float64(Weigh(text)) / held
			runtime.KeepAlive(kept)
			if ratio < 0.9 || ratio > 4 {
				t.Errorf("weighed %d bytes, the heap holds %.0f: ratio %.2f", Weigh(text), held, ratio)
			}
		})
	}
}

// TestFullCacheIsWithinItsSetting fills the cache with the heaviest documents of each kind.
func TestFullCacheIsWithinItsSetting(t *testing.T) {
	const setting = 2 << 20
	for name, text := range heaviest(20) {
		t.Run(name, func(t *testing.T) {
			before := leaks.Heap()
			kept := newSizedCache[*ast.QueryDocument](setting)
			for i := range 160 {
				each := fmt.Sprintf("%s#%d", text, i)
				doc := parsed(t, each)
				kept.put(each, doc, Weigh(each))
			}
			held := leaks.Heap() - before
			runtime.KeepAlive(kept)
			if held > setting*3/2 || held < setting/5 {
				t.Errorf("a cache of %d bytes holds %d", setting, held)
			}
		})
	}
}

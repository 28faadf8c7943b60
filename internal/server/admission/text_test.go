package admission_test

import (
	"strings"
	"testing"
)

// TestHalfASurrogatePairIsNoText: it would become another character.
func TestHalfASurrogatePairIsNoText(t *testing.T) {
	w := newWorld(t)
	for text, ok := range map[string]bool{
		`"\uD83D\uDE00"`: true, `"\ud83d\ude00"`: true, `"\u{1F600}"`: true, `"\\uD800"`: true, `"""\uD800"""`: true, `"""\""" \uD800"""`: true, "1 #\"\\uD800\n": true, `"\"\u00e9"`: true,
		`"\uD800"`: false, `"a\uDC00"`: false, `"\uD83D\uD83D\uDE00"`: false, `"\uD83D\n\uDE00"`: false, `"\\\uD800"`: false, "\"\"\"a\"\"\") { id } #\"\n b: node(id: \"\\uD800\"": false,
	} {
		errs := w.errorsOf(`{ a: node(id: `+text+`) { id } }`, nil)
		if ok != (errs == "") || !ok && !strings.Contains(errs, "surrogate") {
			t.Errorf("%s: %s", text, errs)
		}
	}
	errs := w.errorsOf("{\n  node(id: \"\\uD800\") { id } }", nil)
	if !strings.Contains(errs, `"locations":[{"line":2,"column":13}]`) || !strings.Contains(errs, "GRAPHQL_PARSE_FAILED") {
		t.Error(errs)
	}
}

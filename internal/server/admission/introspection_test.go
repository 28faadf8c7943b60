package admission_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/introspection"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/present"
)

// manyNames selects the name so many times.
func manyNames(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, " a%d: name", i)
	}
	return s.String()
}

// TestSchemaIsAskedWithinALimit: the answer of each of these would be hundreds of megabytes, and no page and no alias
// outside of introspection is in it.
func TestSchemaIsAskedWithinALimit(t *testing.T) {
	w := newWorld(t)
	long := strings.Repeat("x", 120)
	for name, query := range map[string]string{
		"many names":             `{ __schema { types { fields { type { ofType { fields {` + manyNames(300) + ` } } } } } } }`,
		"of one type":            `{ __type(name: "Query") { fields { type { fields {` + manyNames(1500) + ` } } } } }`,
		"of any type":            `query($t: String!) { __type(name: $t) { fields {` + manyNames(1500) + ` } } }`,
		"of arguments":           `{ __schema { types { fields { args {` + manyNames(1500) + ` } } } } }`,
		"of values":              `{ __schema { types { enumValues {` + manyNames(1500) + ` } } } }`,
		"many times":             `{` + strings.Repeat(` ...F`, 40) + ` } fragment F on Query { __schema { types { fields { args { name } } } } }`,
		"long names":             `{ __schema { types { fields { ` + long + `a: name ` + long + `b: name ` + long + `c: name ` + longNames(50) + ` } } } }`,
		"what is written of all": `{ __schema { types {` + strings.ReplaceAll(manyNames(1500), "name", "description") + ` } } }`,
	} {
		if code := w.query(query, map[string]any{"t": "Documento"}); code != "QUERY_TOO_COMPLEX" {
			t.Errorf("%s: %s", name, code)
		}
	}
}

func longNames(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, " a%d%s: name", i, strings.Repeat("x", 120))
	}
	return s.String()
}

// TestToolsMayAskForTheSchema: what each of them asks is within the limit, with room to spare.
func TestToolsMayAskForTheSchema(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Introspection = limits.Limits{}.WithDefaults().Introspection * 2 / 3 }))
	for name, query := range map[string]string{
		"gqlgen":    introspection.Query,
		"one type":  `query($t: String!) { __type(name: $t) { name kind fields { name type { name kind ofType { name } } } } }`,
		"a literal": `{ __type(name: "Documento") { fields { name } } nadie: __type(name: "Nadie") { name } }`,
		"typename":  `{ __typename }`,
	} {
		if code := w.query(query, map[string]any{"t": "Documento"}); code != present.OK {
			t.Errorf("%s: %s", name, code)
		}
	}
}

// TestWhatIsAskedOfTheSchemaIsPaid: by the values of the answer, and beside the price of all other fields.
func TestWhatIsAskedOfTheSchemaIsPaid(t *testing.T) {
	w := newWorld(t, withLimits(func(l *limits.Limits) { l.Cost = 60 }))
	price := func(query string) int {
		t.Helper()
		params, refused := w.gate.Decode(t.Context(), []byte(operation(query, nil)))
		if refused != nil {
			t.Fatal(refused)
		}
		opCtx, errs := w.prepare(t.Context(), params)
		if len(errs) > 0 {
			t.Fatal(query, errs)
		}
		status, _ := admission.StatusOf(opCtx)
		return status.Cost
	}
	none := price(`{ __typename }`) - 1
	one := price(`{ __type(name: "Query") { name } }`) - none
	if one != 2 {
		t.Errorf("a type and its name cost %d", one)
	}
	fields := price(`{ __type(name: "Query") { fields { name } } }`) - none
	if again := price(`{ __type(name: "Query") { fields { name b: name } } }`) - none; again <= fields || again-fields != fields-2 {
		t.Errorf("names of fields cost %d, twice as many %d", fields, again)
	}
	if skipped := price(`{ ...F ...F } fragment F on Query { __type(name: "Query") { name } }`) - none; skipped != 4 {
		t.Errorf("asked twice it costs %d", skipped)
	}
}

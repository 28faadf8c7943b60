package engine

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
)

var schema = gqlparser.MustLoadSchema(&ast.Source{Input: `
	directive @d(of: [Int!]) on FIELD | FRAGMENT_SPREAD | INLINE_FRAGMENT | SUBSCRIPTION | VARIABLE_DEFINITION
	input In { text: String = "x", list: [[In!]] }
	type T { name(in: In, list: [String!]): String, self: T }
	type Query { t: T }
	type Subscription { t(id: ID!, in: In): T }`})

// texts are what a subscription can be made of; the operation A is chosen of each.
var texts = map[string]string{
	"plain":     `subscription A { t(id: 1) { name } }`,
	"others":    `query B { t { name } } subscription A { t(id: "1") { name } } query C { t { ...U } } fragment U on T { name }`,
	"fragments": `subscription A { t(id: 1) { ...F ... on T { again: name } ...G } } fragment F on T { self { ...G } } fragment G on T { name }`,
	"variables": `subscription A($id: ID!, $in: In = {text: "default", list: [[{text: """block"""}]]}, $l: [String!]) { t(id: $id, in: $in) { name(list: $l) } }`,
	"literals":  `subscription A { t(id: 1, in: {text: "a\"b", list: [[{text: null}, {}], null]}) { name(in: {list: []}, list: ["é" "\u0041"]) } }`,
	"directives": `subscription A($b: Boolean = true, $n: [Int!] = [1, 2]) @d { t(id: 1) { name @skip(if: $b) @d(of: $n)
		... @include(if: $b) { self { name } } ...F @d(of: [3]) } } fragment F on T { name }`,
}

func chosen(t *testing.T, text string) *ast.OperationDefinition {
	t.Helper()
	doc, errs := gqlparser.LoadQueryWithRules(schema, text, nil)
	if errs != nil {
		t.Log(errs) // what spreads nothing is validated too
	}
	return doc.Operations.ForName("A")
}

// TestPrunedIsTheSameOperation: with its fragments, and without the parts that others need.
func TestPrunedIsTheSameOperation(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			op := chosen(t, text)
			pruned := prune(op)
			whole := &ast.QueryDocument{Operations: ast.OperationList{op}}
			for _, f := range pruned.Fragments {
				whole.Fragments = append(whole.Fragments, spread(op.SelectionSet, f.Name))
			}
			if diff := cmp.Diff(printed(whole), printed(pruned)); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(printed(pruned), "fragment U") {
				t.Error("a fragment that the operation does not spread is kept")
			}
		})
	}
}

// spread finds a fragment by the selections that lead to it.
func spread(set ast.SelectionSet, name string) *ast.FragmentDefinition {
	for _, s := range set {
		var found *ast.FragmentDefinition
		switch s := s.(type) {
		case *ast.Field:
			found = spread(s.SelectionSet, name)
		case *ast.InlineFragment:
			found = spread(s.SelectionSet, name)
		case *ast.FragmentSpread:
			if s.Name == name {
				return s.Definition
			}
			found = spread(s.Definition.SelectionSet, name)
		}
		if found != nil {
			return found
		}
	}
	return nil
}

func printed(doc *ast.QueryDocument) string {
	var b bytes.Buffer
	formatter.NewFormatter(&b).FormatQueryDocument(doc)
	return b.String()
}

// TestPrunedRefersToNothingOfItsText: one name would keep all of the text alive.
func TestPrunedRefersToNothingOfItsText(t *testing.T) {
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			text := strings.Clone(text)
			pruned := prune(chosen(t, text))
			from := uintptr(unsafe.Pointer(unsafe.StringData(text)))
			walk(reflect.ValueOf(pruned), map[uintptr]bool{}, "", func(path, s string) {
				at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
				if s != "" && from <= at && at < from+uintptr(len(text)) {
					t.Errorf("%s: %q is a piece of the text", path, s)
				}
			})
		})
	}
}

// ofSchema are not a document's own.
var ofSchema = map[reflect.Type]bool{
	reflect.TypeFor[*ast.Definition](): true, reflect.TypeFor[*ast.FieldDefinition](): true, reflect.TypeFor[*ast.DirectiveDefinition](): true,
}

func walk(v reflect.Value, seen map[uintptr]bool, path string, each func(path, s string)) {
	switch v.Kind() {
	case reflect.String:
		each(path, v.String())
	case reflect.Pointer:
		if v.IsNil() || ofSchema[v.Type()] || seen[v.Pointer()] {
			return
		}
		seen[v.Pointer()] = true
		walk(v.Elem(), seen, path, each)
	case reflect.Interface:
		walk(v.Elem(), seen, path, each)
	case reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), seen, path, each)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			walk(key, seen, path, each)
			walk(v.MapIndex(key), seen, path, each)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), seen, path+"."+v.Type().Field(i).Name, each)
		}
	}
}

// TestVariablesAreCopied: a default is a piece of the text.
func TestVariablesAreCopied(t *testing.T) {
	op := chosen(t, texts["variables"])
	text := "long text"
	given := map[string]any{"id": text, "l": []any{text}, "in": map[string]any{"text": text}, "unknown": text}
	all, bytes := variablesOf(op, given)
	if len(all) != 3 || bytes < 3*len(text) {
		t.Fatalf("%d variables of %d bytes", len(all), bytes)
	}
	for _, v := range all {
		if diff := cmp.Diff(given[v.name], v.value); diff != "" {
			t.Errorf("%s: %s", v.name, diff)
		}
		walk(reflect.ValueOf(v.value), map[uintptr]bool{}, v.name, func(path, s string) {
			if unsafe.StringData(s) == unsafe.StringData(text) {
				t.Errorf("%s is not a copy", path)
			}
		})
	}
}

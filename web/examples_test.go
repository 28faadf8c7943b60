package web_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// The explorer's example tabs follow the schema: a field renamed there must be renamed here.
func TestExamplesAreValidOperations(t *testing.T) {
	schema, err := gqlparser.LoadSchema(sources(t, "../schema/*.graphqls")...)
	if err != nil {
		t.Fatal(err)
	}
	for _, example := range sources(t, "explorer/src/ejemplos/*.graphql") {
		t.Run(filepath.Base(example.Name), func(t *testing.T) {
			query, errs := gqlparser.LoadQueryWithRules(schema, example.Input, rules.NewDefaultRules())
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			if len(query.Operations) != 1 || query.Operations[0].Name+".graphql" != filepath.Base(example.Name) {
				t.Error("one operation, named as its file, is wanted: GraphiQL names the tab after it")
			}
		})
	}
}

func sources(t *testing.T, pattern string) []*ast.Source {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no files (%v)", pattern, err)
	}
	var found []*ast.Source
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, &ast.Source{Name: name, Input: string(text)})
	}
	return found
}

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	gqlast "github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

var operationStart = regexp.MustCompile(`^\s*(query|mutation|subscription)\b[^{]*\{`)

// TestOperationsAreOfTheSchema: a field that was renamed is found here, and not in the hour in which somebody measures.
func TestOperationsAreOfTheSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/schema.graphql")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := gqlparser.LoadSchema(&gqlast.Source{Name: "schema.graphql", Input: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	operations := operationsOfSource(t)
	if len(operations) < 10 {
		t.Fatalf("only %d operations were found", len(operations))
	}
	for at, operation := range operations {
		if _, errs := gqlparser.LoadQueryWithRules(schema, operation, rules.NewDefaultRules()); errs != nil {
			t.Errorf("%s: %v\n%s", at, errs, operation)
		}
	}
}

// operationsOfSource are the texts of this package that are operations, by their places. One that is put together
// from anything but constants is left out.
func operationsOfSource(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	consts := map[string]ast.Expr{}
	for _, name := range names {
		f, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == len(v.Values) {
				for i, name := range v.Names {
					consts[name.Name] = v.Values[i]
				}
			}
			return true
		})
	}
	operations := map[string]string{}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := textOf(e, consts)
			if !ok || !operationStart.MatchString(text) {
				return true
			}
			if !strings.Contains(text, "%") { // a format is no operation yet
				operations[files.Position(e.Pos()).String()] = text
			}
			return false
		})
	}
	return operations
}

// textOf is the value of a constant text.
func textOf(e ast.Expr, consts map[string]ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.Ident:
		value, known := consts[e.Name]
		if !known {
			return "", false
		}
		return textOf(value, consts)
	case *ast.BinaryExpr:
		left, ok := textOf(e.X, consts)
		right, also := textOf(e.Y, consts)
		return left + right, ok && also && e.Op == token.ADD
	}
	return "", false
}

package outbox_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The dispatcher, the sweeper and the counter reach the window, the agenda, the census
// and the link through the Board: only its own files name its parts.
func TestOnlyTheBoardReachesItsParts(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	parts, own, reached := []string{"window", "agenda", "census", "link"}, []string{"board.go", "look.go"}, 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok || !slices.Contains(parts, s.Sel.Name) {
				return true
			}
			if reached++; !slices.Contains(own, name) {
				t.Errorf("%s: %s is the Board's: give the Board a method", fset.Position(s.Pos()), s.Sel.Name)
			}
			return true
		})
	}
	if reached == 0 {
		t.Error("nobody names a part of the Board: the test looks for the wrong words")
	}
}

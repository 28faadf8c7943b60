package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// forbidden: calls that only some folders may make outside of tests.
var forbidden = []struct {
	pkg, why string
	names    []string
	in       []string
}{
	{"os", "the environment is read in one place", []string{"Getenv", "LookupEnv", "Environ"}, []string{"internal/config", "internal/testkit", "tools", "e2e", "server.go"}},
	{"time", "the clock is injected", []string{"Now", "Since", "Until"},
		[]string{"internal/app", "internal/testkit", "internal/store/storetest", "internal/broker/brokertest", "internal/blob/blobtest", "internal/ground/trust/trusttest", "tools", "e2e", "server.go", "graph", "internal/bench",
			"internal/server/reply"}}, // a deadline of the network is of the machine's clock
	{"time", "nothing sleeps", []string{"Sleep"}, []string{"internal/testkit", "tools"}},
}

func TestForbiddenCalls(t *testing.T) {
	root := "../../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(rel, ".go") && !strings.HasSuffix(rel, "_test.go") {
			checkFile(t, path, rel)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFile(t *testing.T, path, rel string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		for _, f := range forbidden {
			if id.Name == f.pkg && slices.Contains(f.names, sel.Sel.Name) && !allowed(rel, f.in) {
				t.Errorf("%s: %s.%s: %s", fset.Position(n.Pos()), id.Name, sel.Sel.Name, f.why)
			}
		}
		return true
	})
}

func allowed(rel string, in []string) bool {
	return slices.ContainsFunc(in, func(p string) bool { return rel == p || strings.HasPrefix(rel, p+"/") })
}

package archtest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// source is one Go file that people write.
type source struct {
	path   string // from the module's folder
	fset   *token.FileSet
	syntax *ast.File
}

func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

var parsed = sync.OnceValues(func() (map[string][]source, error) {
	files, fset := map[string][]source{}, token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || len(d.Name()) > 2 && d.Name()[0] == '.') {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		syntax, err := parser.ParseFile(fset, rel, text, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil || ast.IsGenerated(syntax) {
			return err
		}
		folder := filepath.Dir(rel)
		files[folder] = append(files[folder], source{rel, fset, syntax})
		return nil
	})
	return files, err
})

// sourceFiles of the module by folder; "." is the program.
func sourceFiles(t *testing.T) map[string][]source {
	t.Helper()
	files, err := parsed()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func sourceFolders(t *testing.T) []string {
	t.Helper()
	return slices.Sorted(maps.Keys(sourceFiles(t)))
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

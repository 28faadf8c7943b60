package limits_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// lines are those of both structs.
func lines() []reflect.StructField {
	var all []reflect.StructField
	for _, t := range []reflect.Type{reflect.TypeFor[limits.Limits](), reflect.TypeFor[limits.Rate]()} {
		all = append(all, reflect.VisibleFields(t)...)
	}
	return all
}

// TestEveryLineIsWhole: what flags, checks and the manual are made of is there.
func TestEveryLineIsWhole(t *testing.T) {
	for _, line := range lines() {
		tags := []string{"name", "default", "min", "max", "used", "help"}
		if line.Tag.Get("kong") == "-" { // it is no setting
			tags = []string{"default", "used"}
		}
		for _, tag := range tags {
			if line.Tag.Get(tag) == "" {
				t.Errorf("%s has no %s", line.Name, tag)
			}
		}
	}
}

// TestEveryLimitIsUsed: the file that a line names reads the field. A limit that
// nothing enforces would be a promise of the manual.
func TestEveryLimitIsUsed(t *testing.T) {
	read := map[string]map[string]bool{}
	for _, line := range lines() {
		file := line.Tag.Get("used")
		if read[file] == nil {
			read[file] = selectors(t, filepath.Join("../../server", filepath.FromSlash(file)))
		}
		if !read[file][line.Name] {
			t.Errorf("%s: %s does not use it", line.Name, file)
		}
	}
}

// selectors are the names that a file reads of limits.
func selectors(t *testing.T, file string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && isLimits(s.X) {
			names[s.Sel.Name] = true
		}
		return true
	})
	return names
}

// isLimits: the value is named for limits or rates, or for short l. Any other value may
// have a field of the same name.
func isLimits(x ast.Expr) bool {
	name := ""
	switch x := x.(type) {
	case *ast.Ident:
		name = x.Name
	case *ast.SelectorExpr:
		name = x.Sel.Name
	}
	name = strings.ToLower(name)
	return name == "l" || strings.HasSuffix(name, "limits") || strings.HasSuffix(name, "limit") || strings.HasSuffix(name, "rate")
}

// TestDefaults: a value that is set stays, a zero gets the default of its line.
func TestDefaults(t *testing.T) {
	got := limits.Limits{Depth: 3, RefusalDelay: time.Minute}.WithDefaults()
	want := limits.Limits{}.WithDefaults()
	want.Depth, want.RefusalDelay = 3, time.Minute
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if want.Body != 1<<20 || want.Request != 10*time.Second || want.Reading != max(1, runtime.GOMAXPROCS(0)/2) {
		t.Errorf("body %d, request %v, reading %d", want.Body, want.Request, want.Reading)
	}
}

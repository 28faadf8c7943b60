package archtest_test

import (
	"encoding/json"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// oneWay: in these packages files use each other in one direction only, as packages
// do. A reader who begins at the entry never has to come back.
var oneWay = []string{"internal/server/...", "internal/config"}

func TestFilesUseEachOtherOneWay(t *testing.T) {
	list := loadExports(t)
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(list[path].Export) })
	checked := 0
	for path, p := range list {
		if p.DepOnly {
			continue
		}
		checked++
		if round := circle(uses(t, fset, imports, p)); round != nil {
			t.Errorf("%s: files use each other in a circle: %s", inside(path), strings.Join(round, " → "))
		}
	}
	if checked < 15 {
		t.Errorf("only %d packages were looked at", checked)
	}
}

type exported struct {
	ImportPath, Export, Dir string
	GoFiles                 []string
	DepOnly                 bool
}

// loadExports finds the packages of oneWay, and the compiled form of what they import.
func loadExports(t *testing.T) map[string]exported {
	t.Helper()
	args := []string{"list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles,DepOnly"}
	for _, p := range oneWay {
		args = append(args, module+"/"+p)
	}
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string]exported{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p exported
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
	return all
}

// uses says which files of a package each of its files uses names of.
func uses(t *testing.T, fset *token.FileSet, imports types.Importer, p exported) map[string][]string {
	t.Helper()
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: imports}).Check(p.ImportPath, fset, files, info)
	if err != nil {
		t.Fatal(err)
	}
	fileOf := func(at token.Pos) string { return filepath.Base(fset.Position(at).Filename) }
	used := map[string][]string{}
	for id, o := range info.Uses {
		if from, to := fileOf(id.Pos()), fileOf(o.Pos()); o.Pkg() == pkg && from != to && !slices.Contains(used[from], to) {
			used[from] = append(used[from], to)
		}
	}
	return used
}

// circle finds one; nil if there is none.
func circle(uses map[string][]string) []string {
	done := map[string]bool{}
	var follow func(path []string) []string
	follow = func(path []string) []string {
		last := path[len(path)-1]
		if i := slices.Index(path, last); i < len(path)-1 {
			return path[i:]
		}
		if done[last] {
			return nil
		}
		for _, next := range uses[last] {
			if round := follow(append(slices.Clone(path), next)); round != nil {
				return round
			}
		}
		done[last] = true
		return nil
	}
	for file := range uses {
		if round := follow([]string{file}); round != nil {
			return round
		}
	}
	return nil
}

package archtest_test

import (
	"encoding/json"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

const (
	module = "github.com/carpeta-ciudadana/servidor"
	root   = "../../.."
)

// pkg is what `go list` tells of a package.
type pkg struct {
	Dir, ImportPath, Name, Doc string
	GoFiles                    []string
	TestGoFiles, XTestGoFiles  []string
	Imports                    []string
}

// isFolder: nothing but doc.go, which describes what is below.
func (p pkg) isFolder() bool {
	return len(p.GoFiles) == 1 && p.GoFiles[0] == "doc.go" && len(p.TestGoFiles)+len(p.XTestGoFiles) == 0
}

var listed = sync.OnceValues(func() (map[string]pkg, error) {
	out, err := exec.Command("go", "list", "-json=Dir,ImportPath,Name,Doc,GoFiles,TestGoFiles,XTestGoFiles,Imports", module+"/...").Output()
	if err != nil {
		return nil, err
	}
	all := map[string]pkg{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		all[inside(p.ImportPath)] = p
	}
	return all, nil
})

// packages of this module by folder; "" is the program.
func packages(t *testing.T) map[string]pkg {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	if len(all) < 15 {
		t.Fatalf("only %d packages found", len(all))
	}
	return all
}

// inside is the folder of a package of this module.
func inside(path string) string {
	return strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
}

func isInside(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

func isStandard(path string) bool { return !strings.Contains(strings.Split(path, "/")[0], ".") }

// isTestSupport: test kits, end-to-end tests and tools may use every real thing.
func isTestSupport(name string) bool {
	return under(name, "internal/testkit") || under(name, "e2e") || under(name, "tools") || under(name, "deploy") || under(name, "docs") || strings.HasSuffix(name, "test")
}

// under: a folder or what is below it.
func under(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }

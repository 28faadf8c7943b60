package dashboards_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/carpeta-ciudadana/servidor/deploy/dashboards"
)

var update = flag.Bool("update", false, "write the files of the dashboards")

// TestFiles: what Grafana imports is what stands in the code.
func TestFiles(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	boards := map[string]bool{}
	for _, b := range dashboards.All {
		name := b.Name + ".json"
		boards[name] = true
		want, err := b.JSON()
		if err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(name, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the code says (%v): run make generate", name, err)
		}
	}
	for _, f := range files {
		if name := f.Name(); filepath.Ext(name) == ".json" && !boards[name] {
			t.Errorf("%s is of no dashboard: delete it", name)
		}
	}
}

package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// atTheGate are the files of the page about the gate, whose folders are below internal/server.
var atTheGate = regexp.MustCompile("`([a-z]+/[a-z]+\\.go)`")

// TestTheGateNamesItsFiles: a reader finds what the page says is changed there.
func TestTheGateNamesItsFiles(t *testing.T) {
	found := atTheGate.FindAllStringSubmatch(pages(t)["puerta.md"], -1)
	for _, m := range found {
		if _, err := os.Stat(filepath.Join("../internal/server", m[1])); err != nil {
			t.Error(err)
		}
	}
	if len(found) < 10 {
		t.Errorf("only %d files were looked for", len(found))
	}
}

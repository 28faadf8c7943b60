package archtest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	listStart = "<!-- packages -->\n"
	listEnd   = "<!-- /packages -->\n"
)

// widest cell of a table that is still read, in characters.
const widest = 160

// TestPackagesAreListed keeps the list of packages in docs/arquitectura.md: made
// from the first sentence of each doc.go.
func TestPackagesAreListed(t *testing.T) {
	file := filepath.Join(root, "docs/arquitectura.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), listStart)
	old, after, ok2 := strings.Cut(rest, listEnd)
	if !ok || !ok2 {
		t.Fatalf("docs/arquitectura.md has no place for the list: %s…%s", listStart, listEnd)
	}
	switch want := packageList(t); {
	case old == want:
	case *update:
		if err := os.WriteFile(file, []byte(before+listStart+want+listEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the list of packages in docs/arquitectura.md is old; run: go test ./internal/testkit/archtest -update")
	}
}

func packageList(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("\n| folder | what it is |\n| --- | --- |\n")
	for _, name := range documented(t) {
		synopsis := synopsisOf(packages(t)[name])
		if len(synopsis) > widest {
			t.Errorf("%s: the first sentence of its comment has %d characters, at most %d", name, len(synopsis), widest)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, synopsis)
	}
	return b.String() + "\n"
}

// synopsisOf is the first sentence without "Package x is".
func synopsisOf(p pkg) string {
	synopsis := p.Doc
	for _, known := range []string{"Package " + p.Name + " ", "is ", "a folder: "} {
		synopsis = strings.TrimPrefix(synopsis, known)
	}
	return strings.ReplaceAll(strings.TrimSuffix(synopsis, "."), "|", `\|`)
}

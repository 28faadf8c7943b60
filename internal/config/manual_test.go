package config_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

const manual = "../../docs/operacion.md"

var update = flag.Bool("update", false, "write the table of limits in docs/operacion.md")

// TestTheManualHasTheLimits: the table of limits is made of the lines in server/limits.
func TestTheManualHasTheLimits(t *testing.T) {
	const begin, end = "<!-- limits -->\n", "<!-- /limits -->"
	text := readManual(t)
	before, rest, found := strings.Cut(text, begin)
	table, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has lost its markers", manual)
	}
	if *update {
		if err := os.WriteFile(manual, []byte(before+begin+limitsTable()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if table != limitsTable() {
		t.Errorf("%s differs from server/limits: go test ./internal/config -update", manual)
	}
	for row := range strings.Lines(table) {
		for cell := range strings.SplitSeq(row, "|") {
			if len(cell) > 160 {
				t.Errorf("a cell of %d characters is not read: %s", len(cell), cell)
			}
		}
	}
}

// limitsTable is the table as the page shows it.
func limitsTable() string {
	var b strings.Builder
	b.WriteString("| variable | default | from – to | meaning |\n| --- | --- | --- | --- |\n")
	for _, s := range config.Bounded() {
		if s.Group != "limits" {
			continue
		}
		bounds := strings.TrimSpace(s.Min + " – " + s.Max + " " + s.Unit)
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", strings.TrimPrefix(s.Variable, "CARPETA_"), s.Default, bounds, s.Help)
	}
	return b.String()
}

var inTable = regexp.MustCompile("`([A-Z][A-Z0-9_]+)`")

// TestTheManualNamesTheSettings: the tables of docs/operacion.md have every setting, and
// no other.
func TestTheManualNamesTheSettings(t *testing.T) {
	_, rest, _ := strings.Cut(readManual(t), "\n## Settings\n")
	settings, _, _ := strings.Cut(rest, "\n## ")
	named := map[string]bool{}
	for row := range strings.Lines(settings) {
		if cells := strings.Split(row, "|"); len(cells) > 3 {
			for _, m := range inTable.FindAllStringSubmatch(cells[1], -1) {
				named["CARPETA_"+m[1]] = true
			}
		}
	}
	for _, v := range good(t, nil).Config.Values() {
		if !named[v.Variable] {
			t.Errorf("docs/operacion.md does not have %s", v.Variable)
		}
		delete(named, v.Variable)
	}
	for name := range named {
		t.Errorf("docs/operacion.md has %s, which is no setting", name)
	}
}

func readManual(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(manual)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

package config_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var inTable = regexp.MustCompile("`([A-Z][A-Z0-9_]+)`")

// TestTheManualNamesTheSettings: the table of docs/operacion.md has every setting, and
// no other; the limits of a group are in carpeta --help alone.
func TestTheManualNamesTheSettings(t *testing.T) {
	text, err := os.ReadFile("../../docs/operacion.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## Settings\n")
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
		if !named[v.Variable] && !strings.HasPrefix(v.Variable, "CARPETA_LIMIT_") {
			t.Errorf("docs/operacion.md does not have %s", v.Variable)
		}
		delete(named, v.Variable)
	}
	for name := range named {
		t.Errorf("docs/operacion.md has %s, which is no setting", name)
	}
}

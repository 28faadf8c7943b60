package config_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var enTabla = regexp.MustCompile("`([A-Z][A-Z0-9_]+)`")

// TestElManualNombraLosAjustes: the table of docs/operacion.md has every setting, and
// no other; the limits of a group are in carpeta --help alone.
func TestElManualNombraLosAjustes(t *testing.T) {
	texto, err := os.ReadFile("../../docs/operacion.md")
	if err != nil {
		t.Fatal(err)
	}
	_, resto, _ := strings.Cut(string(texto), "\n## Settings\n")
	ajustes, _, _ := strings.Cut(resto, "\n## ")
	dice := map[string]bool{}
	for fila := range strings.Lines(ajustes) {
		if celdas := strings.Split(fila, "|"); len(celdas) > 3 {
			for _, m := range enTabla.FindAllStringSubmatch(celdas[1], -1) {
				dice["CARPETA_"+m[1]] = true
			}
		}
	}
	for _, v := range bien(t, nil).Config.Valores() {
		if !dice[v.Variable] && !strings.HasPrefix(v.Variable, "CARPETA_LIMIT_") {
			t.Errorf("docs/operacion.md does not have %s", v.Variable)
		}
		delete(dice, v.Variable)
	}
	for nombre := range dice {
		t.Errorf("docs/operacion.md has %s, which is no setting", nombre)
	}
}

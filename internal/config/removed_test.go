package config_test

import (
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// TestRemovedSettings: the variable warns and does nothing else, the flag is an error; both say what became of it.
func TestRemovedSettings(t *testing.T) {
	for flag, became := range config.Removed {
		variable := "CARPETA_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
		c := good(t, []string{variable + "=7"})
		if w := c.Config.Warnings(); len(w) != 1 || !strings.Contains(w[0], variable) || !strings.Contains(w[0], became) {
			t.Errorf("%s: warnings %q", variable, w)
		}
		if _, _, err := parse(t, nil, "serve", "--"+flag, "7"); err == nil || !strings.Contains(err.Error(), became) {
			t.Errorf("--%s: %v", flag, err)
		}
		if w := good(t, []string{variable + "="}).Config.Warnings(); len(w) != 0 {
			t.Errorf("%s is empty, as if it was not set, and warns: %q", variable, w)
		}
	}
}

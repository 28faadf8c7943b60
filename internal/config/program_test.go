package config_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// TestACommandIsANounAndAVerb; those of the program itself are one word.
func TestACommandIsANounAndAVerb(t *testing.T) {
	alone := []string{config.CmdServe, config.CmdBootstrap, config.CmdHealth, config.CmdConfig, config.CmdVersion}
	for _, name := range config.Commands() {
		if words := len(strings.Fields(name)); words != 2 && !slices.Contains(alone, name) {
			t.Errorf("%q has %d words: docs/adr/0004-idioma.md", name, words)
		}
	}
}

// TestWhatEveryProgramHas: help, a version, and a word for who mistypes.
func TestWhatEveryProgramHas(t *testing.T) {
	for args, want := range map[string]string{"help": "Commands:", "help respaldo": "respaldo restaurar", "help respaldo crear": "--conservar", "respaldo --help": "respaldo restaurar"} {
		c, output, err := parse(t, nil, strings.Fields(args)...)
		if err != nil || c.Name != config.CmdHelp || !strings.Contains(output, want) {
			t.Errorf("%s: %v %v\n%s", args, c.Name, err, output)
		}
	}
	if c := good(t, nil, "--version"); c.Name != config.CmdVersion {
		t.Errorf("--version is %q", c.Name)
	}
	for args, says := range map[string]string{"serv": `did you mean "serve"?`, "--data-dir a reconciliasion ejecutar": `did you mean "reconciliacion"?`, "respaldo krear": `did you mean "crear"?`, "eliminacion listra": `did you mean "listar"?`} {
		if _, _, err := parse(t, nil, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

package config_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// TestACommandIsANounAndAVerb; those of the program itself are one word.
func TestACommandIsANounAndAVerb(t *testing.T) {
	alone := []string{config.CmdServe, config.CmdBootstrap, config.CmdHealth, config.CmdConfig, config.CmdVersion, config.CmdComplete, config.CmdMan}
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
	for args, says := range map[string]string{"serv": "did you mean serve?", "--data-dir a reconciliasion ejecutar": "did you mean reconciliacion?", "respaldo krear": `did you mean "crear"?`, "eliminacion listra": `did you mean "listar"?`} {
		if _, _, err := parse(t, nil, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// TestCompletion: what may come next, as the scripts of three shells ask for it.
func TestCompletion(t *testing.T) {
	for _, c := range []struct{ words, want []string }{
		{[]string{"resp"}, []string{"respaldo"}},
		{[]string{"respaldo", ""}, []string{"crear", "restaurar"}},
		{[]string{"--data-dir", "a", "eliminacion", "listar", "--est"}, []string{"--estado"}},
		{[]string{"auditoria", "listar", "--orden", ""}, []string{"asc", "desc"}},
		{[]string{"token", "emitir", "--rol", "o"}, []string{"operador"}},
		{[]string{"serve", "--data-d"}, []string{"--data-dir"}},
		{[]string{"documento", "importar", "--dir", ""}, nil},
	} {
		_, output, err := parse(t, nil, append([]string{"__complete"}, c.words...)...)
		if err != nil || !slices.Equal(strings.Fields(output), c.want) {
			t.Errorf("%q: %q %v", c.words, output, err)
		}
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		_, script, err := parse(t, nil, "completion", shell)
		if err != nil || !strings.Contains(script, "carpeta __complete") {
			t.Errorf("%s: %q %v", shell, script, err)
		}
		program, err := exec.LookPath(shell)
		if err != nil {
			continue // the scripts of shells that are here are read by them
		}
		cmd := exec.CommandContext(t.Context(), program, "-n")
		cmd.Stdin = strings.NewReader(script)
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", shell, err, output)
		}
	}
	if _, _, err := parse(t, nil, "completion", "csh"); err == nil || !strings.Contains(err.Error(), "bash") {
		t.Error(err)
	}
}

// TestTheManualPage has every command and setting, and no line that troff would take for a macro of its own.
func TestTheManualPage(t *testing.T) {
	_, page, err := parse(t, nil, "man")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range config.Commands() {
		if !strings.Contains(page, `.SS "carpeta `+name) {
			t.Errorf("it lacks %s", name)
		}
	}
	for line := range strings.Lines(page) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(word, ".") && !slices.Contains([]string{".TH", ".SH", ".SS", ".TP"}, word) {
			t.Errorf("troff would not know %q", line)
		}
	}
	if !strings.Contains(page, `\-\-limit\-connections`) {
		t.Error("it lacks a setting")
	}
}

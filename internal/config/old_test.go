package config_test

import (
	"bytes"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/config"
)

// TestOldSpellings: what 0.1.0 called otherwise is carried out, and said on the error output.
func TestOldSpellings(t *testing.T) {
	const id = "0190a000-0000-7000-8000-000000000001"
	dir := t.TempDir()
	for old, now := range map[string]string{
		"abrir --ciudadano 1 --operador op": config.CmdOpen, "seed --carpetas 1 --documentos 1": config.CmdSeed, "import --dir " + dir + " --carpeta " + id: config.CmdImport,
		"token --sub a --rol auditor": config.CmdToken, "--data-dir=token token --sub a --rol auditor": config.CmdToken, "--data-dir seed token --sub a --rol auditor": config.CmdToken,
		"reconcile --repair --max-repairs=1 --rate 0 -o json": config.CmdReconcile, "reconcile --dry-run --output=json": config.CmdReconcile,
		"sagas list --operador=o": config.CmdSagasList, "sagas why " + id + " --operador o": config.CmdSagasWhy, "sagas retry " + id + " --operador o": config.CmdSagasRetry,
		"sagas approve " + id + " --operador o": config.CmdSagasApprove, "sagas reject " + id + " --operador o --comentario no": config.CmdSagasReject,
		"dlq list --operador o": config.CmdDLQList, "dlq redrive q --operador o --dry-run": config.CmdDLQRedrive,
		"revocar --jti a": config.CmdRevocarAdd, "revocar add --jti a": config.CmdRevocarAdd, "revocar list": config.CmdRevocarList, "revocar remove --jti a": config.CmdRevocarRemove,
		"entidad lista": config.CmdEntidadList, "embargo lista --carpeta " + id: config.CmdEmbargoList,
		"auditoria list --operador o": config.CmdAuditoriaList, "auditoria tail --operador o": config.CmdAuditoriaTail, "auditoria export --operador o": config.CmdAuditoriaExport,
		"auditoria llave crear --nombre a --archivo b": config.CmdLlaveNew, "auditoria llave rotar --archivo a --desde 2027-01-01T00:00:00Z": config.CmdLlaveNext, "auditoria llave publica --archivo a": config.CmdLlavePublic,
		"respaldo --en a": config.CmdBackup, "respaldo --en a --conservar 14": config.CmdBackup, "respaldo --verificar --en a": config.CmdLook, "restaurar --de a": config.CmdRestore,
	} {
		c, errw := said(t, strings.Fields(old)...)
		if c.Name != now || !strings.Contains(errw, `is "`+now+`" now`) {
			t.Errorf("%s: it is %q, and says %q", old, c.Name, errw)
		}
	}
	c, _ := said(t, "reconcile", "--repair", "--max-repairs=1")
	if !c.Reconcile.Repair || c.Reconcile.MaxRepairs != 1 {
		t.Errorf("%+v", c.Reconcile)
	}
	for _, now := range config.Commands() {
		var errw bytes.Buffer
		if _, err := config.Parse(append(strings.Fields(now), "--help"), nil, &errw, &errw); err != nil || strings.Contains(errw.String(), "old spelling") {
			t.Errorf("%s --help: %v %s", now, err, errw.String())
		}
	}
	if _, _, err := parse(t, nil, "respaldo", "--en=a", "--cifrar-para=age1"); err == nil || !strings.Contains(err.Error(), "restic encrypts") {
		t.Error(err)
	}
}

// said parses, and returns what is on the error output.
func said(t *testing.T, args ...string) (config.Command, string) {
	t.Helper()
	var out, errw bytes.Buffer
	c, err := config.Parse(args, nil, &out, &errw)
	if err != nil {
		t.Errorf("%v: %v", args, err)
	}
	return c, errw.String()
}

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
	for args, want := range map[string]string{"help": "Commands:", "help respaldo": "respaldo verificar", "help respaldo crear": "--conservar", "respaldo --help": "respaldo verificar"} {
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
		{[]string{"respaldo", ""}, []string{"crear", "verificar", "restaurar"}},
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

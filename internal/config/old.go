package config

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// oldCommands are the spellings of 0.1.0, and what they are now: the longer ones first. They go with the version after
// 0.2.0, and this file with them.
var oldCommands = []struct{ old, now string }{
	{"auditoria llave crear", CmdLlaveNew}, {"auditoria llave rotar", CmdLlaveNext}, {"auditoria llave publica", CmdLlavePublic},
	{"auditoria list", CmdAuditoriaList}, {"auditoria tail", CmdAuditoriaTail}, {"auditoria export", CmdAuditoriaExport},
	{"sagas list", CmdSagasList}, {"sagas why", CmdSagasWhy}, {"sagas retry", CmdSagasRetry}, {"sagas approve", CmdSagasApprove}, {"sagas reject", CmdSagasReject},
	{"sagas", "eliminacion"}, {"dlq list", CmdDLQList}, {"dlq redrive", CmdDLQRedrive},
	{"revocar list", CmdRevocarList}, {"revocar remove", CmdRevocarRemove}, {"revocar add", CmdRevocarAdd}, {"revocar", CmdRevocarAdd},
	{"entidad lista", CmdEntidadList}, {"embargo lista", CmdEmbargoList},
	{"abrir", CmdOpen}, {"seed", CmdSeed}, {"import", CmdImport}, {"token", CmdToken}, {"reconcile", CmdReconcile},
	{"migrar", CmdMigrate}, {"restaurar", CmdRestore}, {"respaldo", CmdBackup},
}

// oldFlags are those of commands.
var oldFlags = map[string]string{
	"--output": "--salida", "--dry-run": "--simular", "--repair": "--reparar", "--max-repairs": "--maximo", "--force": "--forzar", "--rate": "--ritmo",
}

// translate gives old spellings their new ones, and tells of it. takesValue reports whether the next argument belongs
// to a setting.
func translate(args []string, takesValue func(setting string) bool, stderr io.Writer) ([]string, error) {
	at, words := commandIn(args, takesValue)
	if len(words) == 0 || slices.Contains(Commands(), strings.Join(words[:min(2, len(words))], " ")) {
		return args, nil
	}
	for _, c := range oldCommands {
		old := strings.Fields(c.old)
		if len(words) < len(old) || !slices.Equal(words[:len(old)], old) {
			continue
		}
		if isNoun(c.old) && (len(words) > len(old) || asksForHelp(args)) { // a verb that nobody knows; or which are there
			return args, nil
		}
		rest, now, err := oldArguments(args[at+len(old):], c.now)
		fmt.Fprintf(stderr, "carpeta: %q is %q now, and its flags may be too: carpeta %s --help. The old spelling goes with the next version\n", c.old, now, now)
		return slices.Concat(args[:at], strings.Fields(now), rest), err
	}
	return args, nil
}

// isNoun reports whether an old command is the noun of new ones.
func isNoun(old string) bool { return old == "token" || old == "respaldo" }

func asksForHelp(args []string) bool {
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

// oldArguments are the flags of an old command, and the command that they mean.
func oldArguments(args []string, command string) (rest []string, now string, err error) {
	for _, a := range args {
		name, value, given := strings.Cut(a, "=")
		switch {
		case name == "--verificar" && command == CmdBackup:
			command = CmdLook
			continue
		case name == "--cifrar-para":
			return nil, command, BadArgument("--cifrar-para is gone: a backup is a snapshot folder, and restic encrypts what it takes from there. No backup was made; see docs/respaldo.md")
		case oldFlags[name] != "":
			name = oldFlags[name]
		}
		if given {
			name += "=" + value
		}
		rest = append(rest, name)
	}
	return rest, command, nil
}

// commandIn finds the words of a command behind settings, and where they begin.
func commandIn(args []string, takesValue func(setting string) bool) (at int, words []string) {
	for at < len(args) && strings.HasPrefix(args[at], "-") {
		if at++; !strings.Contains(args[at-1], "=") && takesValue(strings.TrimPrefix(args[at-1], "--")) {
			at++
		}
	}
	for i := at; i < len(args) && !strings.HasPrefix(args[i], "-"); i++ {
		words = append(words, args[i])
	}
	return min(at, len(args)), words
}

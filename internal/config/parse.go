package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// FromProcess parses the process's own arguments and environment.
func FromProcess() (Command, error) {
	return Parse(os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
}

// Parse reads a command line. Help and the command config are done when it
// returns. Every error is a *UsageError that says which flag or variable, what is wrong
// and what to do.
func Parse(args, environ []string, stdout, stderr io.Writer) (Command, error) {
	var c cli
	args, all := takeAll(args)
	helped, env := false, readEnvironment(environ)
	k, err := kong.New(&c, kong.Name("carpeta"), vars, kong.Writers(stdout, stderr),
		kong.Description("Carpeta Ciudadana: the citizen's documents behind a GraphQL API. Every setting --some-name is also the variable CARPETA_SOME_NAME."),
		kong.Resolvers(env), kong.Exit(func(int) { helped = true }), kong.ExplicitGroups(groups),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true, FlagsLast: true}), kong.Help(helpPrinter(all)))
	if err != nil {
		return Command{}, err
	}
	parsed, err := k.Parse(ofProgram(args))
	if helped {
		return Command{Name: CmdHelp}, nil
	}
	if errs := env.unknown(variables(k)); len(errs) > 0 {
		return Command{}, usage(append(errs, err)...)
	}
	if err != nil {
		return Command{}, usage(nameVariable(err, env, k))
	}
	c.values = valuesOf(parsed)
	c.fit(parsed)
	return finish(&c, k.Model.Flags, parsed.Selected(), stdout)
}

// ofProgram reads what people write to any program: --version, help, and help of a command.
func ofProgram(args []string) []string {
	switch {
	case len(args) > 0 && args[0] == "--version":
		return append([]string{CmdVersion}, args[1:]...)
	case len(args) > 0 && args[0] == CmdHelp:
		return append(slices.Clone(args[1:]), "--help")
	}
	return args
}

// allSettings has the help show every setting.
const allSettings = "--all"

// takeAll takes allSettings out of the arguments of a help. Elsewhere it is an unknown flag.
func takeAll(args []string) (others []string, all bool) {
	isHelp := slices.Contains(args, "--help") || slices.Contains(args, "-h") || len(args) > 0 && args[0] == CmdHelp
	if isHelp && slices.Contains(args, allSettings) {
		return slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == allSettings }), true
	}
	return args, false
}

// helpPrinter prints the commands first, then the settings that people use, or all of them. The help of commands other than the
// server's own has none: their flags would be lost above them.
func helpPrinter(all bool) kong.HelpPrinter {
	return func(o kong.HelpOptions, k *kong.Context) error {
		n := k.Selected()
		ofServer := n == nil || n.Name == CmdServe
		for _, flag := range k.Model.Flags {
			flag.Hidden = flag.Group != nil && (!ofServer || !all && !flag.Tag.Has("common"))
		}
		err := kong.DefaultHelpPrinter(o, k)
		switch {
		case !ofServer:
			fmt.Fprintln(k.Stdout, "\nSettings, such as --profile and --data-dir: carpeta --help")
		case !all:
			fmt.Fprintln(k.Stdout, "\nThese are the settings that most people use. All of them: carpeta --help "+allSettings)
		}
		return err
	}
}

func finish(c *cli, settings []*kong.Flag, selected *kong.Node, stdout io.Writer) (Command, error) {
	name := nameOf(selected)
	c.parts = partsOf(selected)
	c.ofDemo(name)
	errs := validate(c, name, settings, selected.Flags)
	if name == CmdConfig {
		if err := c.Write(stdout); err != nil {
			return Command{}, err
		}
	}
	if len(errs) > 0 {
		return Command{Name: name}, usage(errs...)
	}
	return Command{Name: name, Config: c.Config, Serve: c.Serve, Open: c.Carpeta.Abrir, Seed: c.Datos.Sembrar, Import: c.Documento.Importar, Verify: c.Documento.Verificar, Export: c.Documento.Exportar, Token: c.Token.Issue, Sagas: c.Sagas, DLQ: c.DLQ, Reconcile: c.Reconcile.Ejecutar, Llave: c.Llave, Revocar: c.Revocar, Entidad: c.Entidad, Tipo: c.Tipo, Tramite: c.Tramite, Auditoria: c.Auditoria, Embargo: c.Embargo, Respaldo: c.Respaldo, Migrate: c.Datos.Migrar, parts: c.parts}, nil
}

func variables(k *kong.Kong) []string {
	var names []string
	for _, flag := range k.Model.Flags {
		if flag.Name != "help" {
			names = append(names, variable(flag.Name))
		}
	}
	return names
}

// nameVariable adds the variable that a bad value may come from: kong knows
// the flag only. The help that it names is the one that has the flag.
func nameVariable(err error, env environment, k *kong.Kong) error {
	for _, flag := range k.Model.Flags {
		rest, found := strings.CutPrefix(err.Error(), "--"+flag.Name)
		if found && env[variable(flag.Name)] != "" && strings.ContainsAny(rest[:1], ": ") {
			return fmt.Errorf("%s (--%s)%s; see carpeta --help", variable(flag.Name), flag.Name, rest)
		}
	}
	where := "carpeta"
	var parsed *kong.ParseError
	if errors.As(err, &parsed) && parsed.Context.Selected() != nil {
		where += " " + nameOf(parsed.Context.Selected())
	}
	return fmt.Errorf("%w; see %s --help", err, where)
}

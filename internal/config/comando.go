package config

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// The commands.
const (
	CmdServe     = "serve"
	CmdBootstrap = "bootstrap"
	CmdSeed      = "seed"
	CmdImport    = "import"
	CmdToken     = "token"
	CmdConfig    = "config" // done by Parse
	CmdVersion   = "version"
	CmdHelp      = "help" // done by Parse
)

// Comando is what the command line asks for. Only the member of Nombre is filled.
type Comando struct {
	Nombre string
	Config Config
	Serve  Serve
	Seed   Seed
	Import Import
	Token  Token
	Sagas  Sagas
	DLQ    DLQ

	Reconcile Reconcile
}

// Serve runs the server.
type Serve struct {
	Demo bool `help:"Begin with demo data, and print a token and an example (embedded profile)."`
}

// Seed writes generated data.
type Seed struct {
	Carpetas   int    `required:"" placeholder:"N" help:"Carpetas to write."`
	Documentos int    `required:"" placeholder:"M" help:"Documents in each."`
	Archivos   bool   `help:"Store the files too, so that documents can be downloaded."`
	Semilla    uint64 `default:"0" help:"Number that the data are generated from; the same number gives the same data, 0 new data each time."`
}

// Import uploads a folder of files.
type Import struct {
	Dir     string `required:"" type:"existingdir" placeholder:"FOLDER" help:"Folder whose files are uploaded."`
	Carpeta string `required:"" placeholder:"ID" help:"carpetaId that receives them."`
	URL     string `name:"url" placeholder:"URL" help:"Upload through the API of a running server, e.g. http://127.0.0.1:8080; without it the stores are written directly."`
	Token   string `placeholder:"TOKEN" help:"Token of the carpeta's owner, with --url."`
}

// Token issues a token of the local issuer.
type Token struct {
	Sub      string        `required:"" placeholder:"ID" help:"Subject: the ciudadanoId of a ciudadano."`
	Rol      string        `required:"" enum:"ciudadano,operador,auditor" placeholder:"ROL" help:"ciudadano, operador or auditor."`
	TTL      time.Duration `default:"1h" name:"ttl" placeholder:"D" help:"Lifetime; a negative one makes an expired token."`
	Operador string        `placeholder:"ID" help:"operadorId, for the role operador."`
}

type vacio struct{}

// cli is the command line; the settings stand before or after the command.
type cli struct {
	Config    `embed:""`
	Serve     Serve     `cmd:"" default:"withargs" help:"Run the server (default)."`
	Bootstrap vacio     `cmd:"" help:"Create tables, indexes, bucket and queues; what is there stays."`
	Seed      Seed      `cmd:"" help:"Write generated carpetas; prints one JSON line for each."`
	Import    Import    `cmd:"" help:"Upload a folder of files into a carpeta; what is there already is skipped."`
	Token     Token     `cmd:"" help:"Print a token of the embedded profile's issuer."`
	Sagas     Sagas     `cmd:"" help:"For operadores: deletions of a running server."`
	DLQ       DLQ       `cmd:"" name:"dlq" help:"For operadores: dead letters of a running server."`
	Reconcile Reconcile `cmd:"" help:"Compare metadata and files; report, or repair. Exit code 3: inconsistencies are left."`
	ConfigCmd vacio     `cmd:"" name:"config" help:"Print the settings in force and check them."`
	Version   vacio     `cmd:"" help:"Print the version."`
}

// Uso is a mistake in the arguments or variables: the process ends with ExitCode.
type Uso struct{ err error }

func (u *Uso) Error() string { return u.err.Error() }
func (u *Uso) Unwrap() error { return u.err }

// ExitCode is 2, as shells use it for bad arguments.
func (u *Uso) ExitCode() int { return 2 }

// DelProceso parses the process's own arguments and environment.
func DelProceso() (Comando, error) {
	return Parse(os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
}

// Parse reads a command line. Help and the command config are done when it
// returns. Every error is a *Uso that says which flag or variable, what is wrong
// and what to do.
func Parse(args, environ []string, stdout, stderr io.Writer) (Comando, error) {
	var c cli
	ayuda, env := false, leerEntorno(environ)
	k, err := kong.New(&c, kong.Name("carpeta"), kong.Writers(stdout, stderr),
		kong.Description("Carpeta Ciudadana: the citizen's documents behind a GraphQL API. Every setting --some-name is also the variable CARPETA_SOME_NAME."),
		kong.Resolvers(env), kong.Exit(func(int) { ayuda = true }), kong.ExplicitGroups(grupos),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}), kong.Help(mostrarAyuda))
	if err != nil {
		return Comando{}, err
	}
	leido, err := k.Parse(unirNegativos(args))
	if ayuda {
		return Comando{Nombre: CmdHelp}, nil
	}
	if errs := env.desconocidas(variables(k)); len(errs) > 0 {
		return Comando{}, uso(append(errs, err)...)
	}
	if err != nil {
		return Comando{}, uso(nombrarVariable(err, env, k))
	}
	c.valores = valoresDe(leido)
	return terminar(&c, k.Model.Flags, leido.Selected(), stdout)
}

// mostrarAyuda keeps the settings, some 150 lines, out of the help of commands
// other than the server's own: their flags would be lost above them.
func mostrarAyuda(o kong.HelpOptions, k *kong.Context) error {
	n := k.Selected()
	if n == nil || n.Name == CmdServe {
		return kong.DefaultHelpPrinter(o, k)
	}
	for _, flag := range k.Model.Flags {
		flag.Hidden = flag.Group != nil
	}
	err := kong.DefaultHelpPrinter(o, k)
	fmt.Fprintln(k.Stdout, "\nSettings, such as --profile and --data-dir: carpeta --help")
	return err
}

// nombreDe is a command with those that it belongs to: "sagas list".
func nombreDe(n *kong.Node) string {
	if n.Parent == nil || n.Parent.Type != kong.CommandNode {
		return n.Name
	}
	return nombreDe(n.Parent) + " " + n.Name
}

func terminar(c *cli, settings []*kong.Flag, selected *kong.Node, stdout io.Writer) (Comando, error) {
	nombre := nombreDe(selected)
	if nombre == CmdConfig {
		if err := c.Escribir(stdout); err != nil {
			return Comando{}, err
		}
	}
	if errs := validar(c, nombre, settings, selected.Flags); len(errs) > 0 {
		return Comando{Nombre: nombre}, uso(errs...)
	}
	return Comando{Nombre: nombre, Config: c.Config, Serve: c.Serve, Seed: c.Seed, Import: c.Import, Token: c.Token, Sagas: c.Sagas, DLQ: c.DLQ, Reconcile: c.Reconcile}, nil
}

var grupos = []kong.Group{
	{Key: "server", Title: "Server:"},
	{Key: "stores", Title: "Stores (distributed profile):"},
	{Key: "broker", Title: "Messages:"},
	{Key: "objects", Title: "Files:"},
	{Key: "identity", Title: "Identity:"},
	{Key: "api", Title: "API:"},
	{Key: "limits", Title: "Limits of one client:"},
	{Key: "deletions", Title: "Deletions:"},
	{Key: "reconciler", Title: "Reconciler:"},
}

func variables(k *kong.Kong) []string {
	var nombres []string
	for _, flag := range k.Model.Flags {
		if flag.Name != "help" {
			nombres = append(nombres, variable(flag.Name))
		}
	}
	return nombres
}

// nombrarVariable adds the variable that a bad value may come from: kong knows
// the flag only. The help that it names is the one that has the flag.
func nombrarVariable(err error, env entorno, k *kong.Kong) error {
	for _, flag := range k.Model.Flags {
		resto, es := strings.CutPrefix(err.Error(), "--"+flag.Name)
		if es && env[variable(flag.Name)] != "" && strings.ContainsAny(resto[:1], ": ") {
			return fmt.Errorf("%s (--%s)%s; see carpeta --help", variable(flag.Name), flag.Name, resto)
		}
	}
	donde := "carpeta"
	var leido *kong.ParseError
	if errors.As(err, &leido) && leido.Context.Selected() != nil {
		donde += " " + nombreDe(leido.Context.Selected())
	}
	return fmt.Errorf("%w; see %s --help", err, donde)
}

// unirNegativos turns "--ttl -1h" into "--ttl=-1h": kong would take -1h for a flag.
func unirNegativos(args []string) []string {
	var unidos []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--ttl" && i+1 < len(args) && strings.HasPrefix(args[i+1], "-") && !strings.HasPrefix(args[i+1], "--") {
			unidos = append(unidos, args[i]+"="+args[i+1])
			i++
			continue
		}
		unidos = append(unidos, args[i])
	}
	return unidos
}

func uso(errs ...error) error { return &Uso{errors.Join(errs...)} }

// Mal is a *Uso about an argument that only the command itself can read.
func Mal(formato string, args ...any) error { return uso(fmt.Errorf(formato, args...)) }

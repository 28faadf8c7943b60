package config

import (
	"reflect"
	"time"

	"github.com/alecthomas/kong"
)

// The commands.
const (
	CmdServe     = "serve"
	CmdBootstrap = "bootstrap"
	CmdOpen      = "carpeta abrir"
	CmdSeed      = "datos sembrar"
	CmdImport    = "documento importar"
	CmdToken     = "token emitir"
	CmdHealth    = "salud"
	CmdConfig    = "config" // done by Parse
	CmdVersion   = "version"
	CmdHelp      = "help" // done by Parse
)

// Command is the request of the command line. Only the member of Name is filled.
type Command struct {
	Name   string
	Config Config
	Serve  Serve
	Open   Open
	Seed   Seed
	Import Import
	Verify VerificarDocumento
	Export ExportarDocumento
	Token  Token
	Sagas  Sagas
	DLQ    DLQ

	Reconcile Reconcile
	Revocar   Revocar
	Entidad   Entidad
	Tipo      Tipo
	Tramite   Tramite
	Auditoria Auditoria
	Llave     Llave
	Embargo   Embargo
	Respaldo  Respaldo
	Migrate   Migrate

	parts parts
}

// Serve runs the server.
type Serve struct {
	Demo bool `help:"Begin with demo data, and print a token and an example (embedded profile)."`
}

// Open opens a citizen's carpeta.
type Open struct {
	Ciudadano string `required:"" placeholder:"ID" help:"ciudadanoId: the subject of the citizen's tokens."`
	Operador  string `required:"" placeholder:"ID" help:"operadorId that serves the citizen."`
}

// Seed writes generated data.
type Seed struct {
	Carpetas   int    `required:"" placeholder:"N" help:"Carpetas to write."`
	Documentos int    `required:"" placeholder:"M" help:"Documents in each."`
	Files      bool   `name:"archivos" help:"Store the files too, so that documents can be downloaded."`
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
	Rol      string        `required:"" enum:"ciudadano,operador,auditor,entidad,administrador" placeholder:"ROL" help:"ciudadano, operador, auditor, entidad or administrador."`
	TTL      time.Duration `default:"1h" name:"ttl" placeholder:"D" help:"Lifetime; a negative one (--ttl=-1h) makes an expired token."`
	Operador string        `placeholder:"ID" help:"operadorId, for the role operador."`
	Entidad  string        `placeholder:"ID" help:"entidadId, for the role entidad."`
	Permisos []string      `sep:"," enum:"emision,solicitud,consulta" placeholder:"P,…" help:"What an entidad's token may do: emision, solicitud, consulta. Without it emision."`
	ACR      string        `name:"acr" placeholder:"LEVEL" help:"Level at which the person signed in (acr), for acts that need one."`
}

// Of is whom the role acts for: an operadorId or an entidadId.
func (t Token) Of() string {
	if t.Rol == "entidad" {
		return t.Entidad
	}
	return t.Operador
}

type noArguments struct{}

// The nouns whose verbs are commands of different kinds.
type (
	// Carpeta is what is done with one.
	Carpeta struct {
		Abrir Open `cmd:"" help:"Open a citizen's carpeta; prints one JSON line. The same again changes nothing."`
	}
	// Documento is what is done with documents.
	Documento struct {
		Importar  Import             `cmd:"" help:"Upload a folder of files into a carpeta; what is there already is skipped."`
		Verificar VerificarDocumento `cmd:"" help:"Verify a certified document in its verifiable file, with nothing but files. Exit code 1: it is not valid, or its issuer is not known. Exit code 4: it is signed and whole; not known whether it was taken back (add --lista)."`
		Exportar  ExportarDocumento  `cmd:"" help:"Write the verifiable file of a certified document: anybody can check it without this server."`
	}
	// Datos is what is done with everything.
	Datos struct {
		Sembrar Seed    `cmd:"" help:"Write generated carpetas; prints one JSON line for each."`
		Migrar  Migrate `cmd:"" help:"Copy the data folder of a stopped server into the stores of the distributed profile; the same again goes on."`
	}
	// Tokens is what is done with tokens.
	Tokens struct {
		Issue Token `cmd:"" name:"emitir" help:"Print a token of the embedded profile's issuer."`
	}
	// Conciliar is what is done about differences.
	Conciliar struct {
		Ejecutar Reconcile `cmd:"" help:"Compare metadata and files; report, or repair. Exit code 3: inconsistencies are left."`
	}
)

// cli is the command line; the settings stand before or after the command.
type cli struct {
	Config `embed:""`
	parts  parts

	Serve     Serve       `cmd:"" default:"1" help:"Run the server (default)."`
	Bootstrap struct{}    `cmd:"" help:"Create tables, indexes, bucket and queues; what is there stays."`
	Carpeta   Carpeta     `cmd:"" help:"Carpetas of citizens."`
	Documento Documento   `cmd:"" help:"Documents of a carpeta."`
	Datos     Datos       `cmd:"" help:"Everything in the stores: generate it, or move it."`
	Token     Tokens      `cmd:"" help:"Tokens of the embedded profile's issuer."`
	Sagas     Sagas       `cmd:"" name:"eliminacion" help:"For operadores: deletions of a running server."`
	DLQ       DLQ         `cmd:"" name:"dlq" help:"For operadores: dead letters of a running server."`
	Revocar   Revocar     `cmd:"" name:"revocacion" help:"Take tokens out of use before they expire: one, or those of a subject. Servers know within 10 seconds."`
	Tipo      Tipo        `cmd:"" help:"The catalogue of the kinds of documents."`
	Entidad   Entidad     `cmd:"" help:"The registry of the entities that deliver documents, or receive them."`
	Tramite   Tramite     `cmd:"" help:"The registry of procedures: what entities may ask of citizens."`
	Auditoria Auditoria   `cmd:"" help:"The trail: list it, follow it, export it, and verify what you hold of it."`
	Embargo   Embargo     `cmd:"" help:"For auditors: legal orders that hide events of a folder from its owner."`
	Llave     Llave       `cmd:"" help:"The keys that sign the sealed logs of the trail."`
	Reconcile Conciliar   `cmd:"" name:"reconciliacion" help:"Compare metadata and files; report, or repair. Exit code 3: inconsistencies are left."`
	Respaldo  Respaldo    `cmd:"" help:"Snapshots of the embedded profile's data folder."`
	Health    noArguments `cmd:"" name:"salud" help:"Ask the server of this machine, at its admin address, whether it is ready. Exit code 1: it is not."`
	ConfigCmd noArguments `cmd:"" name:"config" help:"Print the settings in force and check them."`
	Version   noArguments `cmd:"" help:"Print the version."`
}

// parts are what the selected command shares with others; nil: it has no such part.
type parts struct {
	access   *Access
	orders   *AccessAuditor
	registry *Registry
}

func partsOf(n *kong.Node) parts {
	return parts{part[Access](n), part[AccessAuditor](n), part[Registry](n)}
}

// part is the struct of this type that a command embeds.
func part[T any](n *kong.Node) *T {
	field := n.Target.FieldByName(reflect.TypeFor[T]().Name())
	if !field.IsValid() {
		return nil
	}
	return field.Addr().Interface().(*T)
}

// Access is how a command reaches a running server; nil if it asks none.
func (c *Command) Access() *Access { return c.parts.access }

// Orders is how a command of legal orders reaches its server; nil if it is another kind of command.
func (c *Command) Orders() *AccessAuditor { return c.parts.orders }

// Registry is that of the command; nil if it is another kind of command.
func (c *Command) Registry() *Registry { return c.parts.registry }

package config

import (
	"net/url"
	"regexp"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// validUUID is the one spelling that the server knows: another would be of nothing.
var validUUID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func (v *validator) arguments(c *cli, command string) {
	switch {
	case command == CmdServe && c.Serve.Demo && c.Profile != Embedded:
		v.badArgument("--demo writes demo data, which the distributed profile refuses; use carpeta datos sembrar, or --profile embedded")
	case command == CmdServe && c.Serve.Demo && !c.LocalIssuer():
		v.badArgument("--demo prints a token of the embedded profile's own issuer, and --auth-issuer names another; leave one of them out")
	case command == CmdSeed && (c.Datos.Sembrar.Carpetas < 1 || c.Datos.Sembrar.Documentos < 0):
		v.badArgument("--carpetas must be 1 or more and --documentos 0 or more")
	case command == CmdImport && (c.Documento.Importar.URL == "") != (c.Documento.Importar.Token == ""):
		v.badArgument("--url and --token go together: the server to upload to, and its carpeta's owner; without both the stores are written directly")
	case command == CmdImport && c.Documento.Importar.URL != "" && !isHTTP(c.Documento.Importar.URL):
		v.badArgument(notURL)
	case command == CmdImport && !validUUID.MatchString(c.Documento.Importar.Carpeta):
		v.badArgument("--carpeta: %q is not a UUID in lower case; carpeta datos sembrar and the query miCarpeta show carpetaIds", c.Documento.Importar.Carpeta)
	case command == CmdExportarDocumento:
		v.server(c, &c.Documento.Exportar.URL)
	case command == CmdRevocarAdd, command == CmdRevocarRemove:
		v.revocar(command, c.Revocar)
	case command == CmdOpen:
		v.opening(c.Carpeta.Abrir)
	case command == CmdReconcile:
		v.reconcile(c.Reconcile.Ejecutar)
	case command == CmdToken:
		v.token(c)
	}
	v.entidad(c, command)
	v.embargo(c, command)
	v.keeping(c, command)
}

func (v *validator) reconcile(r Reconcile) {
	switch {
	case r.DryRun && r.Repair:
		v.badArgument("--simular and --reparar exclude each other; give one")
	case r.Carpeta != "" && !validUUID.MatchString(r.Carpeta):
		v.badArgument("--carpeta: %q is not a UUID in lower case; carpeta datos sembrar and the query miCarpeta show carpetaIds", r.Carpeta)
	case r.Carpeta != "" && (r.Operador != "" || r.Seguir), r.Operador != "" && r.Seguir:
		v.badArgument("--carpeta, --operador and --seguir exclude each other; give one")
	case r.Rate != -1 && (r.Rate < 0 || r.Rate > 1_000_000):
		v.badArgument("--ritmo: %v is out of range; give calls per second up to 1000000, or 0", r.Rate)
	}
}

func (v *validator) token(c *cli) {
	if !c.LocalIssuer() {
		v.badArgument("only the embedded profile's own issuer gives tokens here; ask %s for one, or use --profile embedded without --auth-issuer", issuerName(c.AuthIssuer))
	}
	if !isID(c.Token.Issue.Sub) {
		v.badArgument("--sub: %q "+notID, c.Token.Issue.Sub)
	}
	if c.Token.Issue.TTL == 0 {
		v.badArgument("--ttl: 0s is no lifetime; give for example 1h, or -1h for an expired token")
	}
	if c.Token.Issue.Rol == "operador" && c.Token.Issue.Operador == "" {
		v.badArgument("--operador is missing: the role operador acts for one operadorId; add --operador ID")
	}
	if c.Token.Issue.Rol == "entidad" && c.Token.Issue.Entidad == "" {
		v.badArgument("--entidad is missing: the role entidad acts for one entidadId; add --entidad ID")
	}
}

func issuerName(issuer string) string {
	if issuer == "" {
		return "your identity provider"
	}
	return issuer
}

// operador checks the arguments of what operadores do, and fills in the server.
func (v *validator) operador(c *cli, command string) {
	a := c.parts.access
	if a == nil {
		return
	}
	v.server(c, &a.URL)
	switch {
	case a.Token == "" && !c.LocalIssuer():
		v.badArgument("--token is missing: ask %s for one of the role operador or auditor", issuerName(c.AuthIssuer))
	case a.Token == "" && a.Operador == "":
		v.badArgument("whose? Add --operador ID (a token is made with the key in the data folder), or --token TOKEN")
	}
	switch command {
	case CmdSagasList:
		v.age("mas-antigua-que", c.Sagas.List.MasAntiguaQue)
	case CmdDLQList:
		v.age("mas-antiguo-que", c.DLQ.List.MasAntiguoQue)
	case CmdSagasWhy:
		v.evento(c.Sagas.Why.EventoID)
	case CmdSagasRetry:
		v.evento(c.Sagas.Retry.EventoID)
	case CmdSagasApprove:
		v.evento(c.Sagas.Approve.EventoID)
	case CmdSagasReject:
		v.evento(c.Sagas.Reject.EventoID)
	}
}

const notURL = "--url is not a URL with the scheme http or https; write for example http://127.0.0.1:8080"

func isHTTP(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && slices.Contains([]string{"http", "https"}, u.Scheme)
}

func (v *validator) age(flag, text string) {
	if _, err := duracion.Parse(text); text != "" && err != nil {
		v.badArgument("--%s: %q: %v", flag, text, err)
	}
}

func (v *validator) evento(id string) {
	if !validUUID.MatchString(id) {
		v.badArgument("%q is not an eventoId (a UUID in lower case); carpeta eliminacion listar shows them", id)
	}
}

// entidad checks the arguments of the commands of the registry and of the catalogue.
func (v *validator) entidad(c *cli, command string) {
	r := c.parts.registry
	switch {
	case r == nil:
		return
	case r.URL != "" && !isHTTP(r.URL):
		v.badArgument(notURL)
	case r.URL == "" && r.Token != "":
		v.badArgument("--token goes with --url; without both the stores are written directly")
	case r.URL != "" && r.Token == "" && !c.LocalIssuer():
		v.badArgument("--token is missing: ask %s for one of the role administrador", issuerName(c.AuthIssuer))
	}
	if b := c.Entidad.Baja; command == CmdEntidadBaja && !b.Desde.IsZero() && b.Llave == "" {
		v.badArgument("--desde goes with --llave: it says since when the key is not trusted")
	}
}

// embargo checks the arguments of orders, and fills in the server. What an order may say the server knows.
func (v *validator) embargo(c *cli, command string) {
	a := c.parts.orders
	if a == nil {
		return
	}
	v.server(c, &a.URL)
	if a.Token == "" && !c.LocalIssuer() {
		v.badArgument("--token is missing: ask %s for one of the role auditor", issuerName(c.AuthIssuer))
	}
	if !validUUID.MatchString(a.Carpeta) {
		v.badArgument("--carpeta: %q is not a UUID in lower case", a.Carpeta)
	}
	n := c.Embargo.New
	switch {
	case command == CmdEmbargoNew && len(n.Eventos) == 0 && n.Rol == "":
		v.badArgument("what is hidden? Add --evento ID, or --rol ROL for what an office looks at from now on")
	case command == CmdEmbargoNew && n.De != "" && n.Rol != "operador" && n.Rol != "entidad":
		v.badArgument("--de goes with --rol operador or --rol entidad: it says which one")
	}
}

// server fills in this configuration's own server, if none is named.
func (v *validator) server(c *cli, to *string) {
	if *to == "" {
		if *to = c.PublicURL; *to == "" {
			*to = "http://" + c.Addr
			if c.TLSCert != "" {
				*to = "https://" + c.Addr
			}
		}
	}
	if !isHTTP(*to) {
		v.badArgument(notURL)
	}
}

// keeping checks the arguments of backups.
func (v *validator) keeping(c *cli, command string) {
	switch {
	case command == CmdMigrate && c.Profile != Distributed:
		v.badArgument("datos migrar takes the settings of where everything goes: CARPETA_PROFILE=distributed with its stores and keys, and --de names the data folder that moves")
	case (command == CmdBackup || command == CmdRestore) && c.Profile != Embedded:
		v.badArgument("%s is for the embedded profile's data folder; DynamoDB and S3 have their own ways, see docs/respaldo.md", command)
	}
}

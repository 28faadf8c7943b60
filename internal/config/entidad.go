package config

import "time"

// The commands that keep the registry of entities.
const (
	CmdEntidadAlta = "entidad alta"
	CmdEntidadBaja = "entidad baja"
	CmdEntidadList = "entidad listar"
)

// Entidad is the registry of the entities that deliver documents or receive them.
type Entidad struct {
	Alta EntidadAlta `cmd:"" help:"Register an entity, or replace its name, roles and keys; it is active then."`
	Baja EntidadBaja `cmd:"" help:"Keep an entity from delivering; with --llave, revoke one of its keys for good."`
	List EntidadList `cmd:"" name:"listar" help:"List the entities; prints one JSON line for each."`
}

// Registry is where the registry is: the stores, or a running server.
type Registry struct {
	URL   string `name:"url" placeholder:"URL" help:"Ask a running server, e.g. http://127.0.0.1:8080; without it the stores are written directly."`
	Token string `placeholder:"TOKEN" help:"Token of an administrador, with --url. Without it, the embedded profile's key in the data folder makes one."`
}

// EntidadAlta registers an entity.
type EntidadAlta struct {
	Registry `embed:""`
	ID       string   `arg:"" name:"entidad-id" help:"Its id: the claim entidad of its tokens."`
	Nombre   string   `required:"" placeholder:"TEXT" help:"Its name, as citizens read it."`
	Roles    []string `name:"rol" enum:"EMISOR,RECEPTOR" placeholder:"ROLE" help:"EMISOR delivers documents, RECEPTOR receives what citizens share; EMISOR,RECEPTOR does both. Default EMISOR."`
	NIT      string   `name:"nit" placeholder:"NIT" help:"Its NIT with the check digit, as 900123456-8. A RECEPTOR must have one, and it never changes."`
	JWKS     string   `name:"jwks" type:"existingfile" placeholder:"FILE" help:"Public keys of an EMISOR, a JWKS."`
	JWKSURL  string   `name:"jwks-url" placeholder:"URL" help:"Where it publishes its JWKS, instead of --jwks."`
}

// EntidadBaja ends an entity, or one of its keys.
type EntidadBaja struct {
	Registry `embed:""`
	ID       string    `arg:"" name:"entidad-id" help:"Which entity."`
	Llave    string    `placeholder:"KID" help:"Revoke this key; the entity stays active."`
	Desde    time.Time `placeholder:"TIME" help:"With --llave: since when it is not trusted, e.g. 2026-01-31T15:04:05Z; default now."`
}

// EntidadList lists the entities.
type EntidadList struct {
	Registry `embed:""`
}

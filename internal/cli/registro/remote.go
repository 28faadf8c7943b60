package registro

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// Remote is the registries and the catalogue of a running server.
type Remote struct{ Client *client.Client }

// apiEntidad is an entity as the API has it: its keys are a text.
type apiEntidad struct {
	Line
	Llaves *string `json:"llaves"`
}

func (e apiEntidad) line() Line {
	l := e.Line
	if e.Llaves != nil {
		l.Llaves = json.RawMessage(*e.Llaves)
	}
	return l
}

const (
	entidadFields = `entidadId nombre roles nit activa llavesUrl llaves revocaciones { llave desde } modificadaEn`
	entidadHecha  = `entidad { ` + entidadFields + ` } `

	mutationAlta    = `mutation($input: RegistrarEntidadInput!) { r: registrarEntidad(input: $input) { ` + entidadHecha + client.Errores + ` } }`
	mutationBaja    = `mutation($input: DesactivarEntidadInput!) { r: desactivarEntidad(input: $input) { ` + entidadHecha + `errores { ... on ErrorDeUsuario { codigo mensaje } } } }`
	mutationRevocar = `mutation($input: RevocarLlaveInput!) { r: revocarLlave(input: $input) { ` + entidadHecha + client.Errores + ` } }`
	queryList       = `query($first: Int, $after: String) { r: entidades(first: $first, after: $after) { nodes { ` + entidadFields + ` } pageInfo { hasNextPage endCursor } } }`
)

// Operaciones are all that the commands send, for a server that runs trusted documents only.
func Operaciones() []string {
	return []string{mutationAlta, mutationBaja, mutationRevocar, queryList, mutationTipo, queryTipos, mutationTramite, mutationFin, queryTramites}
}

func (r Remote) change(ctx context.Context, mutation string, input map[string]any) (Line, error) {
	var done struct{ Entidad apiEntidad }
	err := r.Client.Change(ctx, mutation, input, &done)
	return done.Entidad.line(), err
}

// Alta implements Registro.
func (r Remote) Alta(ctx context.Context, a entidad.Alta) (Line, error) {
	input := map[string]any{"entidadId": a.EntidadID, "nombre": a.Nombre}
	if a.Roles != nil {
		input["roles"] = a.Roles
	}
	if a.NIT != "" {
		input["nit"] = a.NIT
	}
	if a.Llaves != "" {
		input["llaves"] = a.Llaves
	}
	if a.LlavesURL != "" {
		input["llavesUrl"] = a.LlavesURL
	}
	return r.change(ctx, mutationAlta, input)
}

// Baja implements Registro.
func (r Remote) Baja(ctx context.Context, entidadID string) (Line, error) {
	return r.change(ctx, mutationBaja, map[string]any{"entidadId": entidadID})
}

// Revocar implements Registro.
func (r Remote) Revocar(ctx context.Context, entidadID, llave string, since time.Time) (Line, error) {
	input := map[string]any{"entidadId": entidadID, "llave": llave}
	if !since.IsZero() {
		input["desde"] = since.UTC().Format(time.RFC3339)
	}
	return r.change(ctx, mutationRevocar, input)
}

// Lista implements Registro.
func (r Remote) Lista(ctx context.Context, print func(Line) error) error {
	all, _, err := client.All[apiEntidad](ctx, r.Client, queryList, map[string]any{}, math.MaxInt)
	for _, e := range all {
		err = errors.Join(err, print(e.line()))
	}
	return err
}

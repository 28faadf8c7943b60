package registro

import (
	"context"
	"encoding/json"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/client"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// Remote is the registry and the catalogue of a running server.
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

type payload struct {
	R struct {
		Entidad *apiEntidad
		Errores []refusal
	}
}

// refusal is why the server did not do it.
type refusal struct {
	Codigo, Mensaje string
	Campos          []struct{ Campo, Mensaje string }
}

// refused is the first refusal as an error; nil if there is none.
func refused(errores []refusal) error {
	if len(errores) == 0 {
		return nil
	}
	e := errores[0]
	failed := &client.Error{Code: e.Codigo, Mensaje: e.Mensaje}
	for _, c := range e.Campos {
		failed.Recuperacion += c.Campo + ": " + c.Mensaje
	}
	return failed
}

const (
	entidadFields = `entidadId nombre roles nit activa llavesUrl llaves revocaciones { llave desde } modificadaEn`
	ofPayload     = `entidad { ` + entidadFields + ` } errores { ... on ErrorDeUsuario { codigo mensaje } `

	mutationAlta    = `mutation($i: RegistrarEntidadInput!) { r: registrarEntidad(input: $i) { ` + ofPayload + `... on EntradaInvalida { campos { campo mensaje } } } } }`
	mutationBaja    = `mutation($i: DesactivarEntidadInput!) { r: desactivarEntidad(input: $i) { ` + ofPayload + `} } }`
	mutationRevocar = `mutation($i: RevocarLlaveInput!) { r: revocarLlave(input: $i) { ` + ofPayload + `... on EntradaInvalida { campos { campo mensaje } } } } }`
	queryList       = `query($after: String) { r: entidades(first: 100, after: $after) { nodes { ` + entidadFields + ` } pageInfo { hasNextPage endCursor } } }`
)

// Operaciones are all that the commands send, for a server that runs trusted documents only.
func Operaciones() []string {
	return []string{mutationAlta, mutationBaja, mutationRevocar, queryList, mutationTipo, queryTipos}
}

func (r Remote) change(ctx context.Context, mutation string, input map[string]any) (Line, error) {
	var p payload
	if err := r.Client.Do(ctx, mutation, map[string]any{"i": input}, &p); err != nil {
		return Line{}, err
	}
	if err := refused(p.R.Errores); err != nil {
		return Line{}, err
	}
	return p.R.Entidad.line(), nil
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
	for after := (*string)(nil); ; {
		var page struct {
			R struct {
				Nodes    []apiEntidad
				PageInfo struct {
					HasNextPage bool
					EndCursor   *string
				}
			}
		}
		if err := r.Client.Do(ctx, queryList, map[string]any{"after": after}, &page); err != nil {
			return err
		}
		for _, e := range page.R.Nodes {
			if err := print(e.line()); err != nil {
				return err
			}
		}
		if !page.R.PageInfo.HasNextPage {
			return nil
		}
		after = page.R.PageInfo.EndCursor
	}
}

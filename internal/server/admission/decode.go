package admission

import (
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

// longBody takes its turn also to be decoded.
const longBody = 16 << 10

// Decode is DecodeParams for a request of any length.
func (g *Gate) Decode(ctx context.Context, body []byte) (*graphql.RawParams, *fault.Error) {
	if len(body) < longBody {
		return DecodeParams(body)
	}
	leave, err := g.turns.take(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if err := g.cfg.Budget.Spent(ctx); err != nil {
		return nil, err
	}
	return DecodeParams(body)
}

// DecodeParams reads the JSON of a request: of a POST, or of a socket's subscribe.
// Names are matched exactly; members that the specification does not know are
// ignored; anything after the object is refused.
func DecodeParams(body []byte) (*graphql.RawParams, *fault.Error) {
	if !utf8.Valid(body) {
		return nil, badInput("La solicitud no es UTF-8.")
	}
	members, err := strictjson.ReadObject(body)
	switch {
	case errors.Is(err, strictjson.ErrTwice):
		return nil, Twice()
	case err != nil:
		return nil, badInput("La solicitud debe ser un objeto JSON con el miembro `query`.")
	}
	return ParamsOf(members)
}

// Twice is the answer to a request with two members of one name.
func Twice() *fault.Error { return badInput("Un miembro de la solicitud viene más de una vez.") }

// ParamsOf makes an operation of the members of a request.
func ParamsOf(members map[string]json.RawMessage) (*graphql.RawParams, *fault.Error) {
	p := &graphql.RawParams{}
	if !strictjson.ReadMember(members["query"], &p.Query) {
		return nil, badInput("`query` debe ser texto.")
	}
	if !strictjson.ReadMember(members["operationName"], &p.OperationName) {
		return nil, badInput("`operationName` debe ser texto.")
	}
	if !strictjson.ReadMember(members["variables"], &p.Variables) {
		return nil, badInput("`variables` debe ser un objeto.")
	}
	if !strictjson.ReadMember(members["extensions"], &p.Extensions) {
		return nil, badInput("`extensions` debe ser un objeto.")
	}
	if wrong := nameDocument(members, p); wrong != nil {
		return nil, wrong
	}
	if p.Query == "" && p.Extensions[persistedMember] == nil {
		return nil, badInput("Falta `query`.")
	}
	return p, nil
}

// nameDocument takes an id of a document, if there is one, and no text beside it.
func nameDocument(members map[string]json.RawMessage, p *graphql.RawParams) *fault.Error {
	id := ""
	switch {
	case !strictjson.ReadMember(members["documentId"], &id):
		return badInput("`documentId` debe ser texto.")
	case id == "":
		return nil
	case p.Query != "":
		return badInput("Envíe `query` o `documentId`, no ambos.")
	case p.Extensions[persistedMember] != nil:
		return badInput("Envíe `documentId` o `extensions.persistedQuery`, no ambos.")
	}
	if p.Extensions == nil {
		p.Extensions = map[string]any{}
	}
	p.Extensions[persistedMember] = asPersisted(id)
	return nil
}

func badInput(mensaje string) *fault.Error { return fault.New(fault.BadUserInput, mensaje) }

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

// Decode reads the JSON of a request: of a POST, or of a socket's subscribe. Names are matched exactly, and members that the
// specification does not know are ignored. Anything after the object is refused.
func (g *Gate) Decode(ctx context.Context, body []byte) (*graphql.RawParams, *fault.Error) {
	if len(body) < longBody {
		return g.decode(body)
	}
	if err := TooLongForAnonymous(ctx, len(body)); err != nil {
		return nil, err
	}
	leave, err := g.acquireRead(ctx, len(body)-longBody, len(body))
	if err != nil {
		return nil, err
	}
	defer leave()
	return g.decode(body)
}

func (g *Gate) decode(body []byte) (*graphql.RawParams, *fault.Error) {
	if !utf8.Valid(body) {
		return nil, badInput("La solicitud no es UTF-8.")
	}
	members, err := strictjson.ReadObject(body, g.cfg.Limits.Values)
	switch {
	case errors.Is(err, strictjson.ErrTwice):
		return nil, Twice()
	case errors.Is(err, strictjson.ErrTooMany):
		return nil, TooManyValues(g.cfg.Limits.Values)
	case err != nil:
		return nil, badInput("La solicitud debe ser un objeto JSON con el miembro `query`.")
	}
	return ParamsOf(members)
}

// ParamsOf reads the members of a request.
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
	if !readExtensions(members["extensions"], p) {
		return nil, badInput("`extensions` debe ser un objeto.")
	}
	if wrong := readDocumentID(members, p); wrong != nil {
		return nil, wrong
	}
	if p.Query == "" && p.Extensions[persistedMember] == nil {
		return nil, missingQuery(members["query"])
	}
	return p, nil
}

// missingQuery is the error for an absent or empty query; an empty one has the right form.
func missingQuery(given json.RawMessage) *fault.Error {
	missing := badInput("Falta `query`.")
	if len(given) > 0 && given[0] == '"' {
		return missing.Because(errSemantic)
	}
	return missing
}

// readExtensions decodes the one extension that is known, and drops others.
func readExtensions(raw json.RawMessage, p *graphql.RawParams) bool {
	var all map[string]json.RawMessage
	if !strictjson.ReadMember(raw, &all) {
		return false
	}
	var known any
	if !strictjson.ReadMember(all[persistedMember], &known) {
		return false
	}
	if known != nil {
		p.Extensions = map[string]any{persistedMember: known}
	}
	return true
}

// readDocumentID reads the id of a document, if there is one. A text beside it is refused.
func readDocumentID(members map[string]json.RawMessage, p *graphql.RawParams) *fault.Error {
	id := ""
	switch {
	case !strictjson.ReadMember(members["documentId"], &id):
		return semanticError("`documentId` debe ser texto.")
	case id == "":
		return nil
	case p.Query != "":
		return semanticError("Envíe `query` o `documentId`, no ambos.")
	case p.Extensions[persistedMember] != nil:
		return semanticError("Envíe `documentId` o `extensions.persistedQuery`, no ambos.")
	}
	if p.Extensions == nil {
		p.Extensions = map[string]any{}
	}
	p.Extensions[persistedMember] = asPersisted(id)
	return nil
}

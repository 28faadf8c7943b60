package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// problem is a failure of the HTTP request itself, before there is an operation.
type problem struct {
	status int
	err    *fault.Error
	allow  string // methods, with 405
}

// problemOf answers with the status of the error's code.
func problemOf(err *fault.Error) *problem {
	return &problem{status: err.Code.Info().Status, err: err}
}

func badRequest(mensaje string) *problem { return problemOf(fault.New(fault.BadUserInput, mensaje)) }

// readRequest takes the operation from a GET's query string or a POST's body, and
// says how many bytes that was, or would have been.
func (a *API) readRequest(ctx context.Context, w http.ResponseWriter, r *http.Request) (_ *graphql.RawParams, size int, _ *problem) {
	if r.Method == http.MethodGet {
		params, p := readQuery(r.URL.RawQuery)
		return params, len(r.URL.RawQuery), p
	}
	if p := checkContentType(r); p != nil {
		return nil, 0, p
	}
	body, p := readBody(w, r, a.cfg.Limits.Body)
	if p != nil {
		return nil, int(max(int64(len(body)), r.ContentLength)), p
	}
	params, p := a.decode(ctx, body)
	return params, len(body), p
}

// readBody reads no byte of a body that says that it is too long.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, *problem) {
	tooLong := &problem{
		status: http.StatusRequestEntityTooLarge,
		err: fault.Newf(fault.BadUserInput, "La solicitud ocupa más de %d bytes.", most).
			ConRecuperacion("Divídala en varias. Los archivos no van por aquí: iniciarCarga dice a dónde."),
	}
	if r.ContentLength > most {
		return nil, tooLong
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var passed *http.MaxBytesError
	switch {
	case errors.As(err, &passed):
		return body, tooLong
	case err != nil:
		return body, badRequest("La solicitud llegó incompleta.")
	}
	return body, nil
}

func checkContentType(r *http.Request) *problem {
	unsupported := &problem{
		status: http.StatusUnsupportedMediaType,
		err:    fault.New(fault.BadUserInput, "Envíe la operación como application/json en UTF-8."),
	}
	for _, coding := range r.Header.Values("Content-Encoding") {
		if coding != "" {
			unsupported.err = fault.New(fault.BadUserInput, "Envíe la operación sin comprimir: sin Content-Encoding.")
			return unsupported
		}
	}
	values := r.Header.Values("Content-Type")
	if len(values) != 1 {
		return unsupported
	}
	media, params, err := mime.ParseMediaType(values[0])
	if err != nil || media != "application/json" {
		return unsupported
	}
	if charset, given := params["charset"]; given && !strings.EqualFold(charset, "utf-8") {
		return unsupported
	}
	return nil
}

// readQuery reads a GET; a parameter that comes twice is refused.
func readQuery(raw string) (*graphql.RawParams, *problem) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, badRequest("Los parámetros de la dirección están mal formados.")
	}
	members := map[string]json.RawMessage{}
	for _, name := range []string{"query", "operationName", "documentId", "variables", "extensions"} {
		v := values[name]
		switch {
		case len(v) > 1:
			return nil, badRequest("Un parámetro viene más de una vez.")
		case len(v) == 0 || v[0] == "":
		case !utf8.ValidString(v[0]):
			return nil, badRequest("Un parámetro no es UTF-8.")
		case name != "variables" && name != "extensions":
			members[name], _ = json.Marshal(v[0]) // a valid string always marshals
		default:
			members[name] = json.RawMessage(v[0])
			switch err := checkJSON(members[name]); {
			case errors.Is(err, jsontext.ErrDuplicateName):
				return nil, twice()
			case err != nil:
				return nil, badRequest("`variables` y `extensions` deben ser objetos JSON.")
			}
		}
	}
	return paramsOf(members)
}

// decodeParams reads the JSON of a request: of a POST, or of a socket's subscribe.
// Names are matched exactly; members that the specification does not know are
// ignored; what follows the object is refused.
func decodeParams(body []byte) (*graphql.RawParams, *problem) {
	if !utf8.Valid(body) {
		return nil, badRequest("La solicitud no es UTF-8.")
	}
	members, err := readObject(body)
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return nil, twice()
	case err != nil:
		return nil, badRequest("La solicitud debe ser un objeto JSON con el miembro `query`.")
	}
	return paramsOf(members)
}

func twice() *problem { return badRequest("Un miembro de la solicitud viene más de una vez.") }

// readObject reads the members of one JSON object, with nothing after it.
func readObject(data []byte) (members map[string]json.RawMessage, err error) {
	if err := checkJSON(data); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	if members == nil {
		return nil, errNoObject // but null
	}
	return members, nil
}

// checkJSON holds data to one JSON value in which no object, however deep, has two
// members of one name: readers disagree about which of them counts, and
// encoding/json takes the last without a word.
func checkJSON(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewBuffer(data))
	if _, err := d.ReadValue(); err != nil {
		return err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errNoObject
	}
	return nil
}

var errNoObject = errors.New("transport: not one JSON object")

func paramsOf(members map[string]json.RawMessage) (*graphql.RawParams, *problem) {
	p := &graphql.RawParams{}
	if !readMember(members["query"], &p.Query) {
		return nil, badRequest("`query` debe ser texto.")
	}
	if !readMember(members["operationName"], &p.OperationName) {
		return nil, badRequest("`operationName` debe ser texto.")
	}
	if !readMember(members["variables"], &p.Variables) {
		return nil, badRequest("`variables` debe ser un objeto.")
	}
	if !readMember(members["extensions"], &p.Extensions) {
		return nil, badRequest("`extensions` debe ser un objeto.")
	}
	if wrong := nameDocument(members, p); wrong != nil {
		return nil, wrong
	}
	if p.Query == "" && p.Extensions[persistedMember] == nil {
		return nil, badRequest("Falta `query`.")
	}
	return p, nil
}

// nameDocument takes an id of a document, if there is one, and no text beside it.
func nameDocument(members map[string]json.RawMessage, p *graphql.RawParams) *problem {
	id := ""
	switch {
	case !readMember(members["documentId"], &id):
		return badRequest("`documentId` debe ser texto.")
	case id == "":
		return nil
	case p.Query != "":
		return badRequest("Envíe `query` o `documentId`, no ambos.")
	case p.Extensions[persistedMember] != nil:
		return badRequest("Envíe `documentId` o `extensions.persistedQuery`, no ambos.")
	}
	if p.Extensions == nil {
		p.Extensions = map[string]any{}
	}
	p.Extensions[persistedMember] = asPersisted(id)
	return nil
}

// readMember decodes a member; absent and null leave the zero value. Numbers keep
// all their digits.
func readMember(raw json.RawMessage, into any) bool {
	if len(raw) == 0 {
		return true
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	return d.Decode(into) == nil
}

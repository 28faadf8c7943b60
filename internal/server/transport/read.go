package transport

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/admission"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

func checkContentType(r *http.Request, most int) *reply.Problem {
	unsupported := &reply.Problem{
		Status: http.StatusUnsupportedMediaType,
		Err:    fault.New(fault.BadUserInput, "Envíe la operación como application/json en UTF-8."),
	}
	for _, coding := range r.Header.Values("Content-Encoding") {
		if coding != "" {
			unsupported.Err = fault.New(fault.BadUserInput, "Envíe la operación sin comprimir: sin Content-Encoding.")
			return unsupported
		}
	}
	values := r.Header.Values("Content-Type")
	if reply.LongerThan(values, most) {
		return reply.LongHeader("Content-Type")
	}
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

// maxParameters is how many parameters a GET may have. GraphQL over HTTP has five; proxies may add some.
const maxParameters = 64

// readQuery reads a GET. It refuses a repeated parameter.
func readQuery(raw string, most int) (*graphql.RawParams, *reply.Problem) {
	if strings.Count(raw, "&") >= maxParameters {
		return nil, reply.BadRequest("La dirección trae demasiados parámetros.")
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, reply.BadRequest("Los parámetros de la dirección están mal formados.")
	}
	members := map[string]json.RawMessage{}
	for _, name := range []string{"query", "operationName", "documentId", "variables", "extensions"} {
		v := values[name]
		switch {
		case len(v) > 1:
			return nil, reply.BadRequest("Un parámetro viene más de una vez.")
		case len(v) == 0 || v[0] == "":
		case !utf8.ValidString(v[0]):
			return nil, reply.BadRequest("Un parámetro no es UTF-8.")
		case name != "variables" && name != "extensions":
			members[name], _ = json.Marshal(v[0]) // a valid string always marshals
		default:
			members[name] = json.RawMessage(v[0])
			switch err := strictjson.Check(members[name], most); {
			case errors.Is(err, strictjson.ErrTwice):
				return nil, reply.ProblemOf(admission.Twice())
			case errors.Is(err, strictjson.ErrTooMany):
				return nil, reply.ProblemOf(admission.TooManyValues(most))
			case err != nil:
				return nil, reply.BadRequest("`variables` y `extensions` deben ser objetos JSON.")
			}
		}
	}
	params, wrong := admission.ParamsOf(members)
	if wrong != nil {
		return nil, reply.ProblemOf(wrong)
	}
	return params, nil
}

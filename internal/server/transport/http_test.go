package transport_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const (
	jsonType    = "application/json; charset=utf-8"
	graphQLType = "application/graphql-response+json; charset=utf-8"
	secret      = "s3cr3t-valor"
)

func TestPage(t *testing.T) {
	b := start(t)
	a := b.query(`query($n: Int) { miCarpeta { carpetaId documentos(first: $n) { nodes { titulo hashDocumento } pageInfo { hasNextPage } } } }`, map[string]any{"n": 3})
	if a.status != http.StatusOK || len(a.Errors) > 0 || !strings.Contains(a.body, b.carpeta.CarpetaID) || !strings.Contains(a.body, `"hasNextPage":true`) {
		t.Fatal(a.status, a.body)
	}
	if got := b.meter.last(); got != "query OK" {
		t.Errorf("observed %q", got)
	}
}

// TestStatus is what the transport answers before anything is executed. Every
// row that fails carries a secret, which no answer may repeat.
func TestStatus(t *testing.T) {
	b := start(t)
	typename := `{"query":"{ __typename }"}`
	withType := func(media string) map[string]string { return map[string]string{"Content-Type": media} }
	accept := func(media string) map[string]string {
		return map[string]string{"Content-Type": "application/json", "Accept": media}
	}
	get := func(pairs ...string) string {
		v := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			v.Add(pairs[i], pairs[i+1])
		}
		return "/graphql?" + v.Encode()
	}
	for name, c := range map[string]struct {
		request
		status int
		media  string // "" is application/json
		code   string
		header [2]string
	}{
		"plain":                     {request{body: typename, header: withType("application/json")}, 200, "", "", [2]string{}},
		"charset":                   {request{body: typename, header: withType("application/json; charset=UTF-8")}, 200, "", "", [2]string{}},
		"new media type":            {request{body: typename, header: accept("application/graphql-response+json")}, 200, graphQLType, "", [2]string{}},
		"q-values":                  {request{body: typename, header: accept("application/json;q=0.5, application/graphql-response+json;q=0.9")}, 200, graphQLType, "", [2]string{}},
		"q=0 excludes":              {request{body: typename, header: accept("application/json;q=0, */*;q=0.1")}, 200, graphQLType, "", [2]string{}},
		"any":                       {request{body: typename, header: accept("text/html, */*;q=0.1")}, 200, "", "", [2]string{}},
		"range":                     {request{body: typename, header: accept("application/*")}, 200, "", "", [2]string{}},
		"not acceptable":            {request{body: typename, header: accept("text/html, image/" + secret)}, 406, "", "BAD_USER_INPUT", [2]string{}},
		"other charset accepted":    {request{body: typename, header: accept("application/json; charset=latin1")}, 406, "", "BAD_USER_INPUT", [2]string{}},
		"no content type":           {request{body: typename}, 415, "", "BAD_USER_INPUT", [2]string{}},
		"form":                      {request{body: "query=" + secret, header: withType("application/x-www-form-urlencoded")}, 415, "", "BAD_USER_INPUT", [2]string{}},
		"multipart":                 {request{body: secret, header: withType("multipart/form-data; boundary=x")}, 415, "", "BAD_USER_INPUT", [2]string{}},
		"text":                      {request{body: typename, header: withType("text/plain")}, 415, "", "BAD_USER_INPUT", [2]string{}},
		"latin1":                    {request{body: typename, header: withType("application/json; charset=latin1")}, 415, "", "BAD_USER_INPUT", [2]string{}},
		"q is no qvalue":            {request{body: typename, header: accept("application/json;q=1e0, text/event-stream;q=0x1p-1")}, 406, "", "BAD_USER_INPUT", [2]string{}},
		"compressed":                {request{body: typename, header: map[string]string{"Content-Type": "application/json", "Content-Encoding": secret}}, 415, "", "BAD_USER_INPUT", [2]string{}},
		"member twice":              {request{body: `{"query":"{ ` + secret + ` }","query":"{ __typename }"}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"put":                       {request{method: "PUT", body: typename, header: withType("application/json")}, 405, "", "BAD_USER_INPUT", [2]string{"Allow", "GET, POST"}},
		"delete":                    {request{method: "DELETE"}, 405, "", "BAD_USER_INPUT", [2]string{"Allow", "GET, POST"}},
		"empty":                     {request{header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"not json":                  {request{body: `{"query": ` + secret, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"batch":                     {request{body: "[" + typename + "]", header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"null":                      {request{body: "null", header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"no query":                  {request{body: `{"consulta":"` + secret + `"}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"query in capitals":         {request{body: `{"QUERY":"{ __typename }"}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"query is a number":         {request{body: `{"query":7}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"operationName is a number": {request{body: `{"query":"{ __typename }","operationName":7}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"variables is a list":       {request{body: `{"query":"{ __typename }","variables":["` + secret + `"]}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"extensions is text":        {request{body: `{"query":"{ __typename }","extensions":"` + secret + `"}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"nulls":                     {request{body: `{"query":"{ __typename }","operationName":null,"variables":null,"extensions":null,"otro":1}`, header: withType("application/json")}, 200, "", "", [2]string{}},
		"not utf-8":                 {request{body: "{\"query\":\"{ __typename } # \xff\"}", header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"syntax, old clients":       {request{body: `{"query":"{ x(a: \"` + secret + `\" "}`, header: withType("application/json")}, 200, "", "GRAPHQL_PARSE_FAILED", [2]string{}},
		"syntax":                    {request{body: `{"query":"{ \"` + secret + `\" }"}`, header: accept("application/graphql-response+json")}, 400, graphQLType, "GRAPHQL_PARSE_FAILED", [2]string{}},
		"unknown field":             {request{body: `{"query":"{ nada }"}`, header: accept("application/graphql-response+json")}, 400, graphQLType, "GRAPHQL_VALIDATION_FAILED", [2]string{}},
		"which operation":           {request{body: `{"query":"query A { __typename } query B { __typename }"}`, header: accept("application/graphql-response+json")}, 400, graphQLType, "GRAPHQL_VALIDATION_FAILED", [2]string{}},
		"unknown operation":         {request{body: `{"query":"query A { __typename }","operationName":"` + secret + `"}`, header: accept("application/graphql-response+json")}, 400, graphQLType, "GRAPHQL_VALIDATION_FAILED", [2]string{}},
		"get":                       {request{method: "GET", path: get("query", "{ __typename }")}, 200, "", "", [2]string{}},
		"get with variables":        {request{method: "GET", path: get("query", "query A($a: Boolean!) { __typename @include(if: $a) }", "variables", `{"a":true}`, "operationName", "A")}, 200, "", "", [2]string{}},
		"get without query":         {request{method: "GET"}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"get twice":                 {request{method: "GET", path: get("query", "{ __typename }", "query", secret)}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"get bad variables":         {request{method: "GET", path: get("query", "{ __typename }", "variables", secret)}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"get variables not utf-8":   {request{method: "GET", path: get("query", "{ __typename }", "variables", "{\"a\":\"\xff\"}")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"get mutation":              {request{method: "GET", path: get("query", `mutation { cancelarEliminacion(input: {eventoId: "`+secret+`"}) { errores { ... on ErrorDeUsuario { codigo } } } }`)}, 405, "", "BAD_USER_INPUT", [2]string{"Allow", "POST"}},
		"subscription by post":      {request{body: `{"query":"subscription { eliminacion(eventoId: \"` + secret + `\") { secuencia } }"}`, header: withType("application/json")}, 400, "", "BAD_USER_INPUT", [2]string{}},
		"bad token":                 {request{body: typename, header: map[string]string{"Authorization": "Bearer " + secret}}, 401, "", "UNAUTHENTICATED", [2]string{"WWW-Authenticate", `Bearer error="invalid_token"`}},
		"bad scheme":                {request{body: typename, header: map[string]string{"Authorization": "Basic " + secret}}, 401, "", "UNAUTHENTICATED", [2]string{"WWW-Authenticate", `Bearer error="invalid_token"`}},
		"expired token":             {request{body: typename, header: map[string]string{"Authorization": "Bearer " + b.issue(secret, -1)}}, 401, "", "UNAUTHENTICATED", [2]string{"WWW-Authenticate", `Bearer error="invalid_token"`}},
	} {
		t.Run(name, func(t *testing.T) {
			a := b.do(c.request)
			media := c.media
			if media == "" {
				media = jsonType
			}
			if a.status != c.status || a.header.Get("Content-Type") != media || a.code() != c.code {
				t.Fatalf("got %d %q %q: %s", a.status, a.header.Get("Content-Type"), a.code(), a.body)
			}
			if strings.Contains(a.body, secret) {
				t.Errorf("the answer repeats the request: %s", a.body)
			}
			if c.code != "" && strings.Contains(a.body, `"data"`) {
				t.Errorf("data in a request error: %s", a.body)
			}
			if name := c.header[0]; name != "" && a.header.Get(name) != c.header[1] {
				t.Errorf("%s is %q", name, a.header.Get(name))
			}
		})
	}
}

func TestAnonymousIsNobody(t *testing.T) {
	b := start(t)
	a := b.do(request{body: operation("{ miCarpeta { id } }", nil), header: map[string]string{"Content-Type": "application/json"}})
	if a.status != http.StatusOK || a.code() != "UNAUTHENTICATED" || string(a.Data) != `{"miCarpeta":null}` {
		t.Fatal(a.status, a.body)
	}
	if got := b.meter.last(); got != "query UNAUTHENTICATED" {
		t.Errorf("observed %q", got)
	}
}

func TestMutation(t *testing.T) {
	b := start(t)
	a := b.query(`mutation($id: ID!) { deleteDocumento(input: {documentoId: $id, ventana: 60}) { eliminacion { estado pasoActual documentoGlobalId } documento { estadoDocumento } errores { ... on ErrorDeUsuario { codigo } } } }`,
		map[string]any{"id": b.docs[0].ID()})
	if a.status != http.StatusOK || !strings.Contains(a.body, `"pasoActual":"ESPERA"`) || !strings.Contains(a.body, `"ELIMINANDO"`) ||
		!strings.Contains(a.body, `"documentoGlobalId":"`+b.docs[0].ID()+`"`) {
		t.Fatal(a.status, a.body, b.log.String())
	}
}

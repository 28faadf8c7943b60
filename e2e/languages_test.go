package e2e_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// speaking sends a language with each request, and with the handshake of a socket.
type speaking string

func (s speaking) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Accept-Language", string(s))
	return http.DefaultTransport.RoundTrip(r)
}

// TestRefusalsAreInTheLanguageOfTheirReader: on every way there is to be refused.
func TestRefusalsAreInTheLanguageOfTheirReader(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "3")[0]
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	absent := uuid.Must(uuid.NewV7()).String()
	for language, want := range map[string]struct{ absent, document, title, first, trail, parameter, link, bearer, tag string }{
		"": {
			"No se encontró lo que busca.", "No se encontró el documento.", "De 1 a 200 caracteres, sin caracteres de control ni de dirección.", "`first` es 101; va de 1 a 100.",
			"Su rol no permite esta operación.", "Parámetros no válidos: limit - debe ser un número entero.", "No se encontró el archivo.",
			"El token no es un JWT firmado con un algoritmo admitido.", "es",
		},
		"en-GB, en;q=0.9, es;q=0.5": {
			"What you ask for was not found.", "The document was not found.", "From 1 to 200 characters, without control or direction characters.", "`first` is 101; it goes from 1 to 100.",
			"Your role does not permit this operation.", "Parameters that are not valid: limit - has to be a whole number.", "The file was not found.",
			"The token is no JWT that is signed with an accepted algorithm.", "en",
		},
	} {
		t.Run(want.tag, func(t *testing.T) {
			c := c
			if language != "" {
				c.Through = speaking(language)
			}
			says := func(what string, r serverkit.Answer, sentence string) {
				t.Helper()
				if !strings.Contains(string(r.Body), quoted(sentence)) {
					t.Errorf("%s: %d %s, want %q", what, r.Status, r.Body, sentence)
				}
			}
			says("a field", c.MustPost(t, eliminacionQuery, obj{"id": absent}), want.absent)
			says("a payload", c.MustPost(t, deleteMutation, obj{"id": globalID("Documento", mine.CarpetaID, absent)}), want.document)
			input := cargaInput(mine.CarpetaID, []byte("x"))
			input["titulo"] = ""
			says("a field of an input", c.MustPost(t, untitled, obj{"input": input}), want.title)
			says("an argument", c.MustPost(t, `query($id: ID!) { carpeta(id: $id) { documentos(first: 101) { nodes { id } } } }`, obj{"id": mine.CarpetaID}), want.first)
			says("a document for developers", c.MustPost(t, `{ nada }`, nil), `Cannot query field "nada" on type "Query". Did you mean "node"?`)
			bad := serverkit.Client{URL: c.URL, Token: "x.y.z", Through: c.Through}.MustPost(t, `{ __typename }`, nil)
			says("a token", bad, want.bearer)
			for name, open := range serverkit.Transports {
				_, end := open(t, c, oneSubscription, obj{"id": absent}).UntilEnd(t, soon)
				if len(end.Errors) != 1 || end.Errors[0].Message != want.absent {
					t.Errorf("%s: %+v", name, end)
				}
			}
			auditor := house.Token(t, "auditora", "auditor", "", soon)
			for path, sentence := range map[string]string{
				c.Token + " /api/v1/audit/events":            want.trail,
				auditor + " /api/v1/audit/events?limit=x":    want.parameter,
				" /objetos/" + mine.CarpetaID + "/" + absent: want.link,
			} {
				token, path, _ := strings.Cut(path, " ")
				r := fetched(t, c, token, path)
				says(path, r, sentence)
				if got := r.Header.Get("Content-Language"); got != want.tag {
					t.Errorf("%s: Content-Language is %q", path, got)
				}
			}
		})
	}
}

const untitled = `mutation($input: IniciarCargaInput!) { iniciarCarga(input: $input) { errores { ... on EntradaInvalida { campos { mensaje } } } } }`

// quoted is a sentence as JSON has it.
func quoted(sentence string) string {
	text, _ := json.Marshal(sentence)
	return string(text)
}

func fetched(t *testing.T, c serverkit.Client, token, path string) serverkit.Answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := (&http.Client{Transport: c.Through}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return serverkit.Answer{Status: resp.StatusCode, Header: resp.Header, Body: body}
}

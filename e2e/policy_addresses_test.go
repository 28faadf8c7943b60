package e2e_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// address is what the server answers beside GraphQL. Everybody sends the token that they have; whoever has a code, the
// code in its place.
type address struct {
	what   string
	access access
	holder outcome
	path   func(m *world, q quien) string
	body   func(m *world, q quien) string // nil: a GET
}

// The accesses to addresses.
var (
	anyone     = access{yes, yes, yes, yes, yes, yes, yes, yes, yes}
	nobodyElse = access{notFound, notFound, notFound, notFound, notFound, notFound, notFound, notFound, notFound} // as for a code that never was
)

func always(path string) func(*world, quien) string {
	return func(*world, quien) string { return path }
}

var policyAddresses = []address{
	{"`POST /v/usar`, with the code", nobodyElse, yes, always("/v/usar"), func(m *world, q quien) string { return `{"codigo":"` + m.shown.codeOf(q) + `"}` }},
	{"`GET /v/archivo`, with what the use gave", nobodyElse, yes, func(m *world, q quien) string { return m.shown.withPass(q, m.shown.file) }, nil},
	{"`GET /v/copia`, with what the use gave", nobodyElse, yes, func(m *world, q quien) string { return m.shown.withPass(q, m.shown.copia) }, nil},
	{"`GET /v/`, the page without the code", anyone, yes, always("/v/"), nil},
	{"`GET /estado/1`", anyone, yes, always("/estado/1"), nil},
	{"`GET /.well-known/carpeta-sello/confianza.json`", anyone, yes, always("/.well-known/carpeta-sello/confianza.json"), nil},
	{"`GET /api/v1/operadores/…/audit/events`", ofOwnOperador, unauthenticated, func(m *world, _ quien) string {
		return "/api/v1/operadores/" + m.variables["operadorId"].(string) + "/audit/events"
	}, nil},
}

func (a address) of(q quien) outcome {
	if q == codeHolder {
		return a.holder
	}
	return a.access[q]
}

// shown is a code that somebody holds, and the addresses of the file and of the copy that it showed them.
type shown struct{ code, file, copia string }

// guess has the form of a code, and is none.
var guess = strings.Repeat("A", 22)

func (s shown) codeOf(q quien) string {
	if q == codeHolder {
		return s.code
	}
	return guess
}

func (s shown) withPass(q quien, address string) string {
	if q == codeHolder {
		return address
	}
	before, _, _ := strings.Cut(address, "=")
	return before + "=" + guess
}

// handOut makes a code for whoever holds one.
func (m *world) handOut(t *testing.T) {
	t.Helper()
	m.shown.code = serverkit.Do[alias[struct{ Codigo struct{ Codigo string } }]](t, m.clients[dueno],
		`mutation($id: ID!) { r: crearCodigo(input: {documentoId: $id, alcance: DATOS_Y_ARCHIVO, conCopiaVerificable: true}) { codigo { codigo } } }`, obj{"id": m.variables["entregado"]}).R.Codigo.Codigo
	a, status := useCode(t, m.server.URL, m.shown.code)
	mustSame(t, "status", http.StatusOK, status)
	m.shown.file, m.shown.copia = a.Archivo.Direccion, a.Archivo.Copia
	m.clients[codeHolder] = serverkit.Client{URL: m.server.URL, Token: m.shown.code}
}

// tryAddresses asks for every address as everybody.
func (m *world) tryAddresses(t *testing.T) {
	t.Helper()
	for _, a := range policyAddresses {
		for q := range quien(everyone) {
			got, body := m.get(t, a, q)
			compare(t, fmt.Sprintf("%s as %s", a.what, q), got, a.of(q))
			m.noSecrets(t, q, a.what, body)
		}
	}
}

func (m *world) get(t *testing.T, a address, q quien) (outcome, []byte) {
	t.Helper()
	method, body := http.MethodGet, io.Reader(http.NoBody)
	if a.body != nil {
		method, body = http.MethodPost, strings.NewReader(a.body(m, q))
	}
	r, err := http.NewRequestWithContext(t.Context(), method, m.server.URL+a.path(m, q), body)
	must(t, err)
	r.Header.Set("Content-Type", "application/json")
	if token := m.clients[q].Token; token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(r)
	must(t, err)
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	must(t, err)
	got, known := map[int]outcome{http.StatusOK: yes, http.StatusUnauthorized: unauthenticated, http.StatusForbidden: denied, http.StatusNotFound: notFound}[answer.StatusCode]
	if !known {
		t.Errorf("%s as %s: %d %s", a.what, q, answer.StatusCode, content)
	}
	return got, content
}

// writeAddresses writes their table.
func writeAddresses(b *strings.Builder) {
	b.WriteString("\n## Beside GraphQL\n\n" +
		"Whoever has a code of a citizen (*portador de un código*) has no account: they see what the code shows, and nothing\n" +
		"else. A code is no token. For everybody else it is as if there were no such code, also for the owner.\n\n| address |")
	writeHead(b)
	for _, a := range policyAddresses {
		writeRow(b, a.what, a.of)
	}
}

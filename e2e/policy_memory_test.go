package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// fromMemory are the requests that a process answers from what it remembers of carpetas, if it may (ADR 0030): pages,
// which need nothing of the carpeta but its owner. at is where the answer has its value.
var fromMemory = []struct{ root, request, below, at string }{
	{"Query.carpeta", "Query.carpeta", `documentos(first: 1, after: $cursor) { modificacionDetectada nodes { titulo } }`, "r.documentos"},
	{"Query.carpeta", "Query.carpeta", `documentos(first: 1, after: $cursor) { nodes { titulo } pageInfo { hasPreviousPage } }`, "r.documentos"},
	{"Query.carpeta", "Query.carpeta", `eliminaciones(first: 1) { nodes { estado } }`, "r.eliminaciones"},
	{"Query.carpeta", "Query.carpeta", `__typename`, "r"},
	{"Query.miCarpeta", "Query.miCarpeta", `__typename`, "r"},
	{"Query.miCarpeta", "Query.miCarpeta", `cargas(first: 1) { nodes { expiraEn } }`, "r.cargas"},
	{"Query.node", "Query.node carpeta", `... on Carpeta { documentos(first: 1) { nodes { titulo } } }`, "r.documentos"},
	{"Query.node", "Query.node", `... on Documento { titulo hashDocumento }`, "r.titulo"},
	{"Query.nodes", "Query.nodes", `... on Documento { titulo hashDocumento }`, "r.titulo"},
}

// tryFromMemory asks each of them of a process that remembers nobody, strangers first and the owner last, and then all
// of them again of the same process, which has just shown the carpeta to its owner. The outcomes are those of the table.
func (m *world) tryFromMemory(t *testing.T) {
	t.Helper()
	page := serverkit.Do[alias[struct {
		Documentos struct{ PageInfo struct{ EndCursor string } }
	}]](t, m.clients[dueno],
		`{ r: miCarpeta { documentos(first: 1) { pageInfo { endCursor } } } }`, nil)
	namesakes := m.namesakes()
	m.variables["cursor"] = page.R.Documentos.PageInfo.EndCursor
	for _, f := range fromMemory {
		query := strings.ReplaceAll(policyRequests[f.request], "%s", f.below)
		if strings.Contains(f.below, "$cursor") {
			query = strings.Replace(query, "query(", "query($cursor: String!, ", 1)
		}
		want := accessTo(f.root)
		m.server.Stop(t)
		m.server.Restart(t)
		for _, memory := range []string{"cold", "warm"} {
			for q := range quien(everyone) {
				if q != dueno {
					m.ask(t, fmt.Sprint(memory, " ", query), query, f.at, q, m.clients[q], want.of(q))
				}
			}
			for q, c := range namesakes {
				m.ask(t, fmt.Sprint(memory, ", in the owner's name, ", query), query, f.at, q, c, want[q])
			}
			m.ask(t, fmt.Sprint(memory, " ", query), query, f.at, dueno, m.clients[dueno], want[dueno])
		}
	}
}

func (m *world) ask(t *testing.T, what, query, at string, q quien, c serverkit.Client, want outcome) {
	t.Helper()
	r := c.MustPost(t, query, m.variables)
	m.noSecrets(t, q, query, r.Body)
	if !want.permits() {
		at = "r"
	}
	compare(t, fmt.Sprintf("%s as %s", what, q), readOutcome(r, at), want)
}

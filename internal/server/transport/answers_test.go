package transport_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// TestSharedAnswers: many subscribers of one deletion with the same document get every
// step, each in its turn; a value that depends on the caller is never another caller's.
func TestSharedAnswers(t *testing.T) {
	b := start(t)
	id := b.remove(0, 3600)
	const own = `subscription($id: ID!) { eliminacion(eventoId: $id) { ...F progreso { paso } } } fragment F on Eliminacion { __typename secuencia estado historia { paso } }`
	const personal = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia carpeta { carpetaId } } }`
	const named = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia auditoria { solicitadaPor } } }`
	auditor, err := b.emisor.Issue("auditora", auth.Auditor, "", time.Hour)
	b.must(err)
	var clients []*wsClient
	for _, token := range []string{b.token, auditor, b.token} {
		c := b.dial(nil)
		c.init(token)
		c.subscribe("own", own, map[string]any{"id": id})
		first := c.expect("own", "next")
		if !strings.Contains(string(first.Payload), `"secuencia":1`) {
			t.Fatal(string(first.Payload))
		}
		c.subscribe("personal", personal, map[string]any{"id": id})
		if m := c.expect("personal", "next"); strings.Contains(string(m.Payload), b.carpeta.CarpetaID) != (token == b.token) {
			t.Errorf("the folder of somebody else's answer: %s", m.Payload)
		}
		c.subscribe("named", named, map[string]any{"id": id})
		if m := c.expect("named", "next"); strings.Contains(string(m.Payload), b.carpeta.CiudadanoID) != (token == auditor) {
			t.Errorf("who did it, to whom it may not be told: %s", m.Payload)
		}
		clients = append(clients, c)
	}
	b.undo(id)
	for i, c := range clients {
		seen := map[string]int{}
		for range 6 { // a next and a complete each
			m, err := c.read()
			b.must(err)
			seen[m.ID+" "+m.Type]++
			if m.Type == "next" && !strings.Contains(string(m.Payload), `"secuencia":2`) {
				t.Errorf("client %d: %s", i, m.Payload)
			}
			if m.ID == "personal" && m.Type == "next" && strings.Contains(string(m.Payload), b.carpeta.CarpetaID) != (i != 1) {
				t.Errorf("client %d sees another's answer: %s", i, m.Payload)
			}
			if m.ID == "named" && m.Type == "next" && strings.Contains(string(m.Payload), b.carpeta.CiudadanoID) != (i == 1) {
				t.Errorf("client %d sees who did it: %s", i, m.Payload)
			}
		}
		if len(seen) != 6 {
			t.Errorf("client %d: %v", i, seen)
		}
	}
}

// TestEveryFieldIsForItsCaller: callers of all roles follow one deletion with the same
// text, in every order. Each gets what a query of its own gets, which shares nothing.
// (Nobody but its owner may follow a folder: politica.md.)
func TestEveryFieldIsForItsCaller(t *testing.T) {
	b := start(t)
	id := b.remove(0, 3600)
	roles := b.tokensOfAllRoles()
	for _, field := range selections(b.schema(), "Eliminacion") {
		for turn, order := range [][]string{{"owner", "operador", "auditor"}, {"auditor", "owner", "operador"}, {"operador", "auditor", "owner"}} {
			const text = `%s($id: ID!) { eliminacion(eventoId: $id) { secuencia %s } } # order %d`
			var open []*wsClient
			for _, role := range order {
				want := b.do(request{body: operation(fmt.Sprintf(text, "query", field, turn), map[string]any{"id": id}), header: map[string]string{
					"Content-Type": "application/json", "Authorization": "Bearer " + roles[role],
				}})
				c := b.dial(nil)
				c.init(roles[role])
				c.subscribe("1", fmt.Sprintf(text, "subscription", field, turn), map[string]any{"id": id})
				var got answer
				b.must(json.Unmarshal(c.expect("1", "next").Payload, &got))
				open = append(open, c)
				if diff := cmp.Diff(string(want.Data), string(got.Data)); diff != "" {
					t.Errorf("%s, asked by %v: %s sees another's answer (-own +got):\n%s", field, order, role, diff)
				}
			}
			for _, c := range open { // a subject has only so many sockets
				_ = c.conn.CloseNow()
			}
		}
	}
}

func (b *bench) tokensOfAllRoles() map[string]string {
	operador, err := b.emisor.Issue("empleada", auth.Operador, b.carpeta.OperadorID, time.Hour)
	b.must(err)
	auditor, err := b.emisor.Issue("auditora", auth.Auditor, "", time.Hour)
	b.must(err)
	return map[string]string{"owner": b.token, "operador": operador, "auditor": auditor}
}

func (b *bench) schema() *ast.Schema {
	return graph.NewExecutableSchema(graph.Config{}).Schema()
}

// selections are a type's fields that need no arguments, each with the leaves below it.
func selections(s *ast.Schema, typ string) (all []string) {
	for _, f := range s.Types[typ].Fields {
		if strings.HasPrefix(f.Name, "__") || len(f.Arguments) > 0 {
			continue
		}
		var leaves []string
		if below := s.Types[f.Type.Name()]; below.Kind == ast.Object {
			for _, leaf := range below.Fields {
				if s.Types[leaf.Type.Name()].IsLeafType() && !strings.HasPrefix(leaf.Name, "__") {
					leaves = append(leaves, leaf.Name)
				}
			}
			all = append(all, f.Name+" { "+strings.Join(leaves, " ")+" }")
			continue
		}
		all = append(all, f.Name)
	}
	return all
}

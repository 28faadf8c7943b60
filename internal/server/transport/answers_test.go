package transport_test

import (
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
)

// TestSharedAnswers: many who watch one deletion with the same document get every
// step, each in its turn; what depends on who asks is never another's.
func TestSharedAnswers(t *testing.T) {
	b := start(t)
	id := b.remove(0, 3600)
	const own = `subscription($id: ID!) { eliminacion(eventoId: $id) { ...F progreso { paso } } } fragment F on Eliminacion { __typename secuencia estado historia { paso } }`
	const personal = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia carpeta { carpetaId } } }`
	const named = `subscription($id: ID!) { eliminacion(eventoId: $id) { secuencia auditoria { solicitadaPor } } }`
	auditor, err := b.emisor.Emitir("auditora", auth.Auditor, "", time.Hour)
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

package transport_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/server/transport"
)

// titles selects the title under so many names of some hundred letters.
func titles(n int) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, " a%d%s: titulo", i, strings.Repeat("x", 100))
	}
	return s.String()
}

// TestLongAnswerIsNotMade: neither one that gqlgen writes nor a page that is written in one go. Nothing of it is held
// afterwards.
func TestLongAnswerIsNotMade(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.AnswerKiB, l.AnswersKiB = 64, 256 }))
	page := `query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { %s } } } }`
	folder := map[string]any{"c": b.carpeta.CarpetaID}
	for range 10 {
		a := b.query(fmt.Sprintf(page, titles(50)), folder)
		if a.code() != "QUERY_TOO_COMPLEX" || string(a.Data) != "null" || a.status != 200 || !strings.Contains(a.body, "64 KiB") {
			t.Fatalf("%d %.300s", a.status, a.body)
		}
	}
	if a := b.query(fmt.Sprintf(page, titles(5)), folder); a.code() != "" {
		t.Errorf("a shorter one: %.300s", a.body)
	}
	c := b.connect()
	c.subscribe("1", fmt.Sprintf(page, titles(50)), folder)
	if m := c.expect("1", "next"); !strings.Contains(string(m.Payload), "QUERY_TOO_COMPLEX") {
		t.Errorf("on a socket: %.300s", m.Payload)
	}

	large := start(t, largeAnswer, withLimits(func(l *limits.Limits) { l.AnswerKiB = 64 }))
	if a := large.query(`{ miCarpeta { carpetaId } }`, nil); a.code() != "QUERY_TOO_COMPLEX" || string(a.Data) != "null" {
		t.Errorf("what gqlgen writes: %.300s", a.body)
	}
}

// TestLongAnswerOfAMutationSaysThatItWasDone: nobody shall do it again.
func TestLongAnswerOfAMutationSaysThatItWasDone(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.AnswerKiB = 64 }))
	a := b.query(`mutation($d: ID!) { deleteDocumento(input: {documentoId: $d, ventana: 3600}) { eliminacion { carpeta { documentos(first: 100) { nodes {`+titles(50)+` } } } } } }`,
		map[string]any{"d": b.docs[0].ID()})
	if a.code() != "QUERY_TOO_COMPLEX" || !strings.Contains(a.body, "se hizo") || !strings.Contains(a.body, "No la repita") {
		t.Fatalf("%.400s", a.body)
	}
	if a := b.query(`{ miCarpeta { eliminaciones { nodes { eventoId } } } }`, nil); !strings.Contains(a.body, "eventoId") {
		t.Errorf("it was not done: %.300s", a.body)
	}
}

// TestLongAnswerToAnEventIsNotMade: its subscription is told, and goes on.
func TestLongAnswerToAnEventIsNotMade(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.AnswerKiB = 64 }))
	c := b.connect()
	c.subscribe("1", `subscription($e: ID!) { eliminacion(eventoId: $e) { secuencia carpeta { documentos(first: 100) { nodes {`+titles(50)+` } } } } }`,
		map[string]any{"e": b.remove(0, 3600)})
	if m := c.expect("1", "next"); !strings.Contains(string(m.Payload), "QUERY_TOO_COMPLEX") || strings.Contains(string(m.Payload), "xxx") {
		t.Errorf("%.300s", m.Payload)
	}
}

// TestSchemaIsPaidByItsAnswer: the price is known before, and is what the answer takes.
func TestSchemaIsPaidByItsAnswer(t *testing.T) {
	b := start(t, func(c *transport.Config) { c.TellCost = true })
	a := b.query(introspection, nil)
	values := strings.Count(a.body, `":`)
	var price int
	if _, rest, found := strings.Cut(a.body, `"precio":`); found {
		_, _ = fmt.Sscan(rest, &price)
	}
	if price < values || price > 2*values {
		t.Errorf("%d values of %d bytes cost %d", values, len(a.body), price)
	}
	t.Log(values, len(a.body), price)
}

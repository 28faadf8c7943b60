package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// sender makes up operations about the data at hand, and who sends each. The same number gives the same operations, but for
// the ids and cursors of the data.
type sender struct {
	*edges

	ids     map[string][]string // by the argument they fit; "" are all, and some that name nothing
	cursors []string            // seen in answers
	from    quien
	free    bool // also asks for root fields that the policy permits to nobody like them
}

// senders are persons by how often they send something.
var senders = []quien{dueno, dueno, dueno, dueno, operador, operador, operador, stranger, foreignOperador, auditor, entidad, foreignEntidad, administrador, anonymous}

func newSender(t *testing.T, m *world, seed uint64) *sender {
	t.Helper()
	s := &sender{edges: newEdges(seed, m.schema), ids: m.ids()}
	permitted := map[string]access{}
	for _, typeName := range roots {
		for _, f := range rootFields(typeName) {
			permitted[f.field] = f.access
		}
	}
	s.known = s.value
	s.barred = func(field string) bool {
		of, isRoot := permitted[field]
		return isRoot && !s.free && !of[s.from].permits()
	}
	return s
}

// next is an operation, mostly with root fields that its sender may use; a few have a character changed.
func (s *sender) next() asked {
	s.from, s.free = oneOf(s.edges, senders...), s.often(20)
	a := s.edges.next()
	if s.often(10) {
		a.Query = s.corrupt(a.Query)
	}
	return a
}

// value is one that means something here, as JSON and GraphQL both write it.
func (s *sender) value(place, typeName string) string {
	switch {
	case typeName == "ID":
		of := s.ids[place]
		if len(of) == 0 || s.often(15) {
			of = s.ids[""]
		}
		return quoted(oneOf(s.edges, of...))
	case place == "first" || place == "last":
		return fmt.Sprint(1 + s.IntN(7)) // the product of nested pages stays payable
	case place == "ventana":
		return "3600"
	case (place == "after" || place == "before") && len(s.cursors) > 0 && s.often(75):
		return quoted(oneOf(s.edges, s.cursors...))
	case place == "hashDocumento" && s.often(75):
		return quoted(hashOf([]byte{byte(s.IntN(256))}))
	case place == "tipoContenido" && s.often(75):
		return `"application/pdf"`
	case typeName == "String" && s.often(40):
		return quoted(oneOf(s.edges, oddTexts...))
	}
	return ""
}

// oddTexts are texts that have broken something somewhere.
var oddTexts = []string{"", " ", "0", "null", "ñandú", "e\u0301", "\u202Etxt.exe", "a\x00b", "\r\nX: 1", "💥", "../../etc/passwd", `"`, `\`, "{}", "'; --", "CON", "\ufeff", strings.Repeat("ü", 300)}

func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a text always marshals
	}
	return string(b)
}

// noise are characters that mean something.
const noise = "{}()[]!:$@\"\\#.,=|& \n\t\x00\u2028ñ💥7-"

// corrupt changes a place of the text.
func (s *sender) corrupt(text string) string {
	r := []rune(text)
	i := s.IntN(len(r))
	switch s.IntN(5) {
	case 0:
		return string(r[:i])
	case 1:
		return string(r[:i]) + string(r[i+1:])
	case 2:
		n := []rune(noise)
		return string(r[:i]) + string(n[s.IntN(len(n))]) + string(r[i:])
	case 3:
		j := min(len(r), i+s.IntN(40))
		return string(r[:j]) + string(r[i:])
	default:
		words := strings.Fields(text)
		words[s.IntN(len(words))] = "nada"
		return strings.Join(words, " ")
	}
}

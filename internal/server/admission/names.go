package admission

import (
	"strings"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// checkNames refuses a name that is too long. An answer has the name once for each row, so that a cheap document would make
// an answer of any size. The text has been parsed, so that its strings have an end.
func checkNames(text string, most int) gqlerror.List {
	at := findLong(text, most)
	if at < 0 {
		return nil
	}
	err := gqlerror.Wrap(fault.Newf(fault.QueryTooComplex, "La consulta tiene un nombre de más de %d bytes.", most).
		WithRecuperacion("Use nombres y alias más cortos."))
	err.Locations = locate(text, at)
	return gqlerror.List{err}
}

// findLong is the place of a name that is too long; -1 if there is none.
func findLong(text string, most int) int {
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case isOfName(c):
			n := nameLength(text[i:])
			if n > most && !isDigit(c) { // a number is no name
				return i
			}
			i += n
		case c == '#':
			i += lineLength(text[i:])
		case strings.HasPrefix(text[i:], `"""`):
			i += 3 + blockLength(text[i+3:])
		case c == '"':
			n, _ := stringLength(text[i+1:])
			i += 1 + n
		default:
			i++
		}
	}
	return -1
}

func nameLength(text string) (n int) {
	for n < len(text) && isOfName(text[n]) {
		n++
	}
	return n
}

func isOfName(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

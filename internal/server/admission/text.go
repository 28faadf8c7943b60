package admission

import (
	"strconv"
	"strings"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// checkSurrogates refuses an escape such as \uD800 without its other half, which is no character. The library would put
// another character in its place, and the server would store something else than was written. The text has been parsed, so
// that its strings have an end.
func checkSurrogates(text string) gqlerror.List {
	if !strings.Contains(text, `\u`) {
		return nil
	}
	at := find(text, visitSurrogate)
	if at < 0 {
		return nil
	}
	err := gqlerror.Errorf("Invalid Unicode escape sequence: half of a surrogate pair")
	err.Locations = locate(text, at)
	return coded(err, errcode.ParseFailed)
}

// locate is the line and column of a place in a text.
func locate(text string, at int) []gqlerror.Location {
	return []gqlerror.Location{{Line: 1 + strings.Count(text[:at], "\n"), Column: at - strings.LastIndexByte(text[:at], '\n')}}
}

// find is the place of something in a text; -1 if it is not there. visit gets each place outside of comments and block
// strings. It returns how many bytes to go on, and whether it has found something there.
func find(text string, visit func(rest string) (n int, found bool)) int {
	for i := 0; i < len(text); {
		switch {
		case text[i] == '#':
			i += lineLength(text[i:])
		case strings.HasPrefix(text[i:], `"""`):
			i += 3 + blockLength(text[i+3:])
		default:
			n, found := visit(text[i:])
			if i += n; found {
				return i
			}
		}
	}
	return -1
}

// visitSurrogate finds half of a surrogate pair in a string.
func visitSurrogate(rest string) (n int, found bool) {
	if rest[0] != '"' {
		return 1, false
	}
	n, found = stringLength(rest[1:])
	return 1 + n, found
}

func lineLength(text string) int {
	if n := strings.IndexAny(text, "\r\n"); n >= 0 {
		return n
	}
	return len(text)
}

// blockLength is the length of a block string, its end included. It has no escapes but \""".
func blockLength(text string) int {
	for i := 0; ; {
		n := strings.Index(text[i:], `"""`)
		if n < 0 {
			return len(text)
		}
		if i += n + 3; i < 4 || text[i-4] != '\\' {
			return i
		}
	}
}

// stringLength is the length of a string, its end included, or the place of half a pair in it.
func stringLength(text string) (n int, wrong bool) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return i + 1, false
		case text[i] != '\\':
		case !isSurrogate(text[i:], 0xD800, 0xDFFF):
			i++
		case !isSurrogate(text[i:], 0xD800, 0xDBFF) || !isSurrogate(text[i+6:], 0xDC00, 0xDFFF):
			return i, true
		default:
			i += 11
		}
	}
	return len(text), false
}

// isSurrogate reports whether a text begins with the escape of a code unit from low to high.
func isSurrogate(text string, low, high uint64) bool {
	if len(text) < 6 || text[:2] != `\u` {
		return false
	}
	unit, err := strconv.ParseUint(text[2:6], 16, 16)
	return err == nil && low <= unit && unit <= high
}

// checkNames refuses a name that is too long. An answer has the name once for each row, so that a cheap document would make
// an answer of any size. The text has been parsed, so that its strings have an end.
func checkNames(text string, most int) gqlerror.List {
	at := find(text, func(rest string) (int, bool) { return visitLongName(rest, most) })
	if at < 0 {
		return nil
	}
	err := gqlerror.Wrap(fault.Newf(fault.QueryTooComplex, "La consulta tiene un nombre de más de %d bytes.", most).
		WithRecuperacion("Use nombres y alias más cortos."))
	err.Locations = locate(text, at)
	return gqlerror.List{err}
}

// visitLongName finds a name of more than most bytes.
func visitLongName(rest string, most int) (n int, found bool) {
	if !isOfName(rest[0]) {
		n, _ = visitSurrogate(rest)
		return n, false
	}
	n = nameLength(rest)
	if n > most && !isDigit(rest[0]) { // a number is no name
		return 0, true
	}
	return n, false
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

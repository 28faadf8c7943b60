package admission

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/lexer"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// tokens are those of a document that the parser has read, so that each of them is whole.
func tokens(text string) iter.Seq[lexer.Token] {
	return func(yield func(lexer.Token) bool) {
		from := lexer.New(&ast.Source{Input: text})
		for {
			token, err := from.ReadToken()
			if err != nil || token.Kind == lexer.EOF || !yield(token) {
				return
			}
		}
	}
}

// checkTokens refuses two things that the library lets pass. The escape \uD800 without its other half becomes U+FFFD there,
// and the server would store something else than the client wrote. And a long name stands once for each row in an answer,
// so that a cheap document would make an answer of any size.
func checkTokens(text string, longestName int) gqlerror.List {
	for token := range tokens(text) {
		var err *gqlerror.Error
		switch {
		case token.Kind == lexer.String && strings.ContainsRune(token.Value, utf8.RuneError):
			err = coded(gqlerror.Errorf("Invalid Unicode escape sequence: half of a surrogate pair"), errcode.ParseFailed)[0]
		case token.Kind == lexer.Name && len(token.Value) > longestName:
			err = gqlerror.Wrap(fault.Newf(fault.QueryTooComplex, "La consulta tiene un nombre de más de %d bytes.", longestName).
				WithRecuperacion("Use nombres y alias más cortos."))
		default:
			continue
		}
		err.Locations = []gqlerror.Location{{Line: token.Pos.Line, Column: token.Pos.Column}}
		return gqlerror.List{err}
	}
	return nil
}

const (
	entryBytes = 256 // of a cache, for each document
	// gqlparser v2.5 allocates at most so many for a node on 64 bits, with its position and its place in a list.
	nodeBytes    = 256
	commentBytes = 112
)

// Weigh is about how many bytes a parsed document takes: its text, which strings may repeat, and a node for each token that
// begins one. A name before a colon begins none, because what follows counts for its field, argument or member.
// TestWeightIsWhatTheHeapHolds compares the result with the heap.
func Weigh(text string) int {
	bytes := entryBytes + 2*len(text)
	for token := range tokens(text) {
		switch token.Kind {
		case lexer.Name, lexer.Int, lexer.Float, lexer.String, lexer.BlockString, lexer.BraceL, lexer.BracketL, lexer.Spread:
			bytes += nodeBytes
		case lexer.Comment:
			bytes += commentBytes
		case lexer.Colon:
			bytes -= nodeBytes
		}
	}
	return bytes
}

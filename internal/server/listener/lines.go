package listener

import (
	"errors"
	"net/http"
)

// maxLines is how many lines the header of a request may have. net/http bounds its bytes alone, and keeps a hundred
// of them for a line of four. Of HTTP/2 it has read them all before they are counted, and keeps them no longer.
const maxLines = 200

var errTooManyLines = errors.New("listener: the header has too many lines")

// lines counts those of the header that comes.
type lines struct {
	of    int32 // which header
	n     int
	empty bool // the line so far
	over  bool // what comes is no header any more
}

// came looks at what a client sent; false if it is one line too many.
func (l *lines) came(p *place, b []byte) bool {
	of := p.header.Load()
	if of < 0 { // a request is under way
		return true
	}
	if l.of != of {
		*l = lines{of: of}
	}
	for _, c := range b {
		switch {
		case l.over:
			return true
		case c == '\n':
			l.n++
			l.empty, l.over = true, l.empty
		case c != '\r':
			l.empty = false
		}
	}
	return l.n <= maxLines
}

// linesOf counts those of a header that was read.
func linesOf(h http.Header) (n int) {
	for _, values := range h {
		n += len(values)
	}
	return n
}

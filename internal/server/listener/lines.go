package listener

import (
	"errors"
	"net"
	"net/http"
)

// maxLines is how many lines the header of a request may have. net/http bounds its bytes alone, and keeps a hundred
// of them for a line of four. Of HTTP/2 it has read them all before they are counted, and keeps them no longer.
const maxLines = 200

// errTooManyLines is one of those of which net/http tells its client nothing.
var errTooManyLines = &net.OpError{Op: "read", Err: errors.New("the header has too many lines")}

// lines counts those of the header that comes.
type lines struct {
	of     int32 // which header
	n      int
	bytes  int
	empty  bool // the line so far
	weight int  // of the header whose end has come; 0: none has
}

// ended is the weight of a header whose end has come, once: what net/http keeps of it in bytes. 0: none has.
func (l *lines) ended() (weight int) {
	weight, l.weight = l.weight, 0
	return weight
}

// came looks at what is read of a header, and tells where in it the header ends; false if it is one line too many.
func (l *lines) came(of int32, b []byte) (end int, ok bool) {
	if l.of != of {
		*l = lines{of: of}
	}
	for i, c := range b {
		switch c {
		case '\n':
			l.n++
			if l.empty {
				l.weight = l.bytes + i + l.n*worthField
				return i + 1, l.n <= maxLines
			}
			l.empty = true
		case '\r':
		default:
			l.empty = false
		}
	}
	l.bytes += len(b)
	return len(b), l.n <= maxLines
}

// linesOf counts those of a header that was read.
func linesOf(h http.Header) (n int) {
	for _, values := range h {
		n += len(values)
	}
	return n
}

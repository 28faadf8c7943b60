package listener

import (
	"fmt"
	"io"
)

// message gives net/http one message of HTTP/1 at a time, and nothing behind its end: net/http reads what it gets into
// a buffer, and takes the next header from there, of which nobody could count the lines any more.
type message struct {
	lines lines
	ahead kept // came behind the end of a header
	over  bool // a header had too many lines; net/http asks again, and takes what it has of a line for a whole one
}

// receive is one Read of a connection of HTTP/1. A header of too many lines is answered: net/http would call it
// malformed.
func (all *places) receive(p *place, m *message, b []byte, c io.ReadWriter) (int, error) {
	before := m.over
	n, err := m.read(p, b, c.Read)
	if m.over && !before {
		all.count(CauseLines)
		_, _ = io.WriteString(c, tooManyLines) // the connection ends
	}
	if weight := m.lines.ended(); weight > 0 && !all.isHTTP2(p) {
		p.voice.asked.Store(!m.over)
		if !all.holds(p, ofRequest(weight)) {
			p.voice.heard() // before net/http calls it malformed
			return 0, errTooMuch
		}
	}
	return n, err
}

// tooManyLines is the answer to a header that has them.
var tooManyLines = fmt.Sprintf("HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"+
	"431 Request Header Fields Too Large: at most %d lines\n", maxLines)

func (m *message) read(p *place, b []byte, from func([]byte) (int, error)) (int, error) {
	of := p.header.Load()
	switch {
	case m.over:
		return 0, errTooManyLines
	case of == takenOver:
		return m.ahead.next(b, from)
	case of < 0: // a request is under way
		n, err := m.ahead.next(b[:min(len(b), p.bodyPiece())], from)
		p.came(n)
		return n, err
	}
	n, err := m.ahead.next(b, from)
	end, ok := m.lines.came(of, b[:n])
	if m.over = !ok; m.over {
		return 0, errTooManyLines
	}
	if end < n {
		m.ahead.keep(b[end:n])
		return end, nil // whatever failed fails again
	}
	return n, err
}

package ws

import (
	"errors"
	"io"
	"unicode/utf8"
)

// payload appends a frame's payload. Memory grows with the bytes that came, not with those that
// the header promised.
func (c *Conn) payload(into []byte, h header) ([]byte, error) {
	const atFirst = 1 << 10
	from := len(into)
	for left := int(h.length); left > 0; {
		n := min(left, max(atFirst, len(into)))
		at := len(into)
		into = append(into, make([]byte, n)...)
		for at < len(into) {
			n, err := c.buf.Read(into[at:])
			if err != nil {
				return nil, unexpected(err)
			}
			unmask(into[at:at+n], h.mask, at-from)
			at += n
			if err := c.check(into[:at], h); err != nil {
				return nil, err
			}
		}
		left -= n
	}
	return into, nil
}

// unexpected: a frame had begun.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

var errNotUTF8 = &failure{InvalidPayload, "text is not UTF-8"}

// check looks at the text of a message as far as it came: text that can never become
// UTF-8 ends the connection at once (RFC 6455 §8.1), not when all of it was sent.
func (c *Conn) check(message []byte, h header) error {
	if h.control() || c.kind != Text {
		return nil
	}
	good, ok := whole(message[c.checked:])
	if c.checked += good; !ok {
		return errNotUTF8
	}
	return nil
}

// whole is how many bytes of a text are whole characters. A last one of which the end
// is missing is no fault yet.
func whole(text []byte) (bytes int, ok bool) {
	if utf8.Valid(text) { // fast
		return len(text), true
	}
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		switch {
		case r != utf8.RuneError || size > 1:
			at += size
		case utf8.FullRune(text[at:]):
			return at, false
		default:
			return at, true
		}
	}
	return len(text), true
}

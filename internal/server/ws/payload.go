package ws

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// payload appends a frame's payload. Memory grows with the bytes that came, not with those that
// the header promised.
func (c *Conn) payload(into []byte, h header) ([]byte, error) {
	from := len(into)
	for left := int(h.length); left > 0; {
		var err error
		if into, err = c.room(into, left, h); err != nil {
			return nil, err
		}
		if c.skips && !h.control() {
			return into, c.skip(left)
		}
		at, n := len(into), min(left, cap(into)-len(into))
		into = into[:at+n]
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

const atFirst = 1 << 10 // bytes of the buffer of a message that has not come yet

// room makes room for some of the bytes that are left, if there is none. A message's is
// counted before it is taken.
func (c *Conn) room(into []byte, left int, h header) ([]byte, error) {
	if cap(into) > len(into) || c.skips && !h.control() {
		return into, nil
	}
	size := max(2*cap(into), atFirst)
	if h.final {
		size = min(size, len(into)+left)
	}
	if !h.control() {
		switch err := c.keep(size - cap(into)); {
		case errors.Is(err, ErrSkip):
			c.skips = true
			return bytes.Clone(into[:min(len(into), atFirst)]), nil
		case err != nil:
			return nil, err
		}
	}
	return append(make([]byte, 0, size), into...), nil
}

// skip throws a payload away as it comes.
func (c *Conn) skip(left int) error {
	for left > 0 {
		n, err := c.buf.Discard(min(left, atFirst))
		if err != nil {
			return unexpected(err)
		}
		left -= n
		c.came += n
	}
	return nil
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
	if !h.control() {
		c.came = len(message)
	}
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

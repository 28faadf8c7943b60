package ws

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
	"unicode/utf8"
)

// Buffers are lent to connections while they read.
const bufferSize = 2 << 10

var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, bufferSize) }}

// failure is what the other side did wrong, and the code to tell it with.
type failure struct {
	code   Code
	reason string
}

func (f *failure) Error() string { return fmt.Sprintf("ws: %d %s", f.code, f.reason) }

func broken(reason string) error { return &failure{ProtocolError, reason} }

var errAgreed = errors.New("ws: the other side closed")

// source is what the buffers read from: first what was read ahead.
type source struct{ *Conn }

func (s source) Read(p []byte) (int, error) {
	if len(s.ahead) == 0 {
		return s.conn.Read(p)
	}
	n := copy(p, s.ahead)
	if s.ahead = s.ahead[n:]; len(s.ahead) == 0 {
		s.ahead = nil
	}
	return n, nil
}

// Rest waits until something comes, or nothing will: the next Read tells. It calls
// little, so that the stack it waits on stays the smallest.
func (c *Conn) Rest() {
	if len(c.ahead) > 0 || c.buf != nil {
		return
	}
	if n, _ := c.conn.Read(c.one[:]); n == 1 { // whatever failed, the next read fails too
		c.ahead = c.one[:]
	}
}

// Read reads a frame. It answers pings and closes, and returns whole messages;
// Nothing if there is none yet. After an error the connection is of no use.
func (c *Conn) Read() (Kind, []byte, error) {
	if c.buf == nil {
		c.buf = buffers.Get().(*bufio.Reader)
		c.buf.Reset(source{c})
	}
	_ = c.conn.SetReadDeadline(c.limits.Now().Add(c.limits.Frame)) // a closed one fails below
	kind, message, err := c.frame()
	var wrong *failure
	if errors.As(err, &wrong) {
		c.Close(wrong.code, wrong.reason)
		c.discard()
	}
	if err == nil && c.buf.Buffered() > 0 {
		return kind, message, nil // the next frame is here already
	}
	c.buf.Reset(nil)
	buffers.Put(c.buf)
	c.buf = nil
	if err == nil {
		_ = c.conn.SetReadDeadline(time.Time{}) // silence between frames is no fault
	}
	return kind, message, err
}

// discard reads on until the other side has had its time: a connection that is cut
// with something unread may take the close frame with it.
func (c *Conn) discard() {
	var b [512]byte
	_ = c.conn.SetReadDeadline(c.limits.Now().Add(c.limits.Close))
	for {
		if _, err := c.conn.Read(b[:]); err != nil {
			return
		}
	}
}

func (c *Conn) frame() (Kind, []byte, error) {
	h, err := c.header()
	if err != nil {
		return Nothing, nil, err
	}
	if h.control() {
		return Nothing, nil, c.control(h)
	}
	if err := c.begin(h); err != nil {
		return Nothing, nil, err
	}
	if c.partial, err = c.payload(c.partial, h); err != nil || !h.final {
		return Nothing, nil, err
	}
	kind, message, checked := c.kind, c.partial, c.checked
	c.kind, c.partial, c.checked = Nothing, nil, 0
	if kind == Text && checked < len(message) { // it ends amid a character
		return Nothing, nil, errNotUTF8
	}
	return kind, message, nil
}

// header reads a frame's header and checks what every frame must be.
func (c *Conn) header() (h header, err error) {
	var b [8]byte
	if _, err = io.ReadFull(c.buf, b[:2]); err != nil {
		return h, err
	}
	c.heard.Store(true)
	h = header{final: b[0]&final != 0, op: b[0] & opcodes, length: uint64(b[1] &^ masked)}
	switch {
	case b[0]&reserved != 0:
		return h, broken("reserved bit set")
	case b[1]&masked == 0:
		return h, broken("not masked")
	case h.control() && (!h.final || h.length > maxControl):
		return h, broken("control frame too long or in parts")
	}
	var least uint64 // that a length in so many bytes may be
	switch h.length {
	case len16:
		_, err = io.ReadFull(c.buf, b[:2])
		h.length, least = uint64(binary.BigEndian.Uint16(b[:2])), len16
	case len64:
		_, err = io.ReadFull(c.buf, b[:8])
		h.length, least = binary.BigEndian.Uint64(b[:8]), 1<<16
	}
	if err == nil && h.length < least {
		err = broken("length in more bytes than it takes")
	}
	if err == nil {
		_, err = io.ReadFull(c.buf, h.mask[:])
	}
	return h, err
}

// begin checks a data frame against the message it belongs to.
func (c *Conn) begin(h header) error {
	switch {
	case h.op == opContinuation && c.kind == Nothing:
		return broken("continuation of nothing")
	case h.op != opContinuation && c.kind != Nothing:
		return broken("a message within a message")
	case h.op == opText:
		c.kind = Text
	case h.op == opBinary:
		c.kind = Binary
	case h.op != opContinuation:
		return broken("unknown opcode")
	}
	if h.length > uint64(c.limits.Message)-uint64(len(c.partial)) {
		return &failure{TooBig, "message too big"}
	}
	return nil
}

// payload appends a frame's payload. Memory grows with what came, not with what
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

// check looks at the text of a message as far as it came: what can never become
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

// control answers a control frame.
func (c *Conn) control(h header) error {
	payload, err := c.payload(nil, h)
	if err != nil {
		return err
	}
	switch h.op {
	case opPing:
		return c.write(opPong, payload, false)
	case opPong:
		return nil
	case opClose:
		return c.agree(payload)
	default:
		return broken("unknown opcode")
	}
}

// agree answers a close with its own code, unless it is itself an answer.
func (c *Conn) agree(payload []byte) error {
	code, wrong := parseClose(payload)
	switch {
	case wrong != 0:
		return &failure{wrong, "malformed close"}
	case code == noStatus:
		payload = nil
	default:
		payload = closePayload(code, "")
	}
	if err := c.write(opClose, payload, true); err != nil && !errors.Is(err, ErrClosed) {
		return err
	}
	return errAgreed
}

package ws

import (
	"bufio"
	"errors"
	"sync"
	"time"
)

// Buffers are lent to connections while they read.
const bufferSize = 2 << 10

var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, bufferSize) }}

var errAgreed = errors.New("ws: the other side closed")

// source feeds the buffers: first the bytes that were read ahead.
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
// Nothing if no message came yet. After an error the connection is of no use.
func (c *Conn) Read() (Kind, []byte, error) {
	if c.buf == nil {
		c.buf = buffers.Get().(*bufio.Reader)
		c.buf.Reset(source{c})
	}
	_ = c.conn.SetReadDeadline(c.limits.Clock().Add(c.limits.Frame)) // a closed one fails below
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
	_ = c.conn.SetReadDeadline(c.limits.Clock().Add(c.limits.Close))
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

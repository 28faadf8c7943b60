package ws

import (
	"bufio"
	"errors"
	"os"
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
		s.hurry()
		return s.conn.Read(p)
	}
	n := copy(p, s.ahead)
	if s.ahead = s.ahead[n:]; len(s.ahead) == 0 {
		s.ahead = nil
	}
	return n, nil
}

// Await has wake called in a goroutine of its own, once Read has something to read or to fail with. It returns at
// once; false if nobody waits so: then somebody has to Rest. A message that has begun has a time, and needs a Rest.
func (c *Conn) Await(wake func()) bool {
	if len(c.ahead) > 0 || c.buf != nil || c.Amid() {
		return false
	}
	below, ok := c.conn.(interface{ Await(wake func()) bool })
	return ok && below.Await(wake)
}

// Amid reports whether a message has begun, and its rest has not come.
func (c *Conn) Amid() bool { return c.kind != Nothing }

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
	if c.kind == Nothing {
		c.began, c.came = c.limits.Clock(), 0
	}
	kind, message, err := c.frame()
	if err == nil && c.buf.Buffered() > 0 {
		return kind, message, nil // the next frame is here already
	}
	c.buf.Reset(nil)
	buffers.Put(c.buf)
	c.buf = nil
	switch {
	case err != nil:
		err = c.fail(err)
	case c.kind == Nothing:
		_ = c.conn.SetReadDeadline(time.Time{}) // silence between messages is no fault
	default:
		c.hurry()
	}
	return kind, message, err
}

// fail gives back what a message holds that never came, and tells the other side of its fault.
func (c *Conn) fail(err error) error {
	c.drop()
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = errTooSlow
	}
	var wrong *failure
	if errors.As(err, &wrong) {
		c.Close(wrong.code, wrong.reason)
		c.discard()
	}
	return err
}

var errTooSlow = &failure{PolicyViolation, "message too slow"}

// hurry sets the time by which more must have come of the frame or message that has begun.
// Control frames between its parts win it no time.
func (c *Conn) hurry() {
	due := c.limits.Grace + time.Duration(c.came)*time.Second/time.Duration(max(c.limits.Rate, 1))
	_ = c.conn.SetReadDeadline(c.began.Add(due)) // a closed one fails at the next read
}

// maxDiscarded of what follows a close frame is read: who floods the server goes on.
const maxDiscarded = 4 << 20

// discard reads on until the other side has had its time: a connection that is cut
// with something unread may take the close frame with it.
func (c *Conn) discard() {
	var b [512]byte
	_ = c.conn.SetReadDeadline(c.limits.Clock().Add(c.limits.Close))
	for left := maxDiscarded; left > 0; {
		n, err := c.conn.Read(b[:])
		if err != nil {
			return
		}
		left -= n
	}
}

func (c *Conn) frame() (Kind, []byte, error) {
	h, err := c.header()
	if err == nil && !h.control() {
		err = c.begin(h)
	}
	if err == nil {
		err = c.pay(h)
	}
	switch {
	case err != nil:
		return Nothing, nil, err
	case h.control():
		return Nothing, nil, c.control(h)
	}
	if c.partial, err = c.payload(c.partial, h); err != nil || !h.final {
		return Nothing, nil, err
	}
	kind, message, checked, skipped := c.kind, c.partial, c.checked, c.skips
	c.kind, c.partial, c.checked, c.skips = Nothing, nil, 0, false
	if skipped {
		return Cut, message, nil
	}
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

package ws

import (
	"encoding/binary"
	"io"
)

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
	if h.length > uint64(c.limits.Message)-uint64(c.came) {
		return &failure{TooBig, "message too big"}
	}
	return nil
}

package ws

import (
	"encoding/binary"
	"unicode/utf8"
)

// Opcodes of RFC 6455 §5.2.
const (
	opContinuation byte = 0x0
	opText         byte = 0x1
	opBinary       byte = 0x2
	opClose        byte = 0x8
	opPing         byte = 0x9
	opPong         byte = 0xA
)

const (
	final      = 0x80
	reserved   = 0x70
	opcodes    = 0x0f
	masked     = 0x80
	len16      = 126 // the length follows in 2 bytes
	len64      = 127 // and in 8
	maxControl = 125 // bytes of a control frame's payload
	maxHeader  = 2 + 8
)

// appendFrame appends a whole message in one frame, which a server does not mask.
func appendFrame(b []byte, op byte, payload []byte) []byte {
	return append(appendHeader(b, op, len(payload)), payload...)
}

func appendHeader(b []byte, op byte, payload int) []byte {
	switch n := payload; {
	case n < len16:
		return append(b, final|op, byte(n))
	case n <= 0xffff:
		return binary.BigEndian.AppendUint16(append(b, final|op, len16), uint16(n))
	default:
		return binary.BigEndian.AppendUint64(append(b, final|op, len64), uint64(n))
	}
}

// closePayload cuts a reason that is too long for a control frame.
func closePayload(code Code, reason string) []byte {
	const most = maxControl - 2
	for len(reason) > most {
		_, size := utf8.DecodeLastRuneInString(reason)
		reason = reason[:len(reason)-size]
	}
	return append(binary.BigEndian.AppendUint16(nil, uint16(code)), reason...)
}

// parseClose reads the payload of a close frame; wrong is the code to answer a
// malformed one with.
func parseClose(payload []byte) (code, wrong Code) {
	switch {
	case len(payload) == 0:
		return noStatus, 0
	case len(payload) == 1:
		return 0, ProtocolError
	}
	code = Code(binary.BigEndian.Uint16(payload))
	switch {
	case !mayBeSent(code):
		return 0, ProtocolError
	case !utf8.Valid(payload[2:]):
		return 0, InvalidPayload
	}
	return code, 0
}

// mayBeSent: the codes that stand for "none was sent" may not come over the wire.
func mayBeSent(code Code) bool {
	switch {
	case code < 1000, code == 1004, code == 1005, code == 1006, code >= 5000:
		return false
	default:
		return code <= 1014 || code >= 3000
	}
}

// header is that of one frame.
type header struct {
	final  bool
	op     byte
	length uint64
	mask   [4]byte
}

func (h header) control() bool { return h.op&opClose != 0 }

// unmask undoes the mask, in place, of the part of a payload that begins at.
func unmask(part []byte, mask [4]byte, at int) {
	for i := range part {
		part[i] ^= mask[(at+i)&3]
	}
}

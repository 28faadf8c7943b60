package attack

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// socket is a WebSocket without a library: what it costs is taken from the server here.
type socket struct {
	conn net.Conn
	r    *bufio.Reader
}

const hello = "GET /graphql HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"

const (
	wsText  = 1
	wsClose = 8
	wsPing  = 9
	wsPong  = 10
)

func newSocket(conn net.Conn) *socket { return &socket{conn, bufio.NewReader(conn)} }

// open opens a socket as a citizen; without a token as nobody. A refusal is counted.
func (p *party) open(ctx context.Context, n int, token string) (*socket, error) {
	since := time.Now()
	conn, err := p.dial(ctx, n)
	if err != nil {
		p.cut(ctx)
		return nil, err
	}
	s := newSocket(conn)
	init := `{"type":"connection_init"}`
	if token != "" {
		init = `{"type":"connection_init","payload":{"Authorization":"Bearer ` + token + `"}}`
	}
	err = s.upgrade(p.host)
	if err == nil {
		if err = s.send(wsText, []byte(init)); err == nil {
			_, err = s.receive()
		}
	}
	if err != nil {
		if ctx.Err() == nil {
			p.tally.refuse("socket: "+why(err), since)
		}
		_ = conn.Close()
		return nil, err
	}
	return s, nil
}

// why is a short name of how a socket ended.
func why(err error) string {
	var e *ended
	if errors.As(err, &e) {
		return e.Error()
	}
	return "cut off"
}

func (s *socket) upgrade(host string) error {
	if _, err := fmt.Fprintf(s.conn, hello, host); err != nil {
		return err
	}
	for n := 0; ; n++ {
		line, err := s.r.ReadString('\n')
		switch {
		case err != nil:
			return err
		case n == 0 && !strings.Contains(line, " 101 "):
			return &ended{strings.TrimSpace(strings.TrimPrefix(line, "HTTP/1.1 "))}
		case line == "\r\n":
			return nil
		}
	}
}

// ended is a socket that the server ended, or did not open.
type ended struct{ how string }

func (e *ended) Error() string { return e.how }

// message appends a frame; a mask of zeros is a mask.
func message(b []byte, kind byte, data []byte) []byte {
	b = append(b, 0x80|kind)
	switch n := len(data); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0x80|127), uint64(n))
	}
	return append(append(b, 0, 0, 0, 0), data...)
}

func (s *socket) send(kind byte, data []byte) error {
	_, err := s.conn.Write(message(nil, kind, data))
	return err
}

// receive returns the next text, and answers pings on the way.
func (s *socket) receive() ([]byte, error) {
	for {
		var h [8]byte
		if _, err := io.ReadFull(s.r, h[:2]); err != nil {
			return nil, err
		}
		kind, n := h[0]&0xf, uint64(h[1]&0x7f)
		switch n {
		case 126:
			_, _ = io.ReadFull(s.r, h[:2])
			n = uint64(binary.BigEndian.Uint16(h[:]))
		case 127:
			_, _ = io.ReadFull(s.r, h[:])
			n = binary.BigEndian.Uint64(h[:])
		}
		if n > 16*mib {
			return nil, errors.New("attack: bad frame")
		}
		data := make([]byte, n)
		if _, err := io.ReadFull(s.r, data); err != nil {
			return nil, err
		}
		switch {
		case kind == wsText:
			return data, nil
		case kind == wsPing:
			_ = s.send(wsPong, data)
		case kind == wsClose && n >= 2:
			return nil, &ended{fmt.Sprintf("%d %s", binary.BigEndian.Uint16(data), data[2:])}
		}
	}
}

// listen counts what comes until the socket ends.
func (p *party) listen(ctx context.Context, s *socket) {
	since := time.Now()
	for {
		text, err := s.receive()
		switch {
		case err != nil && ctx.Err() == nil:
			p.tally.end("socket: " + why(err))
			return
		case err != nil:
			return
		case strings.Contains(string(text), `"type":"error"`):
			p.tally.answer(text, since)
		default:
			p.tally.take()
		}
		since = time.Now()
	}
}

package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
)

// socket is a WebSocket client that costs next to nothing, for scenarios with
// thousands: no library, no compression, messages of less than 64 KiB.
type socket struct {
	conn net.Conn
	r    *bufio.Reader
}

const (
	wsText  = 1
	wsClose = 8
	pingWS  = 9
	pongWS  = 10
)

const wsHello = "GET /graphql HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"

// dial opens a socket; nothing is said on it yet.
func (s *server) dial(ctx context.Context) (*socket, error) {
	host := s.host()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	if s.tls != nil {
		conn = tls.Client(conn, s.tls)
	}
	e := &socket{conn, bufio.NewReaderSize(conn, 512)}
	if _, err := fmt.Fprintf(conn, wsHello, host); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	for n := 0; ; n++ {
		line, err := e.r.ReadString('\n')
		if err == nil && n == 0 && !strings.Contains(line, " 101 ") {
			err = fmt.Errorf("no upgrade but %q", line)
		}
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if line == "\r\n" {
			return e, nil
		}
	}
}

// identify sends connection_init and waits for the acknowledgement.
func (e *socket) identify(token string) error {
	credential, _ := json.Marshal(map[string]string{"Authorization": "Bearer " + token}) // strings only
	if err := e.command(mensaje{Type: "connection_init", Payload: credential}); err != nil {
		return err
	}
	m, err := e.receive()
	if err == nil && m.Type != "connection_ack" {
		err = fmt.Errorf("no connection_ack but %q", m.Type)
	}
	return err
}

func (e *socket) command(m mensaje) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return e.frame(wsText, text)
}

// frame writes one frame.
func (e *socket) frame(tipo byte, data []byte) error {
	_, err := e.conn.Write(frame(nil, tipo, data))
	return err
}

// frame appends a frame; a mask of zeros is a mask.
func frame(b []byte, tipo byte, data []byte) []byte {
	b = append(b, 0x80|tipo)
	if len(data) < 126 {
		b = append(b, 0x80|byte(len(data)))
	} else {
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(len(data)))
	}
	return append(append(b, 0, 0, 0, 0), data...)
}

// receive returns the next message.
func (e *socket) receive() (m mensaje, err error) {
	text, err := e.text()
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(text, &m)
}

// text returns the text of the next message, and answers pings on the way. The
// error of a closed socket tells its code.
func (e *socket) text() ([]byte, error) {
	for {
		tipo, data, err := e.read()
		switch {
		case err != nil:
			return nil, err
		case tipo == pingWS:
			if err := e.frame(pongWS, data); err != nil {
				return nil, err
			}
		case tipo == wsClose && len(data) >= 2:
			return nil, &closed{binary.BigEndian.Uint16(data), string(data[2:])}
		case tipo == wsText:
			return data, nil
		}
	}
}

func (e *socket) read() (tipo byte, data []byte, err error) {
	var h [8]byte
	if _, err := io.ReadFull(e.r, h[:2]); err != nil {
		return 0, nil, err
	}
	tipo, length := h[0]&0xf, uint64(h[1]&0x7f)
	switch length {
	case 126:
		_, err = io.ReadFull(e.r, h[:2])
		length = uint64(binary.BigEndian.Uint16(h[:]))
	case 127:
		_, err = io.ReadFull(e.r, h[:])
		length = binary.BigEndian.Uint64(h[:])
	}
	if err != nil || length > 1<<24 {
		return 0, nil, errors.Join(err, errors.New("bad frame"))
	}
	data = make([]byte, length)
	_, err = io.ReadFull(e.r, data)
	return tipo, data, err
}

// closed is a socket that the server closed.
type closed struct {
	code   uint16
	reason string
}

func (c *closed) Error() string { return fmt.Sprintf("closed with %d %s", c.code, c.reason) }

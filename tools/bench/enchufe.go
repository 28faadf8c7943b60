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

// enchufe is a WebSocket client that costs next to nothing, for scenarios with
// thousands: no library, no compression, messages of less than 64 KiB.
type enchufe struct {
	conn net.Conn
	r    *bufio.Reader
}

const (
	textoWS  = 1
	cierreWS = 8
	pingWS   = 9
	pongWS   = 10
)

const saludoWS = "GET /graphql HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n\r\n"

// enchufar opens a socket; nothing is said on it yet.
func (s *servidor) enchufar(ctx context.Context) (*enchufe, error) {
	host := s.host()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	if s.tls != nil {
		conn = tls.Client(conn, s.tls)
	}
	e := &enchufe{conn, bufio.NewReaderSize(conn, 512)}
	if _, err := fmt.Fprintf(conn, saludoWS, host); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	for n := 0; ; n++ {
		linea, err := e.r.ReadString('\n')
		if err == nil && n == 0 && !strings.Contains(linea, " 101 ") {
			err = fmt.Errorf("no upgrade but %q", linea)
		}
		if err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		if linea == "\r\n" {
			return e, nil
		}
	}
}

// identificar sends connection_init and waits for the acknowledgement.
func (e *enchufe) identificar(token string) error {
	credencial, _ := json.Marshal(map[string]string{"Authorization": "Bearer " + token}) // strings only
	if err := e.mandar(mensaje{Type: "connection_init", Payload: credencial}); err != nil {
		return err
	}
	m, err := e.recibir()
	if err == nil && m.Type != "connection_ack" {
		err = fmt.Errorf("no connection_ack but %q", m.Type)
	}
	return err
}

func (e *enchufe) mandar(m mensaje) error {
	texto, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return e.marco(textoWS, texto)
}

// marco writes one frame.
func (e *enchufe) marco(tipo byte, datos []byte) error {
	_, err := e.conn.Write(marco(nil, tipo, datos))
	return err
}

// marco appends a frame; a mask of zeros is a mask.
func marco(b []byte, tipo byte, datos []byte) []byte {
	b = append(b, 0x80|tipo)
	if len(datos) < 126 {
		b = append(b, 0x80|byte(len(datos)))
	} else {
		b = binary.BigEndian.AppendUint16(append(b, 0x80|126), uint16(len(datos)))
	}
	return append(append(b, 0, 0, 0, 0), datos...)
}

// recibir returns the next message.
func (e *enchufe) recibir() (m mensaje, err error) {
	texto, err := e.texto()
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(texto, &m)
}

// texto returns the text of the next message, and answers pings on the way. The
// error of a closed socket tells its code.
func (e *enchufe) texto() ([]byte, error) {
	for {
		tipo, datos, err := e.leer()
		switch {
		case err != nil:
			return nil, err
		case tipo == pingWS:
			if err := e.marco(pongWS, datos); err != nil {
				return nil, err
			}
		case tipo == cierreWS && len(datos) >= 2:
			return nil, &cerrado{binary.BigEndian.Uint16(datos), string(datos[2:])}
		case tipo == textoWS:
			return datos, nil
		}
	}
}

func (e *enchufe) leer() (tipo byte, datos []byte, err error) {
	var h [8]byte
	if _, err := io.ReadFull(e.r, h[:2]); err != nil {
		return 0, nil, err
	}
	tipo, largo := h[0]&0xf, uint64(h[1]&0x7f)
	switch largo {
	case 126:
		_, err = io.ReadFull(e.r, h[:2])
		largo = uint64(binary.BigEndian.Uint16(h[:]))
	case 127:
		_, err = io.ReadFull(e.r, h[:])
		largo = binary.BigEndian.Uint64(h[:])
	}
	if err != nil || largo > 1<<24 {
		return 0, nil, errors.Join(err, errors.New("bad frame"))
	}
	datos = make([]byte, largo)
	_, err = io.ReadFull(e.r, datos)
	return tipo, datos, err
}

// cerrado is a socket that the server closed.
type cerrado struct {
	codigo uint16
	razon  string
}

func (c *cerrado) Error() string { return fmt.Sprintf("closed with %d %s", c.codigo, c.razon) }

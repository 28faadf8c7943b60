package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The attacks by single requests. The bytes are made beforehand and go out on
// connections of our own: what an attacker spends is taken from the server here.

func repetir(n int, formato string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, formato, i)
	}
	return s.String()
}

// bomba spreads fragments that spread fragments: 2^n fields.
func bomba(n int) string {
	var s strings.Builder
	s.WriteString("{ ...F0 }")
	for i := range n {
		fmt.Fprintf(&s, " fragment F%d on Query { ...F%d ...F%d }", i, i+1, i+1)
	}
	fmt.Fprintf(&s, " fragment F%d on Query { __typename }", n)
	return s.String()
}

func paginasAnidadas() string {
	pagina := "carpeta { documentos(first: 100) { nodes { eliminacion { "
	return "{ miCarpeta { documentos(first: 100) { nodes { eliminacion { " + strings.Repeat(pagina, 3) +
		"id" + strings.Repeat(" } } } }", 3) + " } } } } }"
}

const (
	sinLeer    = "RATE_LIMITED" // the budget of refusals is used up
	complejo   = "QUERY_TOO_COMPLEX"
	malEscrito = "GRAPHQL_PARSE_FAILED"
	cortado    = "cut off"
)

func ataquesDePeticion() []ataque {
	return []ataque{
		dePeticion("deep", complejo, "{ miCarpeta { documentos { nodes { "+strings.Repeat("eliminacion { carpeta { ", 400)+"id"+strings.Repeat(" } }", 400)+" } } } }"),
		dePeticion("wide", complejo, "{"+repetir(4000, " f%d")+" }"),
		dePeticion("aliased", complejo, "{"+repetir(1500, " a%d: __typename")+" }"),
		dePeticion("fragment bomb", complejo, bomba(60)),
		dePeticion("page product 100^4", complejo, paginasAnidadas()),
		dePeticion("30,000 equal fields", malEscrito, "{"+strings.Repeat(" __typename", 30_000)+" }"),
		dePeticion("5,000 unknown directives", malEscrito, "{ __typename"+repetir(5000, " @d%d")+" }"),
		dePeticion("10 MB body", "BAD_USER_INPUT", "{ __typename } #"+strings.Repeat("x", 10<<20), cortado),
	}
}

func dePeticion(nombre, codigo, consulta string, mas ...string) ataque {
	datos := cuerpo(consulta, nil)
	return ataque{nombre, append(mas, codigo, sinLeer), func(ctx context.Context, a *atacado, quien atacante) (rechazos, error) {
		return a.insistir(ctx, a.peticion(quien.token, datos))
	}}
}

func (a *atacado) peticion(token string, datos []byte) []byte {
	cabeza := fmt.Sprintf("POST /graphql HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n",
		a.servidor.host(), token, len(datos))
	return append([]byte(cabeza), datos...)
}

// insistir sends a request that must be refused, until its time is up.
func (a *atacado) insistir(ctx context.Context, peticion []byte) (todos rechazos, _ error) {
	partes, errs := make([]rechazos, atacantes), make([]error, atacantes)
	var grupo sync.WaitGroup
	for i := range atacantes {
		grupo.Go(func() { partes[i], errs[i] = a.asaltar(ctx, peticion) })
	}
	grupo.Wait()
	for _, p := range partes {
		todos.sumar(p)
	}
	return todos, errors.Join(errs...)
}

func (a *atacado) asaltar(ctx context.Context, peticion []byte) (r rechazos, err error) {
	c := &asalto{host: a.servidor.host()}
	c.plazo, _ = ctx.Deadline()
	defer c.cerrar()
	for ctx.Err() == nil {
		desde := time.Now()
		que, err := c.enviar(peticion)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return r, nil // the last was broken off
		case err != nil:
			return r, err
		default:
			r.anotar(que, time.Since(desde))
		}
	}
	return r, nil
}

// asalto is a connection that sends the same request again and again, and opens
// itself anew when the server closes it.
type asalto struct {
	host  string
	plazo time.Time
	conn  net.Conn
	r     *bufio.Reader
}

func (c *asalto) cerrar() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

func (c *asalto) abrir() (err error) {
	if c.conn != nil {
		return nil
	}
	if c.conn, err = net.DialTimeout("tcp", c.host, paciencia); err != nil {
		return err
	}
	c.r = bufio.NewReader(c.conn)
	return c.conn.SetDeadline(c.plazo)
}

// enviar returns what refused the request: a code, or that the connection was
// cut off.
func (c *asalto) enviar(peticion []byte) (string, error) {
	if err := c.abrir(); err != nil {
		return "", err
	}
	escrito := make(chan error, 1)
	go func(conn net.Conn) {
		_, err := conn.Write(peticion)
		escrito <- err
	}(c.conn)
	texto, ultima, err := c.respuesta()
	if err != nil || ultima {
		c.cerrar()
	}
	if <-escrito != nil || err != nil {
		c.cerrar()
	}
	switch {
	case errors.Is(err, errRespuesta), errors.Is(err, os.ErrDeadlineExceeded):
		return "", err
	case texto == nil:
		return cortado, nil
	default:
		return codigoDe(texto)
	}
}

var errRespuesta = errors.New("not an answer of HTTP")

// respuesta reads an answer; ultima if the server closes the connection after it.
func (c *asalto) respuesta() (texto []byte, ultima bool, err error) {
	largo := -1
	for {
		linea, err := c.r.ReadSlice('\n')
		if err != nil {
			return nil, true, err
		}
		nombre, valor, _ := bytes.Cut(bytes.TrimSpace(linea), []byte(": "))
		switch string(nombre) {
		case "Content-Length":
			if largo, err = strconv.Atoi(string(valor)); err != nil {
				return nil, true, errRespuesta
			}
		case "Connection":
			ultima = string(valor) == "close"
		case "":
			if largo < 0 {
				return nil, true, errRespuesta
			}
			texto = make([]byte, largo)
			if _, err := io.ReadFull(c.r, texto); err != nil {
				return nil, true, err
			}
			return texto, ultima, nil
		}
	}
}

// codigoDe finds the code of an error.
func codigoDe(texto []byte) (string, error) {
	_, resto, hay := bytes.Cut(texto, []byte(`"code":"`))
	codigo, _, cierra := bytes.Cut(resto, []byte(`"`))
	if !hay || !cierra {
		return "", fmt.Errorf("not refused: %.200s", texto)
	}
	return string(codigo), nil
}

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

func repeat(n int, format string) string {
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, format, i)
	}
	return s.String()
}

// bomb spreads fragments that spread fragments: 2^n fields.
func bomb(n int) string {
	var s strings.Builder
	s.WriteString("{ ...F0 }")
	for i := range n {
		fmt.Fprintf(&s, " fragment F%d on Query { ...F%d ...F%d }", i, i+1, i+1)
	}
	fmt.Fprintf(&s, " fragment F%d on Query { __typename }", n)
	return s.String()
}

func nestedPages() string {
	page := "carpeta { documentos(first: 100) { nodes { eliminacion { "
	return "{ miCarpeta { documentos(first: 100) { nodes { eliminacion { " + strings.Repeat(page, 3) +
		"id" + strings.Repeat(" } } } }", 3) + " } } } } }"
}

const (
	unread     = "RATE_LIMITED" // the budget of refusals is used up
	tooComplex = "QUERY_TOO_COMPLEX"
	misspelt   = "GRAPHQL_PARSE_FAILED"
	cut        = "cut off"
)

func requestAttacks() []attack {
	return []attack{
		byRequest("deep", tooComplex, "{ miCarpeta { documentos { nodes { "+strings.Repeat("eliminacion { carpeta { ", 400)+"id"+strings.Repeat(" } }", 400)+" } } } }"),
		byRequest("wide", tooComplex, "{"+repeat(4000, " f%d")+" }"),
		byRequest("aliased", tooComplex, "{"+repeat(1500, " a%d: __typename")+" }"),
		byRequest("fragment bomb", tooComplex, bomb(60)),
		byRequest("page product 100^4", tooComplex, nestedPages()),
		byRequest("30,000 equal fields", misspelt, "{"+strings.Repeat(" __typename", 30_000)+" }"),
		byRequest("5,000 unknown directives", misspelt, "{ __typename"+repeat(5000, " @d%d")+" }"),
		byRequest("10 MB body", "BAD_USER_INPUT", "{ __typename } #"+strings.Repeat("x", 10<<20), cut),
	}
}

func byRequest(name, code, query string, more ...string) attack {
	data := body(query, nil)
	return attack{name, append(more, code, unread), func(ctx context.Context, a *attacked, quien attacker) (rejections, error) {
		return a.insist(ctx, a.request(quien.token, data))
	}}
}

func (a *attacked) request(token string, data []byte) []byte {
	head := fmt.Sprintf("POST /graphql HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n",
		a.server.host(), token, len(data))
	return append([]byte(head), data...)
}

// insist sends a request that must be refused, until its time is up.
func (a *attacked) insist(ctx context.Context, request []byte) (all rejections, _ error) {
	parts, errs := make([]rejections, attackers), make([]error, attackers)
	var group sync.WaitGroup
	for i := range attackers {
		group.Go(func() { parts[i], errs[i] = a.assault(ctx, request) })
	}
	group.Wait()
	for _, p := range parts {
		all.add(p)
	}
	return all, errors.Join(errs...)
}

func (a *attacked) assault(ctx context.Context, request []byte) (r rejections, err error) {
	c := &assault{host: a.server.host()}
	c.timeout, _ = ctx.Deadline()
	defer c.close()
	for ctx.Err() == nil {
		since := time.Now()
		what, err := c.send(request)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return r, nil // the last was broken off
		case err != nil:
			return r, err
		default:
			r.note(what, time.Since(since))
		}
	}
	return r, nil
}

// assault is a connection that sends the same request again and again, and opens
// itself anew when the server closes it.
type assault struct {
	host    string
	timeout time.Time
	conn    net.Conn
	r       *bufio.Reader
}

func (c *assault) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

func (c *assault) open() (err error) {
	if c.conn != nil {
		return nil
	}
	if c.conn, err = net.DialTimeout("tcp", c.host, patience); err != nil {
		return err
	}
	c.r = bufio.NewReader(c.conn)
	return c.conn.SetDeadline(c.timeout)
}

// send returns what refused the request: a code, or that the connection was
// cut off.
func (c *assault) send(request []byte) (string, error) {
	if err := c.open(); err != nil {
		return "", err
	}
	written := make(chan error, 1)
	go func(conn net.Conn) {
		_, err := conn.Write(request)
		written <- err
	}(c.conn)
	text, last, err := c.answer()
	if err != nil || last {
		c.close()
	}
	if <-written != nil || err != nil {
		c.close()
	}
	switch {
	case errors.Is(err, errAnswer), errors.Is(err, os.ErrDeadlineExceeded):
		return "", err
	case text == nil:
		return cut, nil
	default:
		return codeOf(text)
	}
}

var errAnswer = errors.New("not an answer of HTTP")

// answer reads an answer; last if the server closes the connection after it.
func (c *assault) answer() (text []byte, last bool, err error) {
	length := -1
	for {
		line, err := c.r.ReadSlice('\n')
		if err != nil {
			return nil, true, err
		}
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(": "))
		switch string(name) {
		case "Content-Length":
			if length, err = strconv.Atoi(string(value)); err != nil {
				return nil, true, errAnswer
			}
		case "Connection":
			last = string(value) == "close"
		case "":
			if length < 0 {
				return nil, true, errAnswer
			}
			text = make([]byte, length)
			if _, err := io.ReadFull(c.r, text); err != nil {
				return nil, true, err
			}
			return text, last, nil
		}
	}
}

// codeOf finds the code of an error.
func codeOf(text []byte) (string, error) {
	_, rest, exported := bytes.Cut(text, []byte(`"code":"`))
	code, _, closes := bytes.Cut(rest, []byte(`"`))
	if !exported || !closes {
		return "", fmt.Errorf("not refused: %.200s", text)
	}
	return string(code), nil
}

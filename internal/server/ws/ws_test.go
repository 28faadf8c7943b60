package ws_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/server/ws"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

var limits = ws.Limits{Message: 1000, Grace: time.Minute, Rate: 1 << 20, Write: time.Minute, Close: time.Minute, Clock: time.Now}

// patience only keeps a broken test from hanging.
const patience = 3 * time.Minute

// server echoes text messages until the connection ends.
func server(t testing.TB, l ws.Limits) *httptest.Server {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := ws.Accept(w, r, &l, "echo", "other")
		var refused *ws.Refusal
		if errors.As(err, &refused) {
			maps.Copy(w.Header(), refused.Header)
			w.WriteHeader(refused.Status)
			return
		}
		if err == nil {
			go rest(c)
		}
	}))
	t.Cleanup(srv.Close)
	return srv
}

// rest and echo take turns in goroutines of their own, as a server of many
// connections has it: a waiting goroutine has a fresh stack.
func rest(c *ws.Conn) {
	c.Rest()
	go echo(c)
}

func echo(c *ws.Conn) {
	kind, message, err := c.Read()
	switch {
	case err != nil:
		c.Free()
		return
	case kind == ws.Text && string(message) == "ping me":
		_ = c.Ping()
	case kind == ws.Text:
		_ = c.Write(ws.Whole(message))
	case kind == ws.Binary:
		c.Close(4400, strings.Repeat("ñ", 100))
	}
	go rest(c)
}

type client struct {
	t    testing.TB
	conn net.Conn
	r    *bufio.Reader
}

const handshake = "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: nope, other\r\n\r\n"

func dial(t testing.TB, srv *httptest.Server, early ...byte) *client {
	t.Helper()
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := conn.Write(append([]byte(handshake), early...)); err != nil {
		t.Fatal(err)
	}
	c := &client{t, conn, bufio.NewReader(conn)}
	resp, err := http.ReadResponse(c.r, nil)
	if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(resp, err)
	}
	// the example of RFC 6455 §1.3
	if resp.Header.Get("Sec-WebSocket-Accept") != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" || resp.Header.Get("Sec-WebSocket-Protocol") != "other" {
		t.Fatal(resp.Header)
	}
	return c
}

// masked is a client's frame.
func masked(first byte, payload string) []byte {
	b := []byte{first}
	switch n := len(payload); {
	case n < 126:
		b = append(b, 0x80|byte(n))
	case n <= 0xffff:
		b = binary.BigEndian.AppendUint16(append(b, 0xfe), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 0xff), uint64(n))
	}
	mask := []byte{1, 2, 3, 4}
	b = append(b, mask...)
	for i := range len(payload) {
		b = append(b, payload[i]^mask[i&3])
	}
	return b
}

func (c *client) send(b ...byte) {
	c.t.Helper()
	if _, err := c.conn.Write(b); err != nil {
		c.t.Fatal(err)
	}
}

// frame reads one frame of the server, which is never masked.
func (c *client) frame() (first byte, payload string, err error) {
	var h [2]byte
	if _, err := io.ReadFull(c.r, h[:]); err != nil {
		return 0, "", err
	}
	n := int(h[1])
	if n == 126 {
		var l [2]byte
		if _, err := io.ReadFull(c.r, l[:]); err != nil {
			return 0, "", err
		}
		n = int(binary.BigEndian.Uint16(l[:]))
	}
	if h[1] == 127 {
		var l [8]byte
		if _, err := io.ReadFull(c.r, l[:]); err != nil {
			return 0, "", err
		}
		n = int(binary.BigEndian.Uint64(l[:]))
	}
	p := make([]byte, n)
	_, err = io.ReadFull(c.r, p)
	return h[0], string(p), err
}

func (c *client) expect(first byte, payload string) {
	c.t.Helper()
	if f, p, err := c.frame(); err != nil || f != first || p != payload {
		c.t.Fatalf("got %#x %q %v, want %#x %q", f, p, err, first, payload)
	}
}

func (c *client) expectClose(code uint16) {
	c.t.Helper()
	f, p, err := c.frame()
	if err != nil || f != 0x88 || len(p) < 2 || binary.BigEndian.Uint16([]byte(p)) != code {
		c.t.Fatalf("got %#x %q %v, want a close with %d", f, p, err, code)
	}
}

func TestMessages(t *testing.T) {
	srv := server(t, limits)
	c := dial(t, srv, masked(0x81, "early")...)
	c.expect(0x81, "early")
	for _, n := range []int{0, 1, 125, 126, 127, 999, 1000} {
		text := strings.Repeat("a", n)
		c.send(masked(0x81, text)...)
		c.expect(0x81, text)
	}
	c.send(append(masked(0x81, "two"), masked(0x81, "at once")...)...)
	c.expect(0x81, "two")
	c.expect(0x81, "at once")
	c.send(masked(0x01, "in ")...)
	c.send(masked(0x89, "between")...)
	c.expect(0x8a, "between")
	c.send(masked(0x00, "three ")...)
	c.send(masked(0x80, "parts")...)
	c.expect(0x81, "in three parts")
	c.send(append(masked(0x01, "\xce"), masked(0x80, "\xba")...)...) // half a character each
	c.expect(0x81, "κ")
	c.send(append(append(masked(0x01, ""), masked(0x00, "")...), masked(0x80, "")...)...)
	c.expect(0x81, "")
	c.send(masked(0x89, strings.Repeat("p", 125))...)
	c.expect(0x8a, strings.Repeat("p", 125))
	for _, b := range masked(0x81, "byte by byte") {
		c.send(b)
	}
	c.expect(0x81, "byte by byte")
	c.send(masked(0x8a, "unasked")...) // a pong that answers nothing
	c.send(masked(0x81, "ping me")...)
	c.expect(0x89, "")
	c.send(masked(0x88, "\x03\xe8bye")...)
	c.expect(0x88, "\x03\xe8")
	if _, err := c.r.ReadByte(); err != io.EOF {
		t.Fatal("the connection goes on after a close:", err)
	}
}

func TestWrongFrames(t *testing.T) {
	srv := server(t, limits)
	unmasked := append([]byte{0x81, 2}, "hi"...)
	huge := append([]byte{0x81, 0xff}, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0)
	for name, c := range map[string]struct {
		code uint16
		sent []byte
	}{
		"not masked":               {1002, unmasked},
		"reserved bit":             {1002, masked(0xc1, "x")},
		"another reserved bit":     {1002, masked(0xa1, "x")},
		"reserved bit of a ping":   {1002, masked(0x99, "x")},
		"unknown data opcode":      {1002, masked(0x83, "x")},
		"unknown control opcode":   {1002, masked(0x8b, "x")},
		"ping in parts":            {1002, masked(0x09, "x")},
		"close in parts":           {1002, masked(0x08, "\x03\xe8")},
		"pong in parts, between":   {1002, append(masked(0x01, "x"), masked(0x0a, "x")...)},
		"reserved, between":        {1002, append(masked(0x01, "x"), masked(0x84, "x")...)},
		"one byte in 16 bits":      {1002, longer(2, "x")},
		"125 bytes in 16 bits":     {1002, longer(2, strings.Repeat("x", 125))},
		"500 bytes in 64 bits":     {1002, longer(8, strings.Repeat("x", 500))},
		"long ping":                {1002, masked(0x89, strings.Repeat("x", 126))},
		"continuation of nothing":  {1002, masked(0x80, "x")},
		"message within a message": {1002, append(masked(0x01, "x"), masked(0x81, "y")...)},
		"too big":                  {1009, masked(0x81, strings.Repeat("x", 1001))},
		"too big in parts":         {1009, append(masked(0x01, strings.Repeat("x", 600)), masked(0x80, strings.Repeat("x", 401))...)},
		"beyond all numbers":       {1009, huge},
		"close of one byte":        {1002, masked(0x88, "x")},
		"close, not UTF-8":         {1007, masked(0x88, "\x03\xe8\xff")},
		"text, not UTF-8":          {1007, masked(0x81, "a\xc0\xaf")},
		"a surrogate":              {1007, masked(0x81, "\xed\xa0\x80")},
		"half a character":         {1007, masked(0x81, "\xce")},
		"wrong across fragments":   {1007, append(masked(0x01, "\xce"), masked(0x80, "\x41")...)},
		"wrong in a first part":    {1007, masked(0x01, "a\xc0\xaf")},
		"wrong in half a frame":    {1007, masked(0x81, "a\xc0\xaf, and more to come")[:9]},
		"wrong after half a one":   {1007, append(masked(0x01, "\xe2\x82"), masked(0x00, "\x41")...)},
		"binary":                   {4400, masked(0x82, "x")},
	} {
		t.Run(name, func(t *testing.T) {
			ws := dial(t, srv)
			ws.send(c.sent...)
			ws.expectClose(c.code)
			_ = ws.conn.(*net.TCPConn).CloseWrite()
			if _, err := ws.r.ReadByte(); err != io.EOF {
				t.Fatal("something follows the close:", err)
			}
		})
	}
}

// longer is a frame that tells its length in more bytes than it takes.
func longer(bytes int, payload string) []byte {
	b := []byte{0x81, 0x80 | 126, byte(len(payload) >> 8), byte(len(payload))}
	if bytes == 8 {
		b = []byte{0x81, 0x80 | 127, 0, 0, 0, 0, 0, 0, byte(len(payload) >> 8), byte(len(payload))}
	}
	return append(append(b, 0, 0, 0, 0), payload...)
}

// TestCloseCodes: those that may come are answered with themselves.
func TestCloseCodes(t *testing.T) {
	srv := server(t, limits)
	closes := func(sent, answered uint16) {
		c := dial(t, srv)
		c.send(masked(0x88, string(binary.BigEndian.AppendUint16(nil, sent))+"adiós")...)
		c.expectClose(answered)
	}
	for _, code := range []uint16{0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535} {
		closes(code, 1002)
	}
	for _, code := range []uint16{1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999} {
		closes(code, code)
	}
}

// An empty close is answered with an empty one.
func TestEmptyClose(t *testing.T) {
	c := dial(t, server(t, limits))
	c.send(masked(0x88, "")...)
	c.expect(0x88, "")
}

// A frame that does not become whole ends the connection; silence does not.
func TestHalfAFrame(t *testing.T) {
	l, later := limits, atomic.Int64{}
	l.Grace = 50 * time.Millisecond
	l.Clock = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	srv := server(t, l)
	half, silent := dial(t, srv), dial(t, srv)
	half.send(masked(0x81, "whole")[:6]...)
	half.expect(0x88, "\x03\xf0message too slow")
	later.Store(int64(time.Hour)) // a whole frame is whole on a busy machine too
	silent.send(masked(0x81, "still here")...)
	silent.expect(0x81, "still here")
}

// A client that never agrees to a close is cut off.
func TestCloseIsNotAwaitedForEver(t *testing.T) {
	l := limits
	l.Close = 50 * time.Millisecond
	c := dial(t, server(t, l))
	c.send(masked(0x82, "x")...)
	c.expectClose(4400)
	if _, err := c.r.ReadByte(); err == nil {
		t.Fatal("something follows the close")
	}
}

func TestRefusedHandshakes(t *testing.T) {
	srv := server(t, limits)
	for name, c := range map[string]struct {
		old, with string
		status    int
	}{
		"no upgrade":    {"Upgrade: WebSocket\r\n", "", 426},
		"no connection": {"keep-alive, Upgrade", "keep-alive", 426},
		"HTTP/1.0":      {"HTTP/1.1", "HTTP/1.0", 426},
		"POST":          {"GET", "POST", 405},
		"version":       {"Version: 13", "Version: 8", 400},
		"two versions":  {"Sec-WebSocket-Version", "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Version", 400},
		"a body":        {"Sec-WebSocket-Version", "Content-Length: 4\r\nSec-WebSocket-Version", 400},
		"chunks":        {"Sec-WebSocket-Version", "Transfer-Encoding: chunked\r\nSec-WebSocket-Version", 400},
		"no key":        {"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "", 400},
		"short key":     {"dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25j", 400},
		"two keys":      {"Sec-WebSocket-Version", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version", 400},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", srv.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprint(conn, strings.Replace(handshake, c.old, c.with, 1))
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || resp.StatusCode != c.status {
				t.Fatal(resp, err)
			}
			_ = resp.Body.Close()
		})
	}
}

// What a connection at rest costs: its goroutine's stack is the smallest, and
// nothing is held for reading or writing.
func TestRestIsCheap(t *testing.T) {
	const n = 500
	srv := server(t, limits)
	before := stacks()
	for range n {
		c := dial(t, srv)
		c.send(masked(0x81, strings.Repeat("x", 900))...)
		if f, _, err := c.frame(); err != nil || f != 0x81 {
			t.Fatal(f, err)
		}
	}
	const most = 5 << 10 // twice what it is: the race detector's frames are larger
	each := (stacks() - before) / n
	for limit := time.Now().Add(patience); each > most && time.Now().Before(limit); { // the last ones are on their way to rest
		each = (stacks() - before) / n
	}
	if each > most {
		t.Errorf("%d bytes of stack for each", each)
	}
}

func stacks() int {
	var m runtime.MemStats
	for range 4 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int(m.StackInuse)
}

func FuzzRead(f *testing.F) {
	for _, seed := range [][]byte{masked(0x81, "hi"), masked(0x89, "p"), masked(0x88, "\x03\xe8"), append(masked(0x01, "a"), masked(0x80, "b")...), {0x81, 2}, {0x81, 0xff, 0xff}} {
		f.Add(seed)
	}
	l := limits
	l.Grace, l.Close = 2*time.Second, time.Second // it has to end within our patience, whatever came
	srv := server(f, l)
	f.Fuzz(func(t *testing.T, sent []byte) {
		c := dial(t, srv)
		_, _ = c.conn.Write(sent) // the server may have closed in the middle
		_ = c.conn.(*net.TCPConn).CloseWrite()
		answers, err := io.ReadAll(c.r)
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			t.Fatalf("the server neither answers nor ends after %q", sent)
		}
		if bytes.HasPrefix(answers, []byte("HTTP")) {
			t.Fatalf("%q", answers)
		}
	})
}

package transport_test

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// expectEnd reads the frames of a socket to its close frame, answers it, and returns the code. What follows is an error.
func (b *bench) expectEnd(conn net.Conn, answer string) (code int) {
	b.t.Helper()
	in := bufio.NewReader(conn)
	for {
		var h [2]byte
		if _, err := io.ReadFull(in, h[:]); err != nil {
			b.t.Fatalf("the end came without a close frame: %v", err)
		}
		payload := make([]byte, h[1]) // the messages of these tests are short
		_, err := io.ReadFull(in, payload)
		b.must(err)
		if h[0] != 0x88 {
			continue
		}
		_, err = io.WriteString(conn, answer)
		b.must(err)
		_ = conn.(*net.TCPConn).CloseWrite() // in the middle of a frame the close frame above is more of it
		if _, err := in.ReadByte(); err != io.EOF {
			b.t.Errorf("something follows the close: %v", err)
		}
		return int(binary.BigEndian.Uint16(payload))
	}
}

// TestWrongFrames: each kind of fault in a frame or a message ends the socket with its code.
func TestWrongFrames(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.Message = 1000 }))
	const text, last = 0x01, 0x80
	for name, c := range map[string]struct {
		code int
		sent string
	}{
		"not masked":               {1002, "\x81\x02hi"},
		"reserved bit":             {1002, frame(0xc1, "x")},
		"too big":                  {1009, frame(0x81, strings.Repeat("x", 1001))},
		"text, not UTF-8":          {1007, frame(0x81, "a\xc0\xaf")},
		"a surrogate":              {1007, frame(0x81, "\xed\xa0\x80")},
		"half a character":         {1007, frame(0x81, "\xce")},
		"half, then an empty part": {1007, frame(text, "\xce") + frame(last, "")},
		"wrong across fragments":   {1007, frame(text, "\xce") + frame(last, "\x41")},
		"binary":                   {4400, frame(0x82, "x")},
	} {
		t.Run(name, func(t *testing.T) {
			conn := b.rawSocket()
			_, err := io.WriteString(conn, c.sent)
			b.must(err)
			if code := b.expectEnd(conn, frame(0x88, "\x03\xe8")); code != c.code {
				t.Errorf("ended with %d, want %d", code, c.code)
			}
		})
	}
	b.eventually("no socket is left", func() bool { _, n := b.meter.open(); return n == 0 })
}

// TestParts: a message may come in parts, also in the middle of a character, byte by byte, and with pings between.
func TestParts(t *testing.T) {
	b := start(t)
	conn := b.rawSocket()
	for name, sent := range map[string]string{
		"parts":       frame(0x01, `{"type":`) + frame(0x00, "") + frame(0x89, "between") + frame(0x80, `"ping"}`),
		"a character": frame(0x01, "{\"type\":\"ping\",\"payload\":{\"a\":\"\xce") + frame(0x80, "\xba\"}}"),
		"long":        frame(0x81, `{"type":"ping","payload":{"a":"`+strings.Repeat("κ", 10_000)+`"}}`),
	} {
		_, err := io.WriteString(conn, sent)
		b.must(err)
		if all := b.readTo(conn, `"type":"pong"`); name == "parts" && !strings.Contains(all, "\x8a\x07between") {
			t.Errorf("the ping between was not answered: %q", all)
		}
	}
	for _, octet := range []byte(frame(0x81, `{"type":"ping"}`)) {
		_, err := conn.Write([]byte{octet})
		b.must(err)
	}
	b.readTo(conn, `"type":"pong"`)
}

// TestPongDoesNotWaitForALargeAnswer: it goes out between two frames of the answer. A client on a slow line would else
// take the server for dead.
func TestPongDoesNotWaitForALargeAnswer(t *testing.T) {
	b := start(t, largeAnswer)
	conn := b.rawSocket()
	b.must(conn.(*net.TCPConn).SetReadBuffer(64 << 10))
	_, err := io.WriteString(conn, frame(0x81, `{"id":"1","type":"subscribe","payload":`+operation(`{ miCarpeta { carpetaId } }`, nil)+`}`))
	b.must(err)
	in := bufio.NewReader(conn)
	_, err = in.Peek(1) // the answer has begun
	b.must(err)
	time.Sleep(100 * time.Millisecond) // and waits for its reader
	_, err = io.WriteString(conn, frame(0x89, "x"))
	b.must(err)
	time.Sleep(100 * time.Millisecond)
	for answered, bytes := false, 0; bytes < 1<<20; {
		var h [2]byte
		_, err := io.ReadFull(in, h[:])
		b.must(err)
		more := map[byte]int{126: 2, 127: 8}[h[1]]
		length := make([]byte, 8)
		_, err = io.ReadFull(in, length[8-more:])
		b.must(err)
		n := int(h[1])
		if more > 0 {
			n = int(binary.BigEndian.Uint64(length))
		}
		_, err = in.Discard(n)
		b.must(err)
		if answered = answered || h[0] == 0x8a; h[0]&0x0f <= 1 {
			bytes += n
		}
		if bytes >= 1<<20 && !answered {
			t.Error("the answer was whole before the pong came")
		}
	}
}

// TestUnfinishedMessageHasItsTime: neither silence between its parts nor pings win more. Silence between messages is no
// fault.
func TestUnfinishedMessageHasItsTime(t *testing.T) {
	b := start(t, withLimits(func(l *limits.Limits) { l.ReadGrace = 200 * time.Millisecond }))
	silent := b.connect()
	for name, c := range map[string]struct{ sent, between string }{
		"half a frame":       {frame(0x81, `{"type":"ping"}`)[:10], ""},
		"silence":            {frame(0x01, `{"type"`), ""},
		"pings":              {frame(0x01, `{"type"`), frame(0x89, "")},
		"empty continuation": {frame(0x01, `{"type"`), frame(0x00, "")},
	} {
		t.Run(name, func(t *testing.T) {
			conn := b.rawSocket()
			_, err := io.WriteString(conn, c.sent)
			b.must(err)
			done := make(chan struct{})
			go func() {
				defer close(done)
				for c.between != "" {
					if _, err := io.WriteString(conn, c.between); err != nil {
						return
					}
					time.Sleep(10 * time.Millisecond)
				}
			}()
			b.readTo(conn, "\x03\xf0message too slow")
			_ = conn.Close()
			<-done
		})
	}
	silent.send(`{"type":"ping"}`)
	silent.expect("", "pong")
}

// TestCloseIsNotAwaitedForEver: a client that never agrees to a close is cut off, also one that goes on to send.
func TestCloseIsNotAwaitedForEver(t *testing.T) {
	t.Parallel() // it takes its time
	b := start(t)
	for name, flood := range map[string]string{"silent": "", "flood": strings.Repeat("x", 64<<10)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := b.rawSocket()
			_, err := io.WriteString(conn, frame(0x82, "x"))
			b.must(err)
			b.readTo(conn, "Invalid message")
			if flood != "" { // as the payload of a frame without end
				_, err := io.WriteString(conn, "\x81\xff\x00\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00")
				for err == nil {
					_, err = io.WriteString(conn, flood)
				}
			}
			if _, err := io.Copy(io.Discard, conn); err != nil && flood == "" {
				t.Error(err)
			}
		})
	}
}

const handshake = "GET /graphql HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: nope, graphql-transport-ws\r\n\r\n"

// TestHandshake: the example of RFC 6455 §1.3, and what is refused, in the shape of every other refusal.
func TestHandshake(t *testing.T) {
	b := start(t)
	ask := func(request string) *http.Response {
		conn, err := net.Dial("tcp", b.server.Addr())
		b.must(err)
		t.Cleanup(func() { _ = conn.Close() })
		_, err = io.WriteString(conn, request)
		b.must(err)
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		b.must(err)
		return resp
	}
	good := ask(handshake)
	if good.StatusCode != http.StatusSwitchingProtocols || good.Header.Get("Sec-WebSocket-Accept") != "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" ||
		good.Header.Get("Sec-WebSocket-Protocol") != "graphql-transport-ws" || good.Header.Get("Sec-WebSocket-Extensions") != "" {
		t.Error(good.Status, good.Header)
	}
	long := func(name string) string { return fmt.Sprintf("%s: %s\r\nHost", name, strings.Repeat("a,", 2000)) }
	for name, c := range map[string]struct {
		old, with string
		status    int
	}{
		"no connection": {"keep-alive, Upgrade", "keep-alive", 426},
		"HTTP/1.0":      {"HTTP/1.1", "HTTP/1.0", 426},
		"POST":          {"GET", "POST", 405},
		"version":       {"Version: 13", "Version: 8", 400},
		"a body":        {"Sec-WebSocket-Version", "Content-Length: 4\r\nSec-WebSocket-Version", 400},
		"chunks":        {"Sec-WebSocket-Version", "Transfer-Encoding: chunked\r\nSec-WebSocket-Version", 400},
		"no key":        {"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", "", 400},
		"short key":     {"dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25j", 400},
		"two keys":      {"Sec-WebSocket-Version", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version", 400},
		"connection":    {"Host", long("Connection"), 431},
		"protocols":     {"Host", long("Sec-WebSocket-Protocol"), 431},
		"extensions":    {"Host", long("Sec-WebSocket-Extensions"), 431},
	} {
		t.Run(name, func(t *testing.T) {
			resp := ask(strings.Replace(handshake, c.old, c.with, 1))
			if resp.StatusCode != c.status || !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
				t.Error(resp.Status, resp.Header)
			}
		})
	}
}

package attack

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"strings"
	"time"
)

// idleConnections opens a thousand connections and says nothing.
func idleConnections(ctx context.Context, p *party) {
	p.eachConn(ctx, 1000, p.plain, func(_ int, conn net.Conn) {
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		var one [1]byte
		if _, err := conn.Read(one[:]); err != nil {
			p.cut(ctx)
		}
	})
}

// stalled has so many connections send something, and wait until they are ended.
func (p *party) stalled(ctx context.Context, connections int, dial func(context.Context, int) (net.Conn, error), text []byte) {
	p.eachConn(ctx, connections, dial, func(_ int, conn net.Conn) {
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		if _, err := conn.Write(text); err == nil {
			_, _ = io.Copy(io.Discard, conn)
		}
		p.cut(ctx)
	})
}

// stalledReaders has so many connections send something, and read nothing.
func (p *party) stalledReaders(ctx context.Context, connections int, text []byte) {
	p.eachConn(ctx, connections, p.dial, func(_ int, conn net.Conn) {
		if _, err := conn.Write(text); err != nil {
			p.cut(ctx)
			return
		}
		p.tally.take()
		rest(ctx, 20*time.Second)
	})
}

// headersBehind send lines of a header together with a request before it, and then as many as one may have.
func headersBehind(ctx context.Context, p *party) {
	text := []byte("GET /no HTTP/1.1\r\nHost: " + p.host + "\r\n\r\nGET /no HTTP/1.1\r\n")
	for n := 0; len(text) < 4090; n++ {
		text = fmt.Appendf(text, "%x:\n", n)
	}
	var more []byte
	for n := range 190 {
		more = fmt.Appendf(more, "y%x:\n", n)
	}
	p.eachConn(ctx, 1000, p.dial, func(_ int, conn net.Conn) {
		if _, err := conn.Write(text); err == nil {
			rest(ctx, 100*time.Millisecond) // until the first is answered
			_, _ = conn.Write(more)
			_, _ = io.Copy(io.Discard, conn)
		}
		p.cut(ctx)
	})
}

// endlessHeaders send as much of a header as the server reads, in lines of a few bytes.
func endlessHeaders(ctx context.Context, p *party) {
	text := []byte("GET /graphql HTTP/1.1\r\nHost: " + p.host + "\r\n")
	for n := 0; len(text) < 31<<10; n++ {
		text = fmt.Appendf(text, "%x:\n", n)
	}
	p.stalled(ctx, 1000, p.dial, text)
}

// unknownKeys sends tokens that nobody signed, each of a key of another name.
func unknownKeys(ctx context.Context, p *party) {
	part := base64.RawURLEncoding.EncodeToString
	p.crowd(ctx, 8, func(client, n int) []byte {
		head := fmt.Sprintf(`{"alg":"EdDSA","kid":"%d-%d"}`, client, n)
		token := part([]byte(head)) + "." + part([]byte(`{"iss":"x","sub":"x"}`)) + "." + part(make([]byte, 64))
		return p.request(token, "", operation("{ __typename }", nil))
	})
}

// forgedTokens name the key of the issuer, which anybody can read, and are not signed with it.
func forgedTokens(ctx context.Context, p *party) {
	part := base64.RawURLEncoding.EncodeToString
	head, _, _ := strings.Cut(p.citizen(0).Token, ".")
	p.crowd(ctx, 256, func(client, n int) []byte {
		token := head + "." + part(fmt.Appendf(nil, `{"iss":"x","sub":"%d-%d"}`, client, n)) + "." + part(make([]byte, 64))
		return p.request(token, "", operation("{ __typename }", nil))
	})
}

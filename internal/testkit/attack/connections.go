package attack

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
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

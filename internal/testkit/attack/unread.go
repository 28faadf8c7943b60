package attack

import (
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// unreadFor is how long an answer is left lying.
const unreadFor = 20 * time.Second

// largePage is one of 0.8 MB.
func (p *party) largePage(c Citizen) io.Reader {
	names := numbered(50, " a%[1]d"+strings.Repeat("x", 120)+": titulo")
	return operation("query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes {"+names+" } } } }", map[string]any{"c": c.CarpetaID})
}

// unreadPages asks for large pages.
func unreadPages(ctx context.Context, p *party) {
	p.unread(ctx, 64, func(i int) *http.Request { return p.post(p.citizen(i).Token, p.largePage(p.citizen(i))) })
}

// unreadFiles asks for a large file that anybody may have.
func unreadFiles(ctx context.Context, p *party) {
	path := p.script(ctx)
	p.unread(ctx, 1000, func(int) *http.Request { return p.get(path) })
}

// unread has so many connections with a request each, and reads no answer.
func (p *party) unread(ctx context.Context, connections int, next func(i int) *http.Request) {
	p.clients(ctx, connections, func(i int) {
		over := p.transport(i)
		defer over.CloseIdleConnections()
		p.leave(ctx, over, next(i))
	})
}

// leave sends a request and reads nothing of its answer, unless that is so short that the server is done with it anyway:
// it is a refusal.
func (p *party) leave(ctx context.Context, over http.RoundTripper, r *http.Request) {
	resp, err := over.RoundTrip(r.WithContext(ctx))
	switch {
	case err != nil:
		p.cut(ctx)
	case resp.ContentLength >= 0 && resp.ContentLength < 4<<10:
		p.count(resp)
	default:
		p.tally.take()
		rest(ctx, unreadFor)
		_ = resp.Body.Close() // nothing was read
	}
}

// unreadSocket asks for pages on a socket as long as the server takes it.
func unreadSocket(ctx context.Context, p *party) {
	p.clients(ctx, 1, func(i int) {
		s, err := p.socket(ctx, i, p.citizen(i).Token)
		if err != nil {
			return
		}
		defer s.CloseNow() //nolint:errcheck // nothing more is wanted of it
		page := textOf(p.largePage(p.citizen(i)))
		for n := 0; subscribe(ctx, s, n, page); n++ {
			p.tally.take()
			rest(ctx, pause/20)
		}
	})
}

// script is the address of the application's script; without a built page, of the page.
func (p *party) script(ctx context.Context) string {
	resp, err := p.over.RoundTrip(p.get("/app/").WithContext(ctx))
	if err != nil {
		return "/app/"
	}
	defer resp.Body.Close()
	if name := regexp.MustCompile(`/app/assets/[\w.-]+\.js`).FindString(textOf(resp.Body)); name != "" {
		return name
	}
	return "/app/"
}

func textOf(r io.Reader) string {
	text, _ := io.ReadAll(r) // a part of it will do
	return string(text)
}

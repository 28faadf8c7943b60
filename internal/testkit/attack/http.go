package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
)

// transport has one connection at a time, of the n-th citizen.
func (p *party) transport(n int) *http.Transport {
	return &http.Transport{
		MaxConnsPerHost: 1,
		DialContext:     func(ctx context.Context, _, _ string) (net.Conn, error) { return p.dial(ctx, n) },
	}
}

func (p *party) get(path string) *http.Request { return request(http.MethodGet, p.API+path, nil) }

// post asks for an operation; the token may be empty.
func (p *party) post(token string, body io.Reader) *http.Request {
	r := request(http.MethodPost, p.API+"/graphql", body)
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return r
}

func request(method, address string, body io.Reader) *http.Request {
	r, err := http.NewRequest(method, address, body)
	if err != nil {
		panic(err) // the address was parsed before, or is the server's own
	}
	return r
}

// operation is the JSON of one.
func operation(query string, variables any) *bytes.Reader {
	b, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err) // strings and numbers only
	}
	return bytes.NewReader(b)
}

// mixed is the token of every other client, and none of the others: of a citizen more is read than of nobody.
func (p *party) mixed(client int) string {
	if client%2 == 0 {
		return ""
	}
	return p.citizen(client).Token
}

// crowd has so many clients, each with a connection, ask as fast as answers come.
func (p *party) crowd(ctx context.Context, clients int, next func(client, n int) *http.Request) {
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			over := p.transport(client)
			defer over.CloseIdleConnections()
			for n := 0; ctx.Err() == nil; n++ {
				if !p.try(ctx, over, next(client, n)) {
					rest(ctx, pause)
				}
			}
		})
	}
	group.Wait()
}

// try sends a request, and counts its answer. It reports whether it was taken.
func (p *party) try(ctx context.Context, over http.RoundTripper, r *http.Request) bool {
	resp, err := over.RoundTrip(r.WithContext(ctx))
	if err != nil {
		p.cut(ctx)
		return false
	}
	return p.count(resp)
}

// once tries a request on a connection of its own.
func (p *party) once(ctx context.Context, client int, r *http.Request) {
	over := p.transport(client)
	defer over.CloseIdleConnections()
	p.try(ctx, over, r)
}

// count reads an answer to its end. It is taken, or refused by a code or a status.
func (p *party) count(resp *http.Response) bool {
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusOK && strings.HasPrefix(resp.Header.Get("Content-Type"), "text/event-stream") {
		p.tally.take()
		_, _ = io.Copy(io.Discard, resp.Body)
		return true
	}
	text, _ := io.ReadAll(resp.Body) // what came tells enough
	switch code := codeOf(text); {
	case code != "":
		p.tally.refuse(code)
	case resp.StatusCode >= 400:
		p.tally.refuse(fmt.Sprint(resp.StatusCode))
	default:
		p.tally.take()
		return true
	}
	return false
}

var errRefused = errors.New("attack: refused")

// ask sends an operation as a citizen, and decodes its data.
func (p *party) ask(ctx context.Context, token string, body io.Reader, data any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	resp, err := p.over.RoundTrip(p.post(token, body).WithContext(ctx))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if code := codeOf(text); code != "" {
		p.tally.refuse(code)
		return fmt.Errorf("%w: %s", errRefused, text)
	}
	p.tally.take()
	return json.Unmarshal(text, &struct{ Data any }{data})
}

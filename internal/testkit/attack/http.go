package attack

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// request is a POST of HTTP/1.1 as bytes; the token may be empty.
func (p *party) request(token, more string, body []byte) []byte {
	return append(p.head(token, more, len(body)), body...)
}

// head is all of a request but its body.
func (p *party) head(token, more string, length int) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "POST /graphql HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s", p.host, length, more)
	if token != "" {
		fmt.Fprintf(&b, "Authorization: Bearer %s\r\n", token)
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// mixed is the token of every other client, and none of the others: of a citizen more is read than of nobody.
func (p *party) mixed(client int) string {
	if client%2 == 0 {
		return ""
	}
	return p.citizen(client).Token
}

// pause keeps a client that was refused from asking thousands of times a second.
const pause = 20 * time.Millisecond

// crowd runs so many clients until the context ends. Each has a connection, makes a
// request, sends it, reads the answer, and connects anew when it was cut off.
func (p *party) crowd(ctx context.Context, clients int, next func(client, n int) []byte) {
	var group sync.WaitGroup
	for client := range clients {
		group.Go(func() {
			for n := 0; ctx.Err() == nil; {
				n = p.connected(ctx, client, n, next)
				rest(ctx, pause)
			}
		})
	}
	group.Wait()
}

// connected sends requests on one connection until it ends, and returns the next.
func (p *party) connected(ctx context.Context, client, n int, next func(client, n int) []byte) int {
	conn, err := p.dial(ctx, client)
	if err != nil {
		p.cut(ctx)
		return n
	}
	defer conn.Close()
	reader := bufio.NewReader(conn)
	for ctx.Err() == nil {
		data := next(client, n)
		if data == nil {
			<-ctx.Done()
			return n
		}
		since := time.Now()
		n++
		go func() { _, _ = conn.Write(data) }() // an answer may come before all was read
		resp, err := http.ReadResponse(reader, nil)
		if err != nil {
			p.cut(ctx)
			return n
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if madeRoom(resp, text) {
			p.cut(ctx)
			return n
		}
		p.tally.answer(text, since)
		if resp.Close {
			return n
		}
		if resp.StatusCode >= 400 {
			rest(ctx, pause)
		}
	}
	return n
}

// madeRoom reports whether a connection ended for another one, whose request was being served: it is no refusal, and has
// no code.
func madeRoom(resp *http.Response, text []byte) bool {
	return resp.StatusCode == http.StatusServiceUnavailable && codeOf(text) == ""
}

// cut counts a connection that the server ended, unless the attack is over.
func (p *party) cut(ctx context.Context) {
	if ctx.Err() == nil {
		p.tally.end("cut off")
	}
}

// watch reads a connection until it ends, and counts how.
func (p *party) watch(ctx context.Context, conn io.Reader, since time.Time) {
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		p.cut(ctx)
		return
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(resp.Body)
	if resp.StatusCode == http.StatusRequestTimeout {
		p.tally.end("408 too slow")
		return
	}
	if madeRoom(resp, text) {
		p.cut(ctx)
		return
	}
	if code := codeOf(text); code != "" {
		p.tally.refuse(fmt.Sprint(resp.StatusCode, " ", code), since)
		return
	}
	if resp.StatusCode >= 400 {
		p.tally.refuse(fmt.Sprint(resp.StatusCode), since)
	}
}

func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// operation is the JSON of one.
func operation(query string, variables any) []byte {
	b, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err) // strings and numbers only
	}
	return b
}

var errRefused = errors.New("attack: refused")

// ask sends an operation as a citizen, and decodes its data.
func (p *party) ask(ctx context.Context, token string, body []byte, data any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.API+"/graphql", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+token)
	since := time.Now()
	resp, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if code := codeOf(text); code != "" {
		p.tally.refuse(code, since)
		return fmt.Errorf("%w: %s", errRefused, text)
	}
	p.tally.take()
	return json.Unmarshal(text, &struct{ Data any }{data})
}

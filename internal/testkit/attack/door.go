package attack

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// wrong are requests that no handler of the API has to see: each is refused for its first lines.
func (p *party) wrong() (all [][]byte) {
	host := "Host: " + p.host + "\r\n"
	for _, text := range []string{
		"GET /graphql HTTP/1.1\r\nHost: evil.example\r\n",
		"BREW /graphql HTTP/1.1\r\n" + host,
		"DELETE /app/ HTTP/1.1\r\n" + host,
		"GET //app//" + strings.Repeat("../x/", 200) + " HTTP/1.1\r\n" + host,
		"GET /nothing/" + strings.Repeat("%2f", 1000) + " HTTP/1.1\r\n" + host,
		"POST /graphql HTTP/1.1\r\nOrigin: https://evil.example\r\nContent-Length: 0\r\n" + host,
		"OPTIONS /graphql HTTP/1.1\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n" + host,
		"GET /graphql HTTP/1.1\r\n" + host + "X-Long: " + strings.Repeat("x", 30<<10) + "\r\n",
		"GET /graphql HTTP/1.1\r\n" + host + strings.Repeat("x-a: y\r\n", 190),
		"GET /graphql HTTP/1.1\r\n" + host + strings.Repeat("x-a: y\r\n", 300),
		"GET /graphql HTTP/9.9\r\n" + host,
	} {
		all = append(all, []byte(text+"\r\n"))
	}
	return all
}

// refusedAtDoor sends each of them again and again, and does not rest when it is refused.
func refusedAtDoor(ctx context.Context, p *party) {
	wrong := p.wrong()
	p.each(ctx, 33, func(client int) {
		for ctx.Err() == nil {
			conn, err := p.dial(ctx, client)
			if err != nil {
				p.cut(ctx)
				return
			}
			if !p.insist(ctx, conn, wrong[client%len(wrong)]) {
				p.cut(ctx)
				rest(ctx, pause)
			}
			_ = conn.Close() // the attack goes on with another
		}
	})
}

// insist sends a request on a connection until that ends; false if it does without an answer.
func (p *party) insist(ctx context.Context, conn net.Conn, data []byte) bool {
	reader := bufio.NewReader(conn)
	for answered := false; ctx.Err() == nil; answered = true {
		since := time.Now()
		if _, err := conn.Write(data); err != nil {
			return answered
		}
		resp, err := http.ReadResponse(reader, nil)
		if err != nil {
			return answered
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode < 400 {
			p.tally.take()
		} else {
			p.tally.refuse(fmt.Sprint(resp.StatusCode), since)
		}
		if resp.Close {
			return true
		}
	}
	return true
}

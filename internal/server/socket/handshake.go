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

// bufferSize is that of each of a socket's two buffers. An idle socket keeps them; those of net/http have 4 KiB.
const bufferSize = 1 << 10

// refusal is why a handshake is refused: the status of the answer, and the headers that go with it. The library would
// answer in plain text, and every refusal of this server has one shape.
type refusal struct {
	status int
	header http.Header
	reason string
}

func (r *refusal) Error() string { return "socket: " + r.reason }

const websocketVersion = "13"

// check finds what the library would refuse, and what it lets pass: a body, which a proxy takes for one and the server
// would take for frames, and a second version.
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

// longHeader names a header that is a list and has more bytes than that; "" if none has. Lists are taken apart before
// any budget is asked.
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

// names reports whether a header that is a list has an element.
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

// accept answers the handshake of a socket, and takes the connection over.
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

// hijacker gives the library the wire of a socket in place of net/http's connection.
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
	early, _ := rw.Peek(rw.Reader.Buffered()) // as many are there
	s := h.socket
	s.metered.Conn, s.metered.early = conn, bytes.Clone(early)
	s.in = bufio.NewReaderSize(&s.metered, bufferSize)
	return &s.metered, bufio.NewReadWriter(s.in, bufio.NewWriterSize(&s.metered, bufferSize)), nil
}

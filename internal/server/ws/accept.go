package ws

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // the handshake's, which proves no secret
	"encoding/base64"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	version = "13"
	guid    = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11" // RFC 6455 §1.3
	keySize = 16
)

// Refusal is why a handshake was refused: the status to answer, and the headers
// that go with it.
type Refusal struct {
	Status int
	Header http.Header
	Reason string
}

func (r *Refusal) Error() string { return "ws: " + r.Reason }

// Accept answers the handshake and takes the connection over. A *Refusal was not
// answered yet. Of the subprotocols the client's first that is among ours is
// agreed on; it is no failure if there is none. All connections may share the limits.
func Accept(w http.ResponseWriter, r *http.Request, limits *Limits, subprotocols ...string) (*Conn, error) {
	key, refusal := check(r)
	if refusal != nil {
		return nil, refusal
	}
	conn, rw, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, &Refusal{http.StatusInternalServerError, nil, err.Error()}
	}
	c := &Conn{conn: conn, limits: limits, subprotocol: choose(tokens(r.Header, "Sec-WebSocket-Protocol"), subprotocols)}
	if early, _ := rw.Peek(rw.Reader.Buffered()); len(early) > 0 {
		c.ahead = bytes.Clone(early)
	}
	_ = conn.SetDeadline(time.Time{}) // those of the server are for requests
	_ = conn.SetWriteDeadline(c.limits.Clock().Add(limits.Write))
	if _, err := conn.Write(c.answer(w.Header(), key)); err != nil {
		c.Cut()
		return nil, fmt.Errorf("ws: %w", err)
	}
	c.noDeadline()
	return c, nil
}

// answer is the response that ends the handshake, with the headers that were set.
func (c *Conn) answer(h http.Header, key string) []byte {
	h = h.Clone()
	h.Set("Upgrade", "websocket")
	h.Set("Connection", "Upgrade")
	h.Set("Sec-WebSocket-Accept", proof(key))
	if c.subprotocol != "" {
		h.Set("Sec-WebSocket-Protocol", c.subprotocol)
	}
	var b bytes.Buffer
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\n")
	_ = h.Write(&b) // a buffer takes everything
	b.WriteString("\r\n")
	return b.Bytes()
}

func check(r *http.Request) (key string, _ *Refusal) {
	keys := r.Header.Values("Sec-WebSocket-Key")
	upgrade := func(status int, reason string) *Refusal {
		return &Refusal{status, http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}, reason}
	}
	switch {
	case r.ProtoMajor != 1 || r.ProtoMinor < 1:
		return "", upgrade(http.StatusUpgradeRequired, "the handshake is one of HTTP/1.1")
	case !contains(tokens(r.Header, "Connection"), "upgrade"), !contains(tokens(r.Header, "Upgrade"), "websocket"):
		return "", upgrade(http.StatusUpgradeRequired, "Connection and Upgrade do not ask for a WebSocket")
	case r.Method != http.MethodGet:
		return "", &Refusal{http.StatusMethodNotAllowed, http.Header{"Allow": {"GET"}}, "the handshake is a GET"}
	case r.ContentLength != 0: // a proxy takes for a body what we would take for frames
		return "", &Refusal{http.StatusBadRequest, http.Header{"Connection": {"close"}}, "the handshake has a body"}
	case !slices.Equal(r.Header.Values("Sec-WebSocket-Version"), []string{version}):
		return "", &Refusal{http.StatusBadRequest, http.Header{"Sec-WebSocket-Version": {version}}, "Sec-WebSocket-Version is not 13"}
	case len(keys) != 1:
		return "", &Refusal{http.StatusBadRequest, nil, "Sec-WebSocket-Key is missing, or there twice"}
	}
	key = strings.TrimSpace(keys[0])
	if raw, err := base64.StdEncoding.DecodeString(key); err != nil || len(raw) != keySize {
		return "", &Refusal{http.StatusBadRequest, nil, "Sec-WebSocket-Key is not 16 bytes in base64"}
	}
	return key, nil
}

func proof(key string) string {
	sum := sha1.Sum([]byte(key + guid)) //nolint:gosec // see above
	return base64.StdEncoding.EncodeToString(sum[:])
}

// maxTokens of a header that is a list are read: clients send two or three.
const maxTokens = 32

// tokens are the first elements of a header that is a list.
func tokens(h http.Header, name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		left := maxTokens
		for _, v := range h.Values(name) {
			for t := range strings.SplitSeq(v, ",") {
				if left--; left < 0 || !yield(strings.TrimSpace(t)) {
					return
				}
			}
		}
	}
}

func contains(all iter.Seq[string], want string) bool {
	for t := range all {
		if strings.EqualFold(t, want) {
			return true
		}
	}
	return false
}

func choose(offered iter.Seq[string], ours []string) string {
	for o := range offered {
		for _, name := range ours {
			if strings.EqualFold(o, name) {
				return name
			}
		}
	}
	return ""
}

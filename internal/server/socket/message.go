package socket

import (
	"encoding/json"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/carpeta-ciudadana/servidor/internal/server/present"
	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

const maxOperationID = 128 // bytes of a subscribe's id

// message is a message of graphql-transport-ws.
type message struct {
	kind    string
	id      string
	payload json.RawMessage
}

// parseMessage is strict: an object with a type, text where text belongs. That it
// is UTF-8 the connection has seen to.
func parseMessage(data []byte, most int) (m message, ok bool) {
	members, err := strictjson.ReadObject(data, most)
	if err != nil {
		return m, false
	}
	ok = strictjson.ReadMember(members["type"], &m.kind) && strictjson.ReadMember(members["id"], &m.id)
	m.payload = members["payload"]
	return m, ok
}

// parseBeginning finds type and id at the beginning of a message of which the rest was
// thrown away. Clients write them before the payload, which is there then.
func parseBeginning(data []byte) message {
	texts := strictjson.FirstTexts(data, "type", "id")
	return message{kind: texts["type"], id: texts["id"], payload: data}
}

// hasID reports whether an operation can be known by the message's id.
func (m message) hasID() bool { return m.id != "" && len(m.id) <= maxOperationID }

// printable keeps an id out of the reason if it is anything else than visible ASCII.
func printable(id string) string {
	if len(id) > 64 || strings.ContainsFunc(id, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return "this id"
	}
	return id
}

// pong answers a ping with its payload, if it has one.
func pong(payload json.RawMessage) []byte {
	if len(payload) == 0 || payload[0] != '{' {
		return []byte(`{"type":"pong"}`)
	}
	return append(append([]byte(`{"type":"pong","payload":`), payload...), '}')
}

// answer is the message with a response.
func answer(id string, resp *graphql.Response) []byte {
	b := appendHead(make([]byte, 0, headSize+len(id)+len(resp.Data)), id, "next", true)
	return append(present.Append(b, resp), '}')
}

// roomForHead is enough for the heads of most messages.
const headSize = 96 // bytes

// appendHead appends the beginning of a message, up to its payload if there is one.
func appendHead(b []byte, id, kind string, payload bool) []byte {
	b = appendName(append(b, `{"id":`...), id)
	b = append(append(append(b, `,"type":"`...), kind...), '"')
	if payload {
		b = append(b, `,"payload":`...)
	}
	return b
}

var closeBrace = []byte{'}'}

func marshalErrors(errs gqlerror.List) []byte {
	b, err := json.Marshal(errs)
	if err != nil {
		return []byte("[]") // cannot be: plain values only
	}
	return b
}

// appendName appends an id as JSON. Most clients number their operations or draw a UUID, which need no marshaler.
func appendName(b []byte, id string) []byte {
	if strings.ContainsFunc(id, func(c rune) bool { return !isPlain(c) }) {
		name, _ := json.Marshal(id) // a valid string always marshals
		return append(b, name...)
	}
	return append(append(append(b, '"'), id...), '"')
}

func isPlain(c rune) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

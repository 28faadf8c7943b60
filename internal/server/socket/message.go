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

// parseMessage is strict: an object with a type, and text where text belongs. read has checked that it is UTF-8.
func parseMessage(data []byte, most int) (m message, ok bool) {
	members, err := strictjson.ReadObject(data, most)
	if err != nil {
		return m, false
	}
	ok = strictjson.ReadMember(members["type"], &m.kind) && strictjson.ReadMember(members["id"], &m.id)
	m.payload = members["payload"]
	return m, ok
}

// parseBeginning finds type and id at the beginning of a message whose rest was dropped. Clients write them before the
// payload.
func parseBeginning(data []byte) message {
	texts := strictjson.FirstTexts(data, "type", "id")
	return message{kind: texts["type"], id: texts["id"], payload: data}
}

// hasID reports whether the message has an id that an operation may have.
func (m message) hasID() bool { return m.id != "" && len(m.id) <= maxOperationID }

// printable is an id as a close reason may have it: visible ASCII that is not too long.
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

// headSize is enough for the heads of most messages.
const headSize = 96 // bytes

// appendHead appends the beginning of a message, up to its payload if there is one.
func appendHead(b []byte, id, kind string, payload bool) []byte {
	b = appendID(append(b, `{"id":`...), id)
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

// appendID appends an id as JSON. Most ids are numbers or UUIDs, which need no marshaler.
func appendID(b []byte, id string) []byte {
	if strings.ContainsFunc(id, func(c rune) bool { return !isPlain(c) }) {
		raw, _ := json.Marshal(id) // a valid string always marshals
		return append(b, raw...)
	}
	return append(append(append(b, '"'), id...), '"')
}

func isPlain(c rune) bool {
	return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

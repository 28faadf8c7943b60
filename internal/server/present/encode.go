package present

import (
	"bytes"
	"encoding/json"

	"github.com/99designs/gqlgen/graphql"
)

// Encode writes a response. There is a data member only if execution began: a request error has none. Data is JSON already,
// so that it is copied and not marshalled.
func Encode(resp *graphql.Response) []byte { return Append(nil, resp) }

// Append appends a response.
func Append(to []byte, resp *graphql.Response) []byte {
	b := bytes.NewBuffer(to)
	b.Grow(len(resp.Data) + 64)
	b.WriteByte('{')
	begun := b.Len()
	if len(resp.Errors) > 0 {
		writeMember(b, begun, "errors", resp.Errors)
	}
	if resp.Data != nil {
		writeMember(b, begun, "data", resp.Data)
	}
	if len(resp.Extensions) > 0 {
		writeMember(b, begun, "extensions", resp.Extensions)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func writeMember(b *bytes.Buffer, begun int, name string, value any) {
	raw, done := value.(json.RawMessage)
	if !done {
		var err error
		if raw, err = json.Marshal(value); err != nil {
			raw = json.RawMessage("null") // cannot be: errors and extensions are maps of plain values
		}
	}
	if b.Len() > begun {
		b.WriteByte(',')
	}
	b.WriteByte('"')
	b.WriteString(name)
	b.WriteString(`":`)
	b.Write(raw)
}

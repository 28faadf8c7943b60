package present

import (
	"bytes"
	"encoding/json"

	"github.com/99designs/gqlgen/graphql"
)

// Encode writes a response. There is a data member exactly if execution began:
// a request error has none. Data is JSON already, so it is copied, not marshalled.
func Encode(resp *graphql.Response) []byte {
	var b bytes.Buffer
	b.Grow(len(resp.Data) + 64)
	b.WriteByte('{')
	if len(resp.Errors) > 0 {
		writeMember(&b, "errors", resp.Errors)
	}
	if resp.Data != nil {
		writeMember(&b, "data", resp.Data)
	}
	if len(resp.Extensions) > 0 {
		writeMember(&b, "extensions", resp.Extensions)
	}
	b.WriteByte('}')
	return b.Bytes()
}

func writeMember(b *bytes.Buffer, name string, value any) {
	raw, done := value.(json.RawMessage)
	if !done {
		var err error
		if raw, err = json.Marshal(value); err != nil {
			raw = json.RawMessage("null") // cannot be: errors and extensions are maps of plain values
		}
	}
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	b.WriteByte('"')
	b.WriteString(name)
	b.WriteString(`":`)
	b.Write(raw)
}

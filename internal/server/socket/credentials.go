package socket

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

// emptyToken stands for a member that is an empty string. It is refused as a bad token, as an empty header is: only a client
// without the member is anonymous.
const emptyToken = "-"

// introduction is what connection_init says of the caller. Its members have the names of headers, in any case, because a
// browser sets no headers of a socket.
type introduction struct {
	authorization string
	stated        *caller.StatedPurpose
	language      []string // Accept-Language
}

// introductionOf reads the payload of connection_init. Other members are ignored, and null is no member. Two values that
// differ are refused, because chance would decide which one counts.
func introductionOf(payload json.RawMessage, most int) (in introduction, ok bool) {
	if len(payload) == 0 || bytes.Equal(payload, []byte("null")) {
		return in, true
	}
	members, err := strictjson.ReadObject(payload, most)
	if err != nil {
		return in, false
	}
	var tokens []string
	var stated caller.StatedPurpose
	for name, into := range map[string]*[]string{
		"Authorization": &tokens, "Accept-Language": &in.language, caller.PurposeHeader: &stated.Purpose, caller.LegalityHeader: &stated.Legality,
	} {
		if *into, ok = textsOf(members, name); !ok {
			return in, false
		}
	}
	if len(stated.Purpose)+len(stated.Legality) > 0 {
		in.stated = &stated
	}
	if len(tokens) > 0 {
		in.authorization = cmp.Or(tokens[0], emptyToken)
	}
	return in, len(slices.Compact(tokens)) <= 1 && len(in.language) <= 1
}

// textsOf are the members of a name, in any case; false if one is no text.
func textsOf(members map[string]json.RawMessage, of string) (texts []string, ok bool) {
	for name, raw := range members {
		if !strings.EqualFold(name, of) {
			continue
		}
		var text *string
		if !strictjson.ReadMember(raw, &text) {
			return nil, false
		}
		if text != nil {
			texts = append(texts, *text)
		}
	}
	return texts, true
}

package socket

import (
	"bytes"
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

// introductionOf reads the payload of connection_init. Other members are ignored.
func introductionOf(payload json.RawMessage, most int) (in introduction, ok bool) {
	if len(payload) == 0 || bytes.Equal(payload, []byte("null")) {
		return in, true
	}
	members, err := strictjson.ReadObject(payload, most)
	if err != nil {
		return in, false
	}
	var read [3]bool
	in.stated, read[0] = purpose(members)
	in.language, read[1] = language(members)
	in.authorization, read[2] = authorization(members)
	return in, read == [3]bool{true, true, true}
}

// language finds Accept-Language; nil without.
func language(members map[string]json.RawMessage) (preferences []string, ok bool) {
	for name, raw := range members {
		var text *string
		if !strings.EqualFold(name, "Accept-Language") {
			continue
		}
		if !strictjson.ReadMember(raw, &text) {
			return nil, false
		}
		if text != nil {
			preferences = append(preferences, *text)
		}
	}
	return preferences, len(preferences) <= 1
}

// purpose finds the members of the purpose; nil without any.
func purpose(members map[string]json.RawMessage) (stated *caller.StatedPurpose, ok bool) {
	var s caller.StatedPurpose
	for name, raw := range members {
		of := &s.Purpose
		switch {
		case strings.EqualFold(name, caller.LegalityHeader):
			of = &s.Legality
		case !strings.EqualFold(name, caller.PurposeHeader):
			continue
		}
		var text *string
		if !strictjson.ReadMember(raw, &text) {
			return nil, false
		}
		if text != nil {
			*of, stated = append(*of, *text), &s
		}
	}
	return stated, true
}

// authorization finds the header: under its own name, or as the bare authToken. null is no header. Two that
// differ are refused, because chance would decide which one counts.
func authorization(members map[string]json.RawMessage) (header string, ok bool) {
	var given []string
	for name, raw := range members {
		if !strings.EqualFold(name, "authorization") {
			continue
		}
		header, ok := readToken(raw, "")
		if !ok {
			return "", false
		}
		given = append(given, header)
	}
	if len(given) == 0 {
		return readToken(members["authToken"], "Bearer ")
	}
	return given[0], len(slices.Compact(given)) == 1
}

// readToken reads one of the members; scheme is put before a bare token.
func readToken(raw json.RawMessage, scheme string) (header string, ok bool) {
	var token *string
	if !strictjson.ReadMember(raw, &token) {
		return "", false
	}
	switch {
	case token == nil:
		return "", true
	case *token == "":
		return emptyToken, true
	default:
		return scheme + strings.TrimPrefix(*token, scheme), true
	}
}

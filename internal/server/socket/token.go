package socket

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

// emptyToken stands for a member that is there and says nothing: it is refused as
// a bad token, as an empty header is, and never taken for nobody.
const emptyToken = "-"

// credentials are what connection_init's payload says of the caller: the header, and the purpose. Members
// of other names are not our business.
func credentials(payload json.RawMessage, most int) (header string, said *caller.StatedPurpose, ok bool) {
	if len(payload) == 0 || bytes.Equal(payload, []byte("null")) {
		return "", nil, true
	}
	members, err := strictjson.ReadObject(payload, most)
	if err != nil {
		return "", nil, false
	}
	said, ok = purpose(members)
	if !ok {
		return "", nil, false
	}
	header, ok = authorization(members)
	return header, said, ok
}

// purpose finds the members that have the names of the headers, in any case; nil without any.
func purpose(members map[string]json.RawMessage) (said *caller.StatedPurpose, ok bool) {
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
			*of, said = append(*of, *text), &s
		}
	}
	return said, true
}

// authorization finds the header: under its own name in any case, or as the bare authToken.
// null is nobody; two that differ are refused, because which one counts would be chance.
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

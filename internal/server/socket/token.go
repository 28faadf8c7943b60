package socket

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

// emptyToken stands for a member that is there and says nothing: it is refused as
// a bad token, as an empty header is, and never taken for nobody.
const emptyToken = "-"

// authorization finds the header in connection_init's payload: under its own
// name in any case, or as the bare authToken. null is nobody; two that differ in
// case are refused, because which one counts would be chance. Other members are
// not our business.
func authorization(payload json.RawMessage) (header string, ok bool) {
	if len(payload) == 0 || bytes.Equal(payload, []byte("null")) {
		return "", true
	}
	members, err := strictjson.ReadObject(payload)
	if err != nil {
		return "", false
	}
	var given []json.RawMessage
	for name, raw := range members {
		if strings.EqualFold(name, "authorization") {
			given = append(given, raw)
		}
	}
	switch len(given) {
	case 0:
		return readToken(members["authToken"], "Bearer ")
	case 1:
		return readToken(given[0], "")
	default:
		return "", false
	}
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

package socket

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/server/strictjson"
)

// emptyToken stands for a member that is there and says nothing: it is refused as
// a bad token, as an empty header is, and never taken for nobody.
const emptyToken = "-"

// authorization finds the header in connection_init's payload: under its own
// name in any case, or as the bare authToken. null is nobody; two that differ are
// refused, because which one counts would be chance. Other members are not our business.
func authorization(payload json.RawMessage, most int) (header string, ok bool) {
	if len(payload) == 0 || bytes.Equal(payload, []byte("null")) {
		return "", true
	}
	members, err := strictjson.ReadObject(payload, most)
	if err != nil {
		return "", false
	}
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

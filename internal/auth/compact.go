package auth

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// isCanonical reports whether a compact token is spelt in the only way there is, and
// asks for nothing that this server does not know.
//
//   - A decoder that is not strict ignores the last bits of a part, so that one token
//     has several spellings: each would be remembered, and revoked, apart.
//   - `crit` names extensions that must be understood (RFC 7515 §4.1.11). None is
//     understood here, and an empty list is not allowed.
func isCanonical(token string) bool {
	var header []byte
	for part := range strings.SplitSeq(token, ".") {
		decoded, err := base64.RawURLEncoding.Strict().DecodeString(part)
		if err != nil {
			return false
		}
		if header == nil {
			header = decoded
		}
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(header, &members) != nil {
		return false
	}
	_, critical := members["crit"]
	return !critical
}

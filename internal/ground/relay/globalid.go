package relay

import (
	"encoding/base64"
	"errors"
	"strings"
)

// GlobalID names an object of the API: its type and the keys that find it.
type GlobalID struct {
	Type string
	Keys []string
}

// MaxGlobalID bounds the decoded text: two UUIDs and a type name need 150.
const MaxGlobalID = 256

var errGlobalID = errors.New("relay: not a global id")

// String encodes the id: base64url of "Type:key:key".
func (g GlobalID) String() string { return string(AppendGlobalID(nil, g.Type, g.Keys...)) }

// AppendGlobalID writes the id behind what is there.
func AppendGlobalID(b []byte, typeName string, keys ...string) []byte {
	var room [MaxGlobalID]byte
	raw := append(room[:0], typeName...)
	for _, k := range keys {
		raw = append(append(raw, ':'), k...)
	}
	return base64.RawURLEncoding.AppendEncode(b, raw)
}

// ParseGlobalID decodes an id. Only the canonical spelling is accepted.
func ParseGlobalID(id string) (GlobalID, error) {
	if len(id) > MaxGlobalID || strings.ContainsAny(id, "\r\n") {
		return GlobalID{}, errGlobalID
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(id)
	if err != nil {
		return GlobalID{}, errGlobalID
	}
	parts := strings.Split(string(raw), ":")
	if len(parts) < 2 || parts[0] == "" {
		return GlobalID{}, errGlobalID
	}
	return GlobalID{Type: parts[0], Keys: parts[1:]}, nil
}

// IsUUID reports whether s is a UUID in canonical lower case form.
func IsUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		switch c := s[i]; {
		case i == 8 || i == 13 || i == 18 || i == 23:
			if c != '-' {
				return false
			}
		case (c < '0' || c > '9') && (c < 'a' || c > 'f'):
			return false
		}
	}
	return true
}

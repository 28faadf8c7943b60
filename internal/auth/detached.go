package auth

import (
	"encoding/base64"
	"errors"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
	"github.com/go-json-experiment/json/jsontext"
)

const maxDetached = 4 << 10 // bytes; a signature with an RSA key of 8,192 bits has about 1,500

// detachedAlgorithms sign content. Each is asymmetric, and has one kind of key, so that a
// public key is never taken for a shared secret.
var detachedAlgorithms = []jose.SignatureAlgorithm{jose.EdDSA, jose.ES256, jose.PS256, jose.RS256}

// Signature is a compact JWS whose content is elsewhere (RFC 7515, appendix F).
type Signature struct {
	KeyID     string
	Algorithm string
	SignedAt  time.Time // UTC, seconds: what the signer says
	parsed    *jose.JSONWebSignature
}

var errDetached = errors.New("auth: not a detached compact JWS of an accepted algorithm")

// ErrSeconds refuses a time of signing that is none of our seconds, but one of milliseconds.
var ErrSeconds = errors.New("auth: iat is in milliseconds, and has to be in seconds")

// detachedHeader are the members that are understood. Keys and certificates that a
// signature brings along prove nothing, and one that has any is refused.
type detachedHeader struct {
	KeyID    string          `json:"kid"`
	SignedAt int64           `json:"iat"`
	Key      json.RawMessage `json:"jwk"`
	KeyURL   json.RawMessage `json:"jku"`
	Chain    json.RawMessage `json:"x5c"`
	ChainURL json.RawMessage `json:"x5u"`
	Critical json.RawMessage `json:"crit"`
	Encoded  json.RawMessage `json:"b64"`
}

func (h detachedHeader) valid() bool {
	for _, forbidden := range []json.RawMessage{h.Key, h.KeyURL, h.Chain, h.ChainURL, h.Critical, h.Encoded} {
		if forbidden != nil {
			return false
		}
	}
	return h.SignedAt > 0 && h.SignedAt <= maxTime && h.KeyID != "" && len(h.KeyID) <= maxID
}

const maxTime = 253402300799 // seconds: the end of the year 9999

// ParseDetached reads a signature: header..signature, in the one spelling there is, with a
// key id and the time of signing. It verifies nothing.
func ParseDetached(compact string) (Signature, error) {
	head, rest, _ := strings.Cut(compact, ".")
	if len(compact) > maxDetached || !strings.HasPrefix(rest, ".") || strings.Count(rest, ".") != 1 ||
		!isToken68(compact) || !isCanonical(compact) {
		return Signature{}, errDetached
	}
	raw, err := base64.RawURLEncoding.DecodeString(head)
	if err != nil {
		return Signature{}, errDetached
	}
	var h detachedHeader
	if !jsontext.Value(raw).IsValid() || json.Unmarshal(raw, &h) != nil { // names of members are exact, and none comes twice
		return Signature{}, errDetached
	}
	if h.SignedAt > maxTime && h.SignedAt/1000 <= maxTime {
		return Signature{}, ErrSeconds
	}
	if !h.valid() {
		return Signature{}, errDetached
	}
	parsed, err := jose.ParseDetached(compact, []byte{}, detachedAlgorithms)
	if err != nil || len(parsed.Signatures) != 1 {
		return Signature{}, errDetached
	}
	return Signature{
		KeyID: h.KeyID, Algorithm: parsed.Signatures[0].Header.Algorithm,
		SignedAt: time.Unix(h.SignedAt, 0).UTC(), parsed: parsed,
	}, nil
}

// Verify reports whether a key signed this content so.
func (s Signature) Verify(k PublicKey, content []byte) bool {
	return s.parsed != nil && k.fits(s.Algorithm) && s.parsed.DetachedVerify(content, k.key.Key) == nil
}

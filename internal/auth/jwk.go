package auth

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"

	"filippo.io/edwards25519"
	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

var (
	errPublicKey = errors.New("auth: not a public key that can be used")
	// ErrNoPoint refuses a key that is no valid one of its curve.
	ErrNoPoint = errors.New("want a point of its curve, of no small order, each coordinate in exactly 32 bytes of base64url; make a new pair of keys")
)

// readKey reads one JWK. A public key of Ed25519 or P-256 that is no valid key is refused by its name: the library fills
// a short one up with zeros, and with a point of small order signatures can be made without any private key.
func readKey(text []byte) (key jose.JSONWebKey, err error) {
	var says struct {
		Kind  string `json:"kty"`
		ID    string `json:"kid"`
		Curve string `json:"crv"`
		X     string `json:"x"`
		Y     string `json:"y"`
	}
	if json.Unmarshal(text, &says) != nil {
		return key, errPublicKey
	}
	err = json.Unmarshal(text, &key)
	isPoint := says.Kind == "OKP" && says.Curve == "Ed25519" || says.Kind == "EC" && says.Curve == "P-256"
	switch {
	case isPoint && (err != nil || key.IsPublic() && !isOnCurve(key.Key, says.X, says.Y)):
		return key, fmt.Errorf("auth: the key %q is no valid key: %w", says.ID, ErrNoPoint)
	case err != nil:
		return key, errPublicKey
	}
	return key, nil
}

// isOnCurve reports whether coordinates are those of a key, in their one form.
func isOnCurve(key any, x, y string) bool {
	text := base64.RawURLEncoding.EncodeToString
	switch k := key.(type) {
	case ed25519.PublicKey:
		return x == text(k) && isEd25519(k)
	case *ecdsa.PublicKey:
		b, err := k.Bytes() // 4, x, y; it refuses what is no point
		return err == nil && x == text(b[1:33]) && y == text(b[33:])
	}
	return false
}

func isEd25519(k ed25519.PublicKey) bool {
	p, err := new(edwards25519.Point).SetBytes(k)
	if err != nil || !k.Equal(ed25519.PublicKey(p.Bytes())) { // SetBytes takes y >= p too
		return false
	}
	return new(edwards25519.Point).MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 0
}

package auth

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"encoding/base64"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
)

// PublicKey verifies the signatures of one signer.
type PublicKey struct {
	ID                 string    // kid
	NotBefore, Expires time.Time // zero: no bound
	key                jose.JSONWebKey
}

// keyTimes are members of a key as OpenID Federation has them: seconds.
type keyTimes struct {
	NotBefore int64 `json:"nbf"`
	Expires   int64 `json:"exp"`
}

var (
	errPrivateKey = errors.New("auth: it holds a private key or a secret; publish the public half only, and take a new key")
	errSameKeyID  = errors.New("auth: two keys have the same kid")
)

// ParseKeySet reads a JWKS (RFC 7517) that a person gave. Keys that are not for signatures
// are passed over; a secret, what is no valid key, and a key id that comes twice, are refused.
func ParseKeySet(text []byte) ([]PublicKey, error) {
	var document struct {
		Keys members `json:"keys"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("auth: not a JWKS: %w", err)
	}
	return publicKeys(document.Keys)
}

func publicKeys(raw []stdjson.RawMessage) ([]PublicKey, error) {
	var keys []PublicKey
	seen := map[string]bool{}
	for _, r := range raw {
		k, err := ParsePublicKey(r)
		switch {
		case errors.Is(err, errPrivateKey), errors.Is(err, errNoPoint):
			return nil, err
		case err != nil:
			continue
		case seen[k.ID]:
			return nil, errSameKeyID
		}
		seen[k.ID] = true
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		return nil, errors.New("auth: it holds no public key that can be used: with a kid, and for EdDSA, ES256, PS256 or RS256 (RSA of 2,048 to 8,192 bits)")
	}
	return keys, nil
}

// ParsePublicKey reads one JWK.
func ParsePublicKey(text []byte) (PublicKey, error) {
	key, err := readKey(text)
	if err != nil {
		return PublicKey{}, err
	}
	var times keyTimes
	if json.Unmarshal(text, &times) != nil {
		return PublicKey{}, errPublicKey
	}
	if !key.IsPublic() {
		return PublicKey{}, errPrivateKey
	}
	k := PublicKey{ID: key.KeyID, NotBefore: seconds(times.NotBefore), Expires: seconds(times.Expires), key: key}
	if !key.Valid() || key.Use == "enc" || k.ID == "" || len(k.ID) > maxID || !k.fitsAny() {
		return PublicKey{}, errPublicKey
	}
	return k, nil
}

func seconds(n int64) time.Time {
	if n <= 0 || n > maxTime {
		return time.Time{}
	}
	return time.Unix(n, 0).UTC()
}

// JSON is the key as a JWK that ParsePublicKey reads, without certificates.
func (k PublicKey) JSON() string {
	text, _ := jose.JSONWebKey{Key: k.key.Key, KeyID: k.ID, Algorithm: k.key.Algorithm}.MarshalJSON() // it was read from such text
	return string(text)
}

func (k PublicKey) fitsAny() bool {
	for _, a := range detachedAlgorithms {
		if k.fits(string(a)) {
			return true
		}
	}
	return false
}

// fits: a key is for one kind of algorithm, and if it names one, for that alone (RFC 7517 §4.4).
func (k PublicKey) fits(algorithm string) bool {
	if k.key.Algorithm != "" && k.key.Algorithm != algorithm {
		return false
	}
	switch key := k.key.Key.(type) {
	case ed25519.PublicKey:
		return algorithm == string(jose.EdDSA)
	case *ecdsa.PublicKey:
		return algorithm == string(jose.ES256) && key.Curve == elliptic.P256()
	case *rsa.PublicKey:
		n := key.N.BitLen()
		odd := key.E%2 == 1 && key.E >= 3 && key.E <= math.MaxInt32 // crypto/rsa verifies with no other
		return (algorithm == string(jose.PS256) || algorithm == string(jose.RS256)) && n >= minRSA && n <= maxRSA && odd
	default:
		return false
	}
}

// Huella names the key by what it is, whatever its kid says: the thumbprint of RFC 7638, SHA-256 in base64url.
func (k PublicKey) Huella() string {
	sum, _ := k.key.Thumbprint(crypto.SHA256) // it was read from such text
	return base64.RawURLEncoding.EncodeToString(sum)
}

package auth

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
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

// The flaws of a key.
var (
	ErrKeySet     = errors.New("auth: not a JWKS")
	ErrPrivateKey = errors.New("auth: it holds a private key or a secret; publish the public half only, and take a new key")
	ErrSameKeyID  = errors.New("auth: two keys have the same kid")
	ErrKeyID      = errors.New("auth: it has no kid, or a very long one")
	ErrEncrypts   = errors.New("auth: it is for encryption")
)

// KeyRead is what became of a key of a set.
type KeyRead struct {
	ID   string // kid; empty if it has none
	Key  PublicKey
	Flaw error // why it does not count; nil if it does
}

// ReadKeySet reads a JWKS (RFC 7517) that a person gave, with all its keys in their order.
func ReadKeySet(text []byte) ([]KeyRead, error) {
	var document struct {
		Keys members `json:"keys"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKeySet, err)
	}
	reads, seen := make([]KeyRead, len(document.Keys)), map[string]bool{}
	for n, raw := range document.Keys {
		var says struct {
			ID string `json:"kid"`
		}
		_ = json.Unmarshal(raw, &says) // what is no object has none
		k, err := ParsePublicKey(raw)
		if err == nil && seen[k.ID] {
			err = ErrSameKeyID
		}
		seen[k.ID] = seen[k.ID] || err == nil
		reads[n] = KeyRead{says.ID, k, err}
	}
	return reads, nil
}

// Refuses reports whether a set with such a key is refused whole. One with a key for something else is not.
func (r KeyRead) Refuses() bool {
	return errors.Is(r.Flaw, ErrPrivateKey) || errors.Is(r.Flaw, ErrNoPoint) || errors.Is(r.Flaw, ErrSameKeyID)
}

// ParseKeySet has the keys of such a set that are for signatures. The others are passed over; a secret, what is no valid
// key, and a key id that comes twice, are refused.
func ParseKeySet(text []byte) ([]PublicKey, error) {
	reads, err := ReadKeySet(text)
	if err != nil {
		return nil, err
	}
	var keys []PublicKey
	for _, r := range reads {
		switch {
		case r.Refuses():
			return nil, r.Flaw
		case r.Flaw == nil:
			keys = append(keys, r.Key)
		}
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
	k := PublicKey{ID: key.KeyID, NotBefore: seconds(times.NotBefore), Expires: seconds(times.Expires), key: key}
	switch {
	case !key.IsPublic():
		return PublicKey{}, ErrPrivateKey
	case key.Use == "enc":
		return PublicKey{}, ErrEncrypts
	case k.ID == "" || len(k.ID) > maxID:
		return PublicKey{}, ErrKeyID
	case !key.Valid() || !k.fitsAny():
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
	huella, _ := KeyThumbprint(k.key.Key) // it was read as a key that has one
	return huella
}

package auth

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/rsa"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/go-jose/go-jose/v4"
)

// The bounds of a key set. A set beyond them is refused whole: the known one stays.
const (
	maxKeys  = 100  // members
	maxTries = 10   // keys that one token is tried with: those of its name and algorithm
	maxKeyID = 1024 // bytes
	minRSA   = 2048 // bits: a shorter key can be factored (RFC 7518 §3.3)
	maxRSA   = 8192 // bits: a longer one is slow to verify with
)

// members are those of a set, not decoded. They are counted before they are kept.
type members []stdjson.RawMessage

var errManyKeys = fmt.Errorf("auth: a key set has more than %d keys", maxKeys)

// UnmarshalJSON implements json.Unmarshaler.
func (m *members) UnmarshalJSON(array []byte) error {
	d := stdjson.NewDecoder(bytes.NewReader(array))
	if t, err := d.Token(); err != nil || t != stdjson.Delim('[') {
		return errors.Join(errors.New("auth: the keys are not a list"), err)
	}
	for d.More() {
		if len(*m) == maxKeys {
			return errManyKeys
		}
		var raw stdjson.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		*m = append(*m, raw)
	}
	return nil
}

// fetchKeySet fetches a JWKS. Keys that are not for us (secret, for encryption, of
// an unknown kind, too short or too long, no valid key) are passed over, as RFC 7517 §5 asks.
func fetchKeySet(ctx context.Context, client *http.Client, url string) (*keySet, error) {
	var document struct {
		Keys members `json:"keys"`
	}
	if err := fetch(ctx, client, url, &document); err != nil {
		return nil, err
	}
	set := &keySet{}
	for _, raw := range document.Keys {
		if key, err := readKey(raw); err == nil && isUsable(key) {
			set.keys = append(set.keys, jose.JSONWebKey{Key: key.Key, KeyID: key.KeyID, Algorithm: key.Algorithm}) // not its certificates
		}
		if key, err := ParsePublicKey(raw); err == nil {
			set.public = append(set.public, key)
		}
	}
	if len(set.keys) == 0 {
		return nil, fmt.Errorf("auth: %s holds no public key that can be used", url)
	}
	return set, nil
}

func isUsable(key jose.JSONWebKey) bool {
	k, isRSA := key.Key.(*rsa.PublicKey)
	if isRSA && (k.N.BitLen() < minRSA || k.N.BitLen() > maxRSA) {
		return false
	}
	return key.Use != "enc" && len(key.KeyID) <= maxKeyID && key.IsPublic() && key.Valid()
}

// fits reports whether a key can have made a signature of an algorithm: the others are
// no try.
func fits(key any, algorithm string) bool {
	switch key.(type) {
	case *rsa.PublicKey:
		return strings.HasPrefix(algorithm, "RS") || strings.HasPrefix(algorithm, "PS")
	case *ecdsa.PublicKey:
		return strings.HasPrefix(algorithm, "ES")
	default:
		return algorithm == string(jose.EdDSA)
	}
}

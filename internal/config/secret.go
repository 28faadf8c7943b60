package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

const hidden = "(hidden)"

// Secret prints itself hidden, wherever it ends up.
type Secret string

// Reveal is the secret itself.
func (s Secret) Reveal() string { return string(s) }

func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return hidden
}

// GoString hides it from %#v.
func (s Secret) GoString() string { return s.String() }

// MarshalText hides it from encoders.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue hides it from logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// SecretURL is a URL that prints itself without its password.
type SecretURL string

// Reveal is the URL with its password.
func (u SecretURL) Reveal() string { return string(u) }

func (u SecretURL) String() string {
	if u == "" {
		return ""
	}
	parsed, err := url.Parse(string(u))
	if err != nil || parsed.Host == "" {
		return hidden
	}
	return parsed.Redacted()
}

// GoString hides the password from %#v.
func (u SecretURL) GoString() string { return u.String() }

// MarshalText hides the password from encoders.
func (u SecretURL) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// LogValue hides the password from logs.
func (u SecretURL) LogValue() slog.Value { return slog.StringValue(u.String()) }

const minKey = 32 // bytes: as long as the MAC

var validKID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,16}$`)

// readKeys parses kid:base64,kid2:base64. Its errors never quote a key.
func readKeys(text string) ([]relay.Key, error) {
	if text == "" {
		return nil, nil
	}
	var keys []relay.Key
	seen := map[string]bool{}
	for i, part := range strings.Split(text, ",") {
		kid, b64, found := strings.Cut(strings.TrimSpace(part), ":")
		if !found || !validKID.MatchString(kid) {
			return nil, fmt.Errorf("entry %d is not KID:BASE64 with a KID of 1–16 letters, digits, - or _", i+1)
		}
		key, err := decodeKey(b64)
		if err != nil || len(key) < minKey {
			return nil, fmt.Errorf("key %q is not base64 of %d bytes or more; make one with: openssl rand -base64 32", kid, minKey)
		}
		if seen[kid] {
			return nil, fmt.Errorf("key %q is there twice", kid)
		}
		seen[kid] = true
		keys = append(keys, relay.Key{ID: kid, Secret: key})
	}
	return keys, nil
}

// decodeKey takes both alphabets, padded or not: keys come from many tools.
func decodeKey(b64 string) ([]byte, error) {
	if strings.ContainsAny(b64, "\r\n") {
		return nil, errors.New("line break")
	}
	b64 = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(b64), "=")
	return base64.RawStdEncoding.DecodeString(b64)
}

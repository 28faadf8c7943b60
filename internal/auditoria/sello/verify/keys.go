package verify

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Kinds of signature on a note (C2SP signed-note).
const (
	KindLog     = 0x01 // Ed25519 over the text
	KindStamped = 0x04 // Ed25519 over time and text (cosignature/v1)
)

// maxKeys bounds a file of keys.
const maxKeys = 100

// Key is a public key of a log, and when it signed: a checkpoint of From or later and
// before Until. Old checkpoints are valid with old keys, and with no others.
type Key struct {
	Origin string
	Public ed25519.PublicKey
	From   time.Time
	Until  time.Time // zero: it signs still
}

// at says whether the key signed at this time.
func (k Key) at(t time.Time) bool {
	return !t.Before(k.From) && (k.Until.IsZero() || t.Before(k.Until))
}

// Keys are those of one or several logs.
type Keys []Key

// KeyID is the number of a key on a signature line.
func KeyID(name string, kind byte, public ed25519.PublicKey) uint32 {
	h := sha256.New()
	h.Write([]byte(name + "\n"))
	h.Write([]byte{kind})
	h.Write(public)
	return binary.BigEndian.Uint32(h.Sum(nil))
}

// FormatKey is a public key as others write it: name+number+base64 (C2SP vkey).
func FormatKey(name string, kind byte, public ed25519.PublicKey) string {
	return fmt.Sprintf("%s+%08x+%s", name, KeyID(name, kind, public), base64.StdEncoding.EncodeToString(append([]byte{kind}, public...)))
}

// ParseKey reads a public key of this kind.
func ParseKey(text string, kind byte) (name string, public ed25519.PublicKey, err error) {
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 {
		return "", nil, errors.New("key: want name+number+base64")
	}
	if err := ValidOrigin(parts[0]); err != nil {
		return "", nil, fmt.Errorf("key: %w", err)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(parts[2])
	if err != nil || len(raw) != 1+ed25519.PublicKeySize || raw[0] != kind {
		return "", nil, errors.New("key: not an Ed25519 key of this kind")
	}
	name, public = parts[0], ed25519.PublicKey(raw[1:])
	if FormatKey(name, kind, public) != text {
		return "", nil, errors.New("key: its number is not that of its bytes")
	}
	return name, public, nil
}

// Format writes a file of keys: on each line a key, since when, until when ("-": still).
func (k Keys) Format() []byte {
	var b bytes.Buffer
	for _, key := range k {
		until := "-"
		if !key.Until.IsZero() {
			until = key.Until.UTC().Format(time.RFC3339)
		}
		fmt.Fprintf(&b, "%s %s %s\n", FormatKey(key.Origin, KindLog, key.Public), key.From.UTC().Format(time.RFC3339), until)
	}
	return b.Bytes()
}

// ParseKeys reads a file of keys. Empty lines and lines that begin with # say nothing.
func ParseKeys(text []byte) (Keys, error) {
	var all Keys
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, err := parseKeyLine(line)
		if err != nil {
			return nil, fmt.Errorf("keys, line %s: %w", strconv.Itoa(i+1), err)
		}
		if all = append(all, key); len(all) > maxKeys {
			return nil, fmt.Errorf("keys: more than %d", maxKeys)
		}
	}
	if len(all) == 0 {
		return nil, errors.New("keys: none")
	}
	return all, nil
}

func parseKeyLine(line string) (key Key, err error) {
	words := strings.Split(line, " ")
	if len(words) != 3 {
		return Key{}, errors.New("want: key, since when, until when (or -)")
	}
	if key.Origin, key.Public, err = ParseKey(words[0], KindLog); err != nil {
		return Key{}, err
	}
	if key.From, err = parseTime(words[1]); err != nil {
		return Key{}, err
	}
	if words[2] == "-" {
		return key, nil
	}
	if key.Until, err = parseTime(words[2]); err == nil && !key.From.Before(key.Until) {
		err = errors.New("the key ends before it begins")
	}
	return key, err
}

// parseTime takes a second in UTC, in its one form.
func parseTime(text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil || t.UTC().Format(time.RFC3339) != text {
		return time.Time{}, errors.New("not a time such as 2026-01-31T00:00:00Z")
	}
	return t.UTC(), nil
}

package relay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"regexp"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Limits of a cursor (ADR of 2025-10-25).
const (
	MaxCursor = 1024
	CursorTTL = 24 * time.Hour
)

const (
	plainVersion  = "v1"
	hiddenVersion = "v2"
	macBytes      = sha256.Size
	fixedBytes    = 8 + 8 + scopeBytes // expiry, version, scope; the key follows
)

// Position is the content of a cursor.
type Position struct {
	Key     string // sort key of the row, to seek after
	Version int64  // version of the carpeta when the cursor was made
}

// Key is one secret of the ring.
type Key struct {
	ID     string // 1–16 characters of [A-Za-z0-9_-]; stands in the cursor
	Secret []byte // at least 32 bytes
}

// Codec signs and opens the cursors of all connections. Safe for concurrent use.
type Codec struct {
	TTL      time.Duration // lifetime of the signed cursors; CursorTTL unless changed before use
	Observer Observer      // nil: nobody listens; set before use
	signing  Key
	ring     map[string][]byte
	hidden   bool // keys are encrypted
}

var keyID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,16}$`)

// NewCodec takes the key ring: the first key signs, all of them verify.
func NewCodec(keys ...Key) (*Codec, error) {
	if len(keys) == 0 {
		return nil, errors.New("relay: no cursor key; set CARPETA_CURSOR_KEYS")
	}
	c := &Codec{TTL: CursorTTL, signing: keys[0], ring: make(map[string][]byte, len(keys))}
	for _, k := range keys {
		if !keyID.MatchString(k.ID) || len(k.Secret) < 32 {
			return nil, fmt.Errorf("relay: cursor key %q: the id is 1-16 of [A-Za-z0-9_-], the secret at least 32 bytes", k.ID)
		}
		if _, twice := c.ring[k.ID]; twice {
			return nil, fmt.Errorf("relay: cursor key %q stands twice in the ring", k.ID)
		}
		c.ring[k.ID] = k.Secret
	}
	return c, nil
}

// Signer makes the cursors of one page, one after the other: scope, expiry, key and buffers are set up once.
type Signer struct {
	codec  *Codec
	prefix [fixedBytes]byte
	mac    hash.Hash
	sum    [macBytes]byte

	payload, token []byte // of the last cursor, to write the next one into
}

// Signer starts a page.
func (c *Codec) Signer(scope Scope, now time.Time, version int64) *Signer {
	s := &Signer{codec: c, mac: hmac.New(sha256.New, c.signing.Secret), payload: make([]byte, 0, 128), token: make([]byte, 0, 256)}
	binary.BigEndian.PutUint64(s.prefix[0:], uint64(now.Add(c.TTL).Unix()))
	binary.BigEndian.PutUint64(s.prefix[8:], uint64(version))
	h := scope.hash()
	copy(s.prefix[16:], h[:])
	return s
}

// Sign is the cursor of the row with the given sort key.
func (s *Signer) Sign(key string) string {
	s.payload = append(s.payload[:0], s.prefix[:]...)
	if s.codec.hidden {
		s.payload = append(s.payload, hide(s.codec.signing.Secret, key)...)
	} else {
		s.payload = append(s.payload, key...)
	}
	t := append(append(append(s.token[:0], s.codec.version()...), '.'), s.codec.signing.ID...)
	t = base64.RawURLEncoding.AppendEncode(append(t, '.'), s.payload)
	s.mac.Reset()
	s.mac.Write(t)
	s.token = base64.RawURLEncoding.AppendEncode(append(t, '.'), s.mac.Sum(s.sum[:0]))
	return string(s.token)
}

func mac(secret, signed []byte) [macBytes]byte {
	h := hmac.New(sha256.New, secret)
	h.Write(signed)
	return [macBytes]byte(h.Sum(nil))
}

// Open verifies a cursor and reads it. The errors never contain the token.
func (c *Codec) Open(token string, scope Scope, now time.Time) (Position, error) {
	from, verdict, err := c.open(token, scope, now)
	if c.Observer != nil {
		c.Observer.CursorOpened(verdict)
	}
	return from, err
}

func (c *Codec) open(token string, scope Scope, now time.Time) (Position, Verdict, error) {
	payload, secret, err := c.verified(token)
	if err != nil {
		return Position{}, Altered, err
	}
	want := scope.hash()
	if !hmac.Equal(payload[16:fixedBytes], want[:]) {
		return Position{}, Foreign, foreignCursor()
	}
	if end := int64(binary.BigEndian.Uint64(payload)); now.Unix() >= end {
		return Position{}, Expired, expiredCursor(time.Unix(end, 0).UTC())
	}
	key, ok := payload[fixedBytes:], true
	if c.hidden {
		key, ok = show(secret, key)
	}
	if !ok {
		return Position{}, Altered, invalidCursor()
	}
	return Position{Key: string(key), Version: int64(binary.BigEndian.Uint64(payload[8:]))}, Good, nil
}

// tokenChar is the alphabet of base64url and the dot. It leaves out CR and LF,
// which Go's decoder would skip.
func tokenChar(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.'
}

func (c *Codec) version() string {
	if c.hidden {
		return hiddenVersion
	}
	return plainVersion
}

// split takes a cursor apart: <version>.<kid>.<payload>.<mac>.
func split(token string) (version, kid, payload, signature string, ok bool) {
	if len(token) > MaxCursor {
		return
	}
	for i := range len(token) {
		if !tokenChar(token[i]) {
			return
		}
	}
	version, rest, _ := strings.Cut(token, ".")
	kid, rest, _ = strings.Cut(rest, ".")
	payload, signature, ok = strings.Cut(rest, ".")
	return version, kid, payload, signature, ok
}

var strict = base64.RawURLEncoding.Strict()

// verified returns the payload, and the secret that signed it; another dot is not a letter of base64.
func (c *Codec) verified(token string) (payload, secret []byte, err error) {
	version, kid, encoded, signature, ok := split(token)
	secret, known := c.ring[kid]
	if !ok || !known || version != c.version() || len(signature) != strict.EncodedLen(macBytes) {
		return nil, nil, invalidCursor()
	}
	var given [macBytes]byte
	if _, err := strict.Decode(given[:], []byte(signature)); err != nil {
		return nil, nil, invalidCursor()
	}
	want := mac(secret, []byte(token[:len(token)-len(signature)-1]))
	if !hmac.Equal(given[:], want[:]) {
		return nil, nil, invalidCursor()
	}
	payload, err = strict.DecodeString(encoded)
	if err != nil || len(payload) < fixedBytes {
		return nil, nil, invalidCursor()
	}
	return payload, secret, nil
}

const restart = "Empiece de nuevo desde la primera página, sin cursor."

func invalidCursor() error {
	return fault.Wrap(fault.InvalidCursorToken, errors.New("malformed or tampered")).WithRecuperacion(restart)
}

func foreignCursor() error {
	return fault.New(fault.InvalidCursorToken, "El cursor no corresponde a esta consulta: fue hecho para otra carpeta, otro orden, otro filtro u otra persona.").
		Because(errors.New("foreign scope")).WithRecuperacion(restart)
}

func expiredCursor(at time.Time) error {
	return fault.New(fault.ExpiredCursorToken, "El cursor venció.").WithRecuperacion(restart).WithExpiradoEn(at)
}

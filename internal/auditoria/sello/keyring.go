package sello

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/note"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
)

// SecretKey signs checkpoints of From or later and before Until.
type SecretKey struct {
	Seed        []byte // 32 bytes
	From, Until time.Time
}

// Keyring holds the keys of one log, old ones and coming ones too. A key that signs no
// more stays in it: the checkpoints of its time are verified with it.
type Keyring struct {
	origin string
	public verify.Keys
	secret []ed25519.PrivateKey
}

// NewKeyring checks the keys.
func NewKeyring(origin string, keys ...SecretKey) (*Keyring, error) {
	if err := verify.ValidOrigin(origin); err != nil {
		return nil, err
	}
	k := &Keyring{origin: origin}
	for _, key := range keys {
		if len(key.Seed) != ed25519.SeedSize {
			return nil, fmt.Errorf("key of %s: want %d bytes", origin, ed25519.SeedSize)
		}
		if !key.Until.IsZero() && !key.From.Before(key.Until) {
			return nil, fmt.Errorf("key of %s: it ends before it begins", origin)
		}
		secret := ed25519.NewKeyFromSeed(key.Seed)
		k.secret = append(k.secret, secret)
		k.public = append(k.public, verify.Key{Origin: origin, Public: secret.Public().(ed25519.PublicKey), From: key.From.UTC(), Until: key.Until.UTC()})
	}
	if len(keys) == 0 {
		return nil, errors.New("no key for " + origin)
	}
	return k, nil
}

// Public are the keys to give away.
func (k *Keyring) Public() verify.Keys { return k.public }

// Sign writes the signed checkpoint. Of the keys of that time the newest signs.
func (k *Keyring) Sign(c verify.Checkpoint, at time.Time) ([]byte, error) {
	best := -1
	for i, p := range k.public {
		valid := !at.Before(p.From) && (p.Until.IsZero() || at.Before(p.Until))
		if valid && (best < 0 || p.From.After(k.public[best].From)) {
			best = i
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("no key of %s signs at %s", k.origin, at.Format(time.RFC3339))
	}
	plain := signer{k.origin, verify.KindLog, k.secret[best], at}
	stamped := signer{k.origin, verify.KindStamped, k.secret[best], at}
	return note.Sign(&note.Note{Text: c.Text()}, plain, stamped)
}

// signer implements note.Signer for both kinds of line. One key may sign both: a text with
// a time begins with the line cosignature/v1, and no log has that name (verify.ValidOrigin).
type signer struct {
	name   string
	kind   byte
	secret ed25519.PrivateKey
	at     time.Time
}

func (s signer) Name() string { return s.name }

func (s signer) KeyHash() uint32 {
	return verify.KeyID(s.name, s.kind, s.secret.Public().(ed25519.PublicKey))
}

func (s signer) Sign(msg []byte) ([]byte, error) {
	if s.kind == verify.KindLog {
		return ed25519.Sign(s.secret, msg), nil
	}
	stamp := binary.BigEndian.AppendUint64(nil, uint64(s.at.Unix()))
	return append(stamp, ed25519.Sign(s.secret, verify.StampedText(s.at, msg))...), nil
}

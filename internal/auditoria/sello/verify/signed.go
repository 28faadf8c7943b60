package verify

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// maxNote bounds a signed checkpoint: three lines, two of the log's, and lines of others.
const maxNote = 64 << 10

const (
	stampSize     = 8
	stampedHeader = "cosignature/v1"
)

// Signed is a checkpoint whose signatures were verified.
type Signed struct {
	Checkpoint
	Time time.Time // when the log signed it, as it says
	Key  Key
	Note []byte
}

// StampedText is what a signature with a time covers (cosignature/v1).
func StampedText(t time.Time, text []byte) []byte {
	return fmt.Appendf(nil, "%s\ntime %d\n%s", stampedHeader, t.Unix(), text)
}

// Open verifies a signed checkpoint. Two lines of one key are needed: the log's plain
// signature, which every reader of transparency logs knows, and one with the time, which
// says whether the key was the log's then. Lines of others are passed over; a wrong line
// of a key that is known refuses the whole.
func Open(msg []byte, keys Keys) (Signed, error) {
	if len(msg) > maxNote {
		return Signed{}, fmt.Errorf("checkpoint: more than %d bytes", maxNote)
	}
	n, err := note.Open(msg, note.VerifierList(verifiers(keys)...))
	var unknown *note.UnverifiedNoteError
	if errors.As(err, &unknown) {
		return Signed{}, errors.New("checkpoint: none of these keys signed it")
	}
	if err != nil {
		return Signed{}, fmt.Errorf("checkpoint: %w", err)
	}
	c, err := ParseCheckpoint(n.Text)
	if err := cmp.Or(err, oneForm(msg)); err != nil {
		return Signed{}, err
	}
	s := Signed{Checkpoint: c, Note: msg}
	if s.Key, s.Time, err = signer(keys, c.Origin, n.Sigs); err != nil {
		return Signed{}, err
	}
	return s, nil
}

// oneForm refuses lines that say the same in other letters, those of others too: base64 has spare bits at its end.
func oneForm(msg []byte) error {
	lines := msg[bytes.LastIndex(msg, []byte("\n\n"))+2:]
	for line := range bytes.Lines(lines) {
		signature := line[bytes.LastIndexByte(line, ' ')+1 : len(line)-1]
		if _, err := decode(string(signature)); err != nil {
			return errors.New("checkpoint: a signature is not in its one form")
		}
	}
	return nil
}

// signer finds the key of the log that signed twice, and within its dates.
func signer(keys Keys, origin string, sigs []note.Signature) (Key, time.Time, error) {
	err := errors.New("checkpoint: no key of this log signed it")
	for _, k := range keys {
		_, plain := find(sigs, origin, KeyID(origin, KindLog, k.Public))
		stamped, dated := find(sigs, origin, KeyID(origin, KindStamped, k.Public))
		if k.Origin != origin || !plain || !dated {
			continue
		}
		t := stampOf(stamped)
		if k.at(t) {
			return k, t, nil
		}
		err = fmt.Errorf("checkpoint: signed at %s, when its key was not the log's", t.Format(time.RFC3339))
	}
	return Key{}, time.Time{}, err
}

func find(sigs []note.Signature, name string, id uint32) (note.Signature, bool) {
	for _, s := range sigs {
		if s.Name == name && s.Hash == id {
			return s, true
		}
	}
	return note.Signature{}, false
}

// verifiers gives each key once for each kind of line.
func verifiers(keys Keys) (all []note.Verifier) {
	seen := map[string]bool{}
	add := func(name string, kind byte, public ed25519.PublicKey) {
		v := verifier{name, kind, public}
		if id := FormatKey(name, kind, public); !seen[id] {
			seen[id] = true
			all = append(all, v)
		}
	}
	for _, k := range keys {
		add(k.Origin, KindLog, k.Public)
		add(k.Origin, KindStamped, k.Public)
	}
	return all
}

// verifier implements note.Verifier for both kinds.
type verifier struct {
	name   string
	kind   byte
	public ed25519.PublicKey
}

func (v verifier) Name() string    { return v.name }
func (v verifier) KeyHash() uint32 { return KeyID(v.name, v.kind, v.public) }

func (v verifier) Verify(msg, sig []byte) bool {
	if v.kind == KindLog {
		return ed25519.Verify(v.public, msg, sig)
	}
	if len(sig) != stampSize+ed25519.SignatureSize {
		return false
	}
	seconds := binary.BigEndian.Uint64(sig)
	if seconds > maxSeconds {
		return false
	}
	return ed25519.Verify(v.public, StampedText(time.Unix(int64(seconds), 0), msg), sig[stampSize:])
}

// maxSeconds is the end of the year 9999: times beyond have no RFC 3339 form.
const maxSeconds = 253402300799

// stampOf reads the time of a verified line.
func stampOf(s note.Signature) time.Time {
	b, err := decode(s.Base64)
	if err != nil || len(b) < 4+stampSize {
		return time.Time{}
	}
	return time.Unix(int64(binary.BigEndian.Uint64(b[4:])), 0).UTC()
}

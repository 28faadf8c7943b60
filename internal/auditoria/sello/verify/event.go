package verify

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

const (
	eventHeader = "carpeta.evento/v1\n"
	saltLine    = "sal "
	// SaltSize is the number of random bytes that hide an event in its commitment.
	SaltSize = 32
	// MaxEvent bounds the file of an event.
	MaxEvent = 64 << 10
)

// Salt hides an event: without it nobody finds a short event by trying. With the salt
// gone the commitment says nothing any more.
type Salt [SaltSize]byte

// Commitment is what the log holds of an event.
type Commitment [sha256.Size]byte

// Commit binds to the event's bytes, and shows nothing of them.
func Commit(salt Salt, event []byte) Commitment {
	mac := hmac.New(sha256.New, salt[:])
	mac.Write([]byte(eventHeader))
	mac.Write(event)
	return Commitment(mac.Sum(nil))
}

// EventFile is an event as it is handed out: with the salt of its commitment.
type EventFile struct {
	Salt  Salt
	Event []byte
}

// Format writes the file: two lines, an empty one, and the event's bytes as they are.
func (e EventFile) Format() []byte {
	head := eventHeader + saltLine + base64.StdEncoding.EncodeToString(e.Salt[:]) + "\n\n"
	return append([]byte(head), e.Event...)
}

// Commitment of the event in the file.
func (e EventFile) Commitment() Commitment { return Commit(e.Salt, e.Event) }

// ParseEventFile reads the file.
func ParseEventFile(text []byte) (EventFile, error) {
	if len(text) > MaxEvent {
		return EventFile{}, fmt.Errorf("event: more than %d bytes", MaxEvent)
	}
	rest, ok := bytes.CutPrefix(text, []byte(eventHeader+saltLine))
	salt, event, split := bytes.Cut(rest, []byte("\n\n"))
	if !ok || !split {
		return EventFile{}, errors.New("event: want carpeta.evento/v1, a line with the salt, an empty line, and the event")
	}
	raw, err := decode(string(salt))
	if err != nil || len(raw) != SaltSize {
		return EventFile{}, fmt.Errorf("event: the salt is not %d bytes in base64", SaltSize)
	}
	e := EventFile{Salt(raw), event}
	if !bytes.Equal(e.Format(), text) {
		return EventFile{}, errors.New("event: not in its one form")
	}
	return e, nil
}

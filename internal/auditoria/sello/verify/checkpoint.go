package verify

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/tlog"
)

// MaxOrigin bounds the name of a log, so that a proof stays under 2 KiB.
const MaxOrigin = 100

// Checkpoint is what a log says of itself (C2SP tlog-checkpoint): so many entries, and the
// root of their tree.
type Checkpoint struct {
	Origin string
	Size   int64
	Root   tlog.Hash
}

// Text is the signed part of a checkpoint. It has no extension lines.
func (c Checkpoint) Text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, base64.StdEncoding.EncodeToString(c.Root[:]))
}

// ParseCheckpoint reads the signed part.
func ParseCheckpoint(text string) (Checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 {
		return Checkpoint{}, errors.New("checkpoint: want three lines")
	}
	c := Checkpoint{Origin: lines[0]}
	if err := ValidOrigin(c.Origin); err != nil {
		return Checkpoint{}, err
	}
	var err error
	if c.Size, err = strconv.ParseInt(lines[1], 10, 64); err != nil || c.Size < 0 {
		return Checkpoint{}, errors.New("checkpoint: the size is not a number")
	}
	if c.Root, err = parseHash(lines[2]); err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint: %w", err)
	}
	if c.Text() != text {
		return Checkpoint{}, errors.New("checkpoint: not in its one form")
	}
	return c, nil
}

// OriginOf is the name that a signed checkpoint has at its beginning; nothing of it is verified.
func OriginOf(note []byte) (string, error) {
	text, _, _ := strings.Cut(string(note), "\n\n")
	c, err := ParseCheckpoint(text + "\n")
	return c.Origin, err
}

// ValidOrigin says whether a log may have this name.
func ValidOrigin(origin string) error {
	switch {
	case origin == stampedHeader:
		return errors.New("origin: this name begins another kind of text")
	case origin == "" || len(origin) > MaxOrigin:
		return fmt.Errorf("origin: want 1 to %d bytes", MaxOrigin)
	case !utf8.ValidString(origin) || strings.ContainsRune(origin, '+') || strings.ContainsFunc(origin, isSpaceOrControl):
		return errors.New("origin: no spaces, no plus sign, UTF-8")
	}
	return nil
}

func isSpaceOrControl(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

func parseHash(text string) (tlog.Hash, error) {
	raw, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil || len(raw) != tlog.HashSize || base64.StdEncoding.EncodeToString(raw) != text {
		return tlog.Hash{}, errors.New("not a hash in base64")
	}
	return tlog.Hash(raw), nil
}

func parseHashes(lines []string) ([]tlog.Hash, error) {
	if len(lines) > maxHashes {
		return nil, fmt.Errorf("more than %d hashes", maxHashes)
	}
	var all []tlog.Hash
	for _, line := range lines {
		h, err := parseHash(line)
		if err != nil {
			return nil, err
		}
		all = append(all, h)
	}
	return all, nil
}

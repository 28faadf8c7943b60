package verify

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	proofHeader = "c2sp.org/tlog-proof@v1"
	maxHashes   = 64
)

// Proof says where an entry is in the tree of a checkpoint. With the checkpoint in it, it
// is a file of its own (C2SP tlog-proof).
type Proof struct {
	Index      int64
	Hashes     []tlog.Hash
	Checkpoint []byte // a signed note
}

// Format writes the file.
func (p Proof) Format() []byte {
	return formatHashes(fmt.Sprintf("%s\nindex %d\n", proofHeader, p.Index), p.Hashes, p.Checkpoint)
}

// IsProof says whether a file is meant to be a proof.
func IsProof(text []byte) bool { return bytes.HasPrefix(text, []byte(proofHeader+"\n")) }

// ParseProof reads the file. The line "extra" is refused: nothing would vouch for it.
func ParseProof(text []byte) (p Proof, err error) {
	rest, ok := bytes.CutPrefix(text, []byte(proofHeader+"\n"))
	if !ok {
		return Proof{}, errors.New("proof: it does not begin with " + proofHeader)
	}
	if p.Index, p.Hashes, p.Checkpoint, err = parseHashFile("index ", rest); err != nil {
		return Proof{}, fmt.Errorf("proof: %w", err)
	}
	if !bytes.Equal(p.Format(), text) {
		return Proof{}, errors.New("proof: not in its one form")
	}
	return p, nil
}

// Growth says that the tree of a checkpoint begins with an older tree. It has the form in
// which witnesses are asked (the body of add-checkpoint in C2SP tlog-witness).
type Growth struct {
	Old        int64 // the older tree's size
	Hashes     []tlog.Hash
	Checkpoint []byte // of the newer
}

// Format writes the file.
func (g Growth) Format() []byte {
	return formatHashes(fmt.Sprintf("old %d\n", g.Old), g.Hashes, g.Checkpoint)
}

// ParseGrowth reads the file.
func ParseGrowth(text []byte) (g Growth, err error) {
	if g.Old, g.Hashes, g.Checkpoint, err = parseHashFile("old ", text); err != nil {
		return Growth{}, fmt.Errorf("growth: %w", err)
	}
	if !bytes.Equal(g.Format(), text) {
		return Growth{}, errors.New("growth: not in its one form")
	}
	return g, nil
}

func formatHashes(head string, hashes []tlog.Hash, checkpoint []byte) []byte {
	b := []byte(head)
	for _, h := range hashes {
		b = base64.StdEncoding.AppendEncode(b, h[:])
		b = append(b, '\n')
	}
	return append(append(b, '\n'), checkpoint...)
}

// parseHashFile reads a number, hashes, an empty line, and a note.
func parseHashFile(word string, text []byte) (number int64, hashes []tlog.Hash, signed []byte, err error) {
	if len(text) > maxNote {
		return 0, nil, nil, fmt.Errorf("more than %d bytes", maxNote)
	}
	head, signed, ok := bytes.Cut(text, []byte("\n\n"))
	if !ok {
		return 0, nil, nil, errors.New("no empty line before the checkpoint")
	}
	lines := strings.Split(string(head), "\n")
	digits, ok := strings.CutPrefix(lines[0], word)
	if number, err = strconv.ParseInt(digits, 10, 64); !ok || err != nil || number < 0 {
		return 0, nil, nil, fmt.Errorf("want a line %q with a number", strings.TrimSpace(word))
	}
	hashes, err = parseHashes(lines[1:])
	return number, hashes, signed, err
}

func decode(text string) ([]byte, error) { return base64.StdEncoding.Strict().DecodeString(text) }

// Inclusion verifies that an entry is number index of the checkpoint's tree.
func Inclusion(c Checkpoint, index int64, hashes []tlog.Hash, entry []byte) error {
	if index < 0 || index >= c.Size {
		return fmt.Errorf("proof: entry %d of a log of %d", index, c.Size)
	}
	if err := tlog.CheckRecord(hashes, c.Size, c.Root, index, tlog.RecordHash(entry)); err != nil {
		return fmt.Errorf("proof: the entry is not number %d of this log: %w", index, err)
	}
	return nil
}

// Consistency verifies that the newer tree begins with the older.
func Consistency(older, newer Checkpoint, hashes []tlog.Hash) error {
	switch {
	case older.Origin != newer.Origin:
		return fmt.Errorf("growth: two logs, %s and %s", older.Origin, newer.Origin)
	case older.Size > newer.Size:
		return fmt.Errorf("growth: from %d back to %d", older.Size, newer.Size)
	case older.Size == newer.Size || older.Size == 0:
		return sameOrEmpty(older, newer, hashes)
	}
	if err := tlog.CheckTree(hashes, newer.Size, newer.Root, older.Size, older.Root); err != nil {
		return fmt.Errorf("growth: the log of %d does not begin with that of %d: %w", newer.Size, older.Size, err)
	}
	return nil
}

// sameOrEmpty is what needs no hashes.
func sameOrEmpty(older, newer Checkpoint, hashes []tlog.Hash) error {
	empty, _ := tlog.TreeHash(0, nil)
	switch {
	case len(hashes) > 0:
		return errors.New("growth: hashes where none are needed")
	case older.Size == 0 && older.Root != empty:
		return errors.New("growth: the root of nothing is not that of nothing")
	case older.Size == newer.Size && older.Root != newer.Root:
		return fmt.Errorf("fork: two logs of %d entries under one name", newer.Size)
	}
	return nil
}

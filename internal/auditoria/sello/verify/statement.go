package verify

import (
	"bytes"
	"errors"
	"fmt"
	"time"
)

const statementHeader = "carpeta.periodo/v1\n"

// Statement is an entry of the small log above the operadores' logs: this signed
// checkpoint was an operador's newest when somebody looked, at the end of a period or soon
// after. Two statements of one checkpoint prove that nothing was sealed between them.
type Statement struct {
	From, Until time.Time // whole seconds
	Checkpoint  []byte    // a signed note
}

// Format writes the entry.
func (s Statement) Format() []byte {
	head := fmt.Sprintf("%sfrom %s\nuntil %s\n\n", statementHeader, s.From.UTC().Format(time.RFC3339), s.Until.UTC().Format(time.RFC3339))
	return append([]byte(head), s.Checkpoint...)
}

// IsStatement says whether a file is meant to be a statement.
func IsStatement(text []byte) bool { return bytes.HasPrefix(text, []byte(statementHeader)) }

// ParseStatement reads the entry; Open verifies the checkpoint in it.
func ParseStatement(entry []byte) (Statement, error) {
	rest, ok := bytes.CutPrefix(entry, []byte(statementHeader+"from "))
	from, rest, ok2 := bytes.Cut(rest, []byte("\nuntil "))
	until, signed, ok3 := bytes.Cut(rest, []byte("\n\n"))
	if !ok || !ok2 || !ok3 || len(entry) > MaxEntry {
		return Statement{}, errors.New("statement: want carpeta.periodo/v1, from, until, an empty line, and a checkpoint")
	}
	s := Statement{Checkpoint: signed}
	var err error
	if s.From, err = parseTime(string(from)); err != nil {
		return Statement{}, fmt.Errorf("statement: %w", err)
	}
	if s.Until, err = parseTime(string(until)); err != nil {
		return Statement{}, fmt.Errorf("statement: %w", err)
	}
	if !s.From.Before(s.Until) {
		return Statement{}, errors.New("statement: the period ends before it begins")
	}
	return s, nil
}

// Quiet verifies that nothing was sealed in the period of the second statement, which follows
// that of the first. Whoever looked may have been late: a checkpoint that was signed after the
// first period was signed in the second. Whether both are in the small log is for their own proofs.
func Quiet(first, second Statement, keys Keys) error {
	a, err := Open(first.Checkpoint, keys)
	if err != nil {
		return err
	}
	b, err := Open(second.Checkpoint, keys)
	switch {
	case err != nil:
		return err
	case !first.Until.Equal(second.From):
		return errors.New("statement: the periods do not follow each other")
	case a.Time.After(first.Until):
		return fmt.Errorf("statement: not quiet, %s was signed at %s, in the period", a.Origin, a.Time.Format(time.RFC3339))
	case a.Checkpoint != b.Checkpoint:
		return fmt.Errorf("statement: not quiet, from %s with %d entries to %s with %d", a.Origin, a.Size, b.Origin, b.Size)
	}
	return nil
}

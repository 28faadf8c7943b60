package sello

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/verify"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Witnesses keeps what others said of a log's checkpoints: the small log above those of
// the operadores has some (C2SP tlog-witness).
type Witnesses struct {
	Reader
	Known []verify.Witness
}

// Question is the body of add-checkpoint to a witness that knows the log with old entries.
func (w Witnesses) Question(ctx context.Context, old int64, in verify.Signed) ([]byte, error) {
	g, err := w.ProveGrowth(ctx, old, in)
	if err != nil {
		return nil, err
	}
	return g.Format(), nil
}

// Answer keeps the lines that a witness sent back. A wrong line of a known witness refuses
// all of them; lines of others are dropped.
func (w Witnesses) Answer(ctx context.Context, about verify.Signed, lines []byte) (verify.Signed, error) {
	text, _, ok := strings.Cut(string(about.Note), "\n\n")
	if !ok || text+"\n" != about.Text() {
		return verify.Signed{}, errors.New("the answer is about another checkpoint")
	}
	said, err := verify.Open(append([]byte(string(about.Note)), lines...), w.Keys, w.Known...)
	if err != nil {
		return verify.Signed{}, fault.Wrap(fault.BadUserInput, err)
	}
	if len(said.Witnesses) == 0 {
		return verify.Signed{}, fault.Wrap(fault.BadUserInput, errors.New("no known witness signed"))
	}
	for range looks {
		merged, err := w.merge(ctx, about, said.Witnesses)
		if !errors.Is(err, fault.Conflict) {
			return merged, err
		}
	}
	return verify.Signed{}, fault.Wrap(fault.Conflict, errors.New("another process keeps answers of witnesses"))
}

// merge adds lines to those that are kept, one for each witness: the newest.
func (w Witnesses) merge(ctx context.Context, about verify.Signed, said []verify.Cosignature) (verify.Signed, error) {
	kept, version, err := w.load(ctx, about.Size)
	if err != nil && !errors.Is(err, fault.NotFound) {
		return verify.Signed{}, err
	}
	if err == nil && kept.Checkpoint != about.Checkpoint {
		return verify.Signed{}, refuse("witnesses signed another log of %d entries: a fork", about.Size)
	}
	newest := map[string]verify.Cosignature{}
	for _, c := range append(kept.Witnesses, said...) {
		if old, ok := newest[c.Name]; !ok || old.Time.Before(c.Time) {
			newest[c.Name] = c
		}
	}
	text := w.plain(about)
	for _, known := range w.Known {
		text += newest[known.Name].Line
	}
	if err := w.Objects.Swap(ctx, w.cosignedPath(about.Size), version, []byte(text)); err != nil {
		return verify.Signed{}, err
	}
	return verify.Open([]byte(text), w.Keys, w.Known...)
}

// plain is the checkpoint with the log's own two lines.
func (w Witnesses) plain(about verify.Signed) string {
	lines := strings.SplitAfter(string(about.Note), "\n")
	const text, own = 4, 2 // three lines and an empty one; plain and with the time
	return strings.Join(lines[:text+own], "")
}

// Cosigned is the checkpoint of so many entries with the lines of its witnesses.
func (w Witnesses) Cosigned(ctx context.Context, size int64) (verify.Signed, error) {
	s, _, err := w.load(ctx, size)
	return s, err
}

func (w Witnesses) load(ctx context.Context, size int64) (verify.Signed, string, error) {
	msg, version, err := w.Objects.Load(ctx, w.cosignedPath(size))
	if err != nil {
		return verify.Signed{}, "", err
	}
	s, err := verify.Open(msg, w.Keys, w.Known...)
	if err != nil {
		return s, "", refuse("answers of witnesses: %v", err)
	}
	return s, version, nil
}

func (w Witnesses) cosignedPath(size int64) string {
	return w.Prefix + fmt.Sprintf("cosigned/%d", size)
}

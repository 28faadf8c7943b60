package verify

import (
	"errors"
	"fmt"
)

// Files are what a person holds: bytes of files, none of them trusted but Keys.
type Files struct {
	Checkpoint []byte // a signed checkpoint, or a proof with its checkpoint in it
	Event      []byte // nil: the checkpoint alone
	Proof      []byte // nil: Checkpoint is the proof
	Growth     []byte // that two checkpoints are of one log; nil if they are of the same tree
	Keys       []byte

	Older []byte // an older checkpoint, or a proof with one in it: the log only grew since
}

// Result is what was proven.
type Result struct {
	Signed
	Index int64       // of the event, -1 without one
	Older *Checkpoint // the log only grew since then
}

// Verify checks everything that is in the files. It needs nothing else.
func (f Files) Verify() (Result, error) {
	keys, err := ParseKeys(f.Keys)
	if err != nil {
		return Result{}, err
	}
	proof, checkpoint, err := f.parts()
	if err != nil {
		return Result{}, err
	}
	signed, err := Open(checkpoint, keys)
	switch {
	case err != nil:
		return Result{}, err
	case f.Event == nil && proof != nil:
		return Result{}, errors.New("a proof, and no event that it proves")
	case f.Event != nil && proof == nil:
		return Result{}, errors.New("an event, and no proof of it")
	case f.Event == nil && f.Older == nil && f.Growth != nil:
		return Result{}, errors.New("a growth, and no older checkpoint that it begins with")
	}
	r := Result{Signed: signed, Index: -1}
	if f.Event != nil {
		if err := f.event(&r, keys, *proof); err != nil {
			return Result{}, err
		}
	}
	if err := f.before(&r, keys); err != nil {
		return Result{}, err
	}
	return r, nil
}

// parts finds the proof: in a file of its own, or around the checkpoint.
func (f Files) parts() (*Proof, []byte, error) {
	text := f.Proof
	if IsProof(f.Checkpoint) {
		if f.Proof != nil {
			return nil, nil, errors.New("two proofs, and no checkpoint")
		}
		text = f.Checkpoint
	}
	if text == nil {
		return nil, f.Checkpoint, nil
	}
	p, err := ParseProof(text)
	if err != nil || f.Proof != nil {
		return &p, f.Checkpoint, err
	}
	return &p, p.Checkpoint, nil
}

// event verifies that the event is where its proof says.
func (f Files) event(r *Result, keys Keys, p Proof) error {
	own, err := Open(p.Checkpoint, keys)
	if err != nil {
		return fmt.Errorf("the proof's %w", err)
	}
	e, err := ParseEventFile(f.Event)
	if err != nil {
		return err
	}
	entry := e.Commitment()
	if err := Inclusion(own.Checkpoint, p.Index, p.Hashes, entry[:]); err != nil {
		return err
	}
	r.Index = p.Index
	if f.Older != nil && own.Checkpoint == r.Checkpoint {
		return nil // the growth is for the older one
	}
	return f.oneLog(keys, own, r.Signed)
}

// before verifies what the older checkpoint says.
func (f Files) before(r *Result, keys Keys) error {
	if f.Older == nil {
		return nil
	}
	_, note, err := Files{Checkpoint: f.Older}.parts()
	if err != nil {
		return fmt.Errorf("the older %w", err)
	}
	older, err := Open(note, keys)
	if err != nil {
		return fmt.Errorf("the older %w", err)
	}
	if older.Size > r.Size {
		return fmt.Errorf("the older checkpoint has %d entries, the newer %d", older.Size, r.Size)
	}
	if err := f.oneLog(keys, older, r.Signed); err != nil {
		return err
	}
	r.Older = &older.Checkpoint
	return nil
}

// oneLog: two checkpoints are of one log.
func (f Files) oneLog(keys Keys, own, trusted Signed) error {
	older, newer := own.Checkpoint, trusted.Checkpoint
	if older.Size > newer.Size {
		older, newer = newer, older
	}
	if f.Growth == nil {
		if older.Size != newer.Size || older.Origin != newer.Origin {
			return fmt.Errorf("a log of %d entries, and one of %d: the growth from one to the other is needed", older.Size, newer.Size)
		}
		return Consistency(older, newer, nil)
	}
	g, err := ParseGrowth(f.Growth)
	if err != nil {
		return err
	}
	end, err := Open(g.Checkpoint, keys)
	switch {
	case err != nil:
		return fmt.Errorf("the growth's %w", err)
	case g.Old != older.Size || end.Checkpoint != newer:
		return fmt.Errorf("growth: from %d to %d, want from %d to %d", g.Old, end.Size, older.Size, newer.Size)
	}
	return Consistency(older, newer, g.Hashes)
}

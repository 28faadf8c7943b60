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
	Growth     []byte // that Checkpoint and the proof's checkpoint are one log; nil if they are the same tree
	Keys       []byte
}

// Result is what was proven.
type Result struct {
	Signed
	Index int64 // of the event, -1 without one
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
	case f.Event == nil && proof == nil:
		return Result{signed, -1}, nil
	case f.Event == nil:
		return Result{}, errors.New("a proof, and no event that it proves")
	case proof == nil:
		return Result{}, errors.New("an event, and no proof of it")
	}
	return f.verify(keys, signed, *proof)
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

func (f Files) verify(keys Keys, signed Signed, p Proof) (Result, error) {
	event, err := ParseEventFile(f.Event)
	if err != nil {
		return Result{}, err
	}
	own, err := Open(p.Checkpoint, keys)
	if err != nil {
		return Result{}, fmt.Errorf("the proof's %w", err)
	}
	commitment := event.Commitment()
	if err := Inclusion(own.Checkpoint, p.Index, p.Hashes, commitment[:]); err != nil {
		return Result{}, err
	}
	if err := f.oneLog(keys, own, signed); err != nil {
		return Result{}, err
	}
	return Result{signed, p.Index}, nil
}

// oneLog: the proof's checkpoint and the one that the person trusts are of one log.
func (f Files) oneLog(keys Keys, own, trusted Signed) error {
	older, newer := own.Checkpoint, trusted.Checkpoint
	if older.Size > newer.Size {
		older, newer = newer, older
	}
	if f.Growth == nil {
		if older.Size != newer.Size || older.Origin != newer.Origin {
			return fmt.Errorf("the proof is for a log of %d entries, the checkpoint of %d: the growth from one to the other is needed", own.Size, trusted.Size)
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

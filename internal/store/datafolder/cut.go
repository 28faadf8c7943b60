package datafolder

import (
	"errors"

	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// Hold has one part of the folder stay as it is from at, which it calls, until release.
type Hold func(at func() error) (release func() error, err error)

// Cutter takes hold of the data folder as it is at one moment: the same that a power cut would leave.
type Cutter struct {
	Snapshot func() (*boltstore.Snapshot, error)
	Parts    []Hold
}

// heldCut is what the Cutter holds. Nothing is lost of it until release.
type heldCut struct {
	db      *boltstore.Snapshot
	release []func() error
}

// cut: nothing is sealed, archived or erased at the moment of the snapshot. All of that waits for as long
// as the links of the frozen folders take.
func (c *Cutter) cut() (*heldCut, error) {
	t := &heldCut{}
	at := func() (err error) {
		t.db, err = c.Snapshot()
		return err
	}
	for _, hold := range c.Parts {
		inner := at
		at = func() error {
			release, err := hold(inner)
			if err == nil {
				t.release = append(t.release, release)
			}
			return err
		}
	}
	if err := at(); err != nil {
		return nil, errors.Join(err, t.letGo())
	}
	return t, nil
}

// closeDB ends the snapshot; the files stay held.
func (t *heldCut) closeDB() error {
	if t.db == nil {
		return nil
	}
	err := t.db.Close()
	t.db = nil
	return err
}

func (t *heldCut) letGo() error {
	err := t.closeDB()
	for _, release := range t.release {
		err = errors.Join(err, release())
	}
	t.release = nil
	return err
}

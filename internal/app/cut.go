package app

import (
	"errors"
	"path"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// cutter takes hold of the data folder of the embedded profile as it is at one moment: the same that a
// power cut would leave.
type cutter struct {
	snapshot func() (*boltstore.Snapshot, error)
	hold     func(at func() error) (release func() error, err error)
	freeze   []func(at func() error) (release func() error, err error)
}

// heldCut is what the cutter holds. Nothing is lost of it until release.
type heldCut struct {
	db      *boltstore.Snapshot
	release []func() error
}

// cut: nothing is sealed, archived or erased at the moment of the snapshot. All of that waits for as long
// as the links of the frozen folders take.
func (c *cutter) cut() (*heldCut, error) {
	t := &heldCut{}
	at := func() (err error) {
		t.db, err = c.snapshot()
		return err
	}
	for _, hold := range append([]func(func() error) (func() error, error){c.hold}, c.freeze...) {
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

// trees are the folders that are frozen, in the data folder.
func trees() []string {
	return []string{path.Join(sealsFolder, diskblob.Current), path.Join(archiveFolder, diskblob.Current)}
}

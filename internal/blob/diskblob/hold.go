package diskblob

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// For a backup the folders have to be as they were at the moment of the database's. Files of citizens are
// only ever added and erased: what is erased is held. Sealed logs and archives are replaced, too: they are
// frozen, which costs a hard link for each of their files.
const (
	dirHeld   = "retenidos"
	dirFrozen = "congelados"
)

// errHeld: one backup at a time.
var errHeld = errors.New("diskblob: the folder is held already")

// hold is whether erased files are kept for a while.
type hold struct {
	mu sync.RWMutex // read while a file is erased
	on bool
}

// Hold keeps the files that are erased from the moment of at on, below HeldIn, until release. No erasure is
// under way in that moment.
func (o *Objetos) Hold(at func() error) (release func() error, err error) {
	o.held.mu.Lock()
	defer o.held.mu.Unlock()
	if o.held.on {
		return nil, errHeld
	}
	if err := at(); err != nil {
		return nil, err
	}
	o.held.on = true
	return o.release, nil
}

func (o *Objetos) release() error {
	o.held.mu.Lock()
	defer o.held.mu.Unlock()
	o.held.on = false
	return classify(o.root.RemoveAll(dirHeld))
}

// erase takes a file's name away. A file that is held already is of the same document: one is enough.
func (o *Objetos) erase(name string) error {
	o.held.mu.RLock()
	defer o.held.mu.RUnlock()
	if o.held.on {
		kept := heldPath(name)
		err := o.root.MkdirAll(path.Dir(kept), dirMode)
		if err == nil {
			err = o.root.Link(name, kept)
		}
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return o.root.Remove(name)
}

func heldPath(name string) string { return dirHeld + strings.TrimPrefix(name, dirCurrent) }

// cleanHeld removes what a killed process held.
func (o *Objetos) cleanHeld() error {
	o.held.mu.Lock()
	defer o.held.mu.Unlock()
	if o.held.on {
		return nil
	}
	return o.root.RemoveAll(dirHeld)
}

// PathOf is where the file of a document lies in the folder.
func PathOf(k documento.Clave) string { return pathOf(documento.NombreObjeto(k)) }

// The folders, as a backup has to know them.
const (
	Current = dirCurrent
	Partial = dirPartial
	HeldIn  = dirHeld
	Frozen  = dirFrozen
)

// Freeze links what is there in the moment of at, below Frozen, until release. Writes wait for so long.
func (s *Sellos) Freeze(at func() error) (release func() error, err error) {
	s.naming.Lock()
	defer s.naming.Unlock()
	if _, err := s.root.Lstat(dirFrozen); err == nil {
		return nil, errHeld
	}
	if err := at(); err != nil {
		return nil, err
	}
	if err := s.link(); err != nil {
		return nil, errors.Join(err, s.thaw())
	}
	return s.thaw, nil
}

func (s *Sellos) thaw() error { return s.root.RemoveAll(dirFrozen) }

func (s *Sellos) link() error {
	return fs.WalkDir(s.root.FS(), dirCurrent, func(name string, e fs.DirEntry, err error) error {
		to := dirFrozen + strings.TrimPrefix(name, dirCurrent)
		switch {
		case errors.Is(err, fs.ErrNotExist): // nothing was written yet
			return nil
		case err != nil:
			return err
		case e.IsDir():
			return s.root.Mkdir(to, dirMode)
		}
		return s.root.Link(name, to)
	})
}

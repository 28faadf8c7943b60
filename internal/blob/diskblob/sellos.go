package diskblob

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
)

// Sellos keeps sealed logs in a folder of its own. What has a name is whole and durable:
// a file is written aside, and gets its name by a hard link, which never replaces, or by a
// rename under the folder's lock, which replaces what was compared.
type Sellos struct {
	folder
	naming sync.RWMutex // read while names are given and taken
}

var _ sello.Objects = (*Sellos)(nil)

const lockName = "candado"

// OpenSellos opens the folder, and makes it if it is not there. Files that a killed
// process left behind are removed; a process at work on one is refused once, and tries again.
func OpenSellos(dir string) (*Sellos, error) {
	if err := os.MkdirAll(path.Join(dir, dirPartial), dirMode); err != nil {
		return nil, fmt.Errorf("folder of sealed logs: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of sealed logs: %w", err)
	}
	rests, err := fs.ReadDir(root.FS(), dirPartial)
	err = errors.Join(err, root.RemoveAll(dirFrozen)) // by a killed process
	for _, r := range rests {
		err = errors.Join(err, root.Remove(path.Join(dirPartial, r.Name())))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("folder of sealed logs: %w", err), root.Close())
	}
	return &Sellos{folder: folder{root: root}}, nil
}

// Bootstrap has nothing to do: to open the folder makes it.
func (*Sellos) Bootstrap(context.Context) error { return nil }

// Get implements sello.Objects.
func (s *Sellos) Get(ctx context.Context, key string) ([]byte, error) {
	if err := cmp.Or(sello.ValidKey(key), classify(ctx.Err())); err != nil {
		return nil, err
	}
	data, err := s.root.ReadFile(path.Join(dirCurrent, key))
	return data, classifySello(err)
}

// Put implements sello.Objects.
func (s *Sellos) Put(ctx context.Context, key string, data []byte) error {
	if err := cmp.Or(sello.ValidKey(key), classify(ctx.Err())); err != nil {
		return err
	}
	err := s.write(key, data, s.root.Link)
	if !errors.Is(err, fs.ErrExist) {
		return classifySello(err)
	}
	there, err := s.Get(ctx, key)
	if err != nil {
		return err
	}
	if !bytes.Equal(there, data) {
		return fault.Wrap(fault.Conflict, errors.New(key+" holds other bytes"))
	}
	return classifySello(s.syncDir(path.Dir(path.Join(dirCurrent, key))))
}

// Delete implements sello.Objects.
func (s *Sellos) Delete(ctx context.Context, key string) error {
	if err := cmp.Or(sello.ValidKey(key), classify(ctx.Err())); err != nil {
		return err
	}
	name := path.Join(dirCurrent, key)
	if err := s.unname(name); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return classifySello(err)
	}
	return classifySello(s.syncDir(path.Dir(name)))
}

// Load implements sello.Fence: the version is the hash of the content.
func (s *Sellos) Load(ctx context.Context, key string) ([]byte, string, error) {
	data, err := s.Get(ctx, key)
	if err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(data)
	return data, hex.EncodeToString(sum[:]), nil
}

// Swap implements sello.Fence. The kernel takes the lock from a process that dies.
func (s *Sellos) Swap(ctx context.Context, key, version string, data []byte) error {
	if err := cmp.Or(sello.ValidKey(key), classify(ctx.Err())); err != nil {
		return err
	}
	release, err := s.lock()
	if err != nil {
		return classifySello(err)
	}
	defer release()
	_, now, err := s.Load(ctx, key)
	if err != nil && !errors.Is(err, fault.NotFound) {
		return err
	}
	if now != version {
		return fault.Wrap(fault.Conflict, errors.New(key+" was replaced by another"))
	}
	return classifySello(s.write(key, data, s.root.Rename))
}

func (s *Sellos) lock() (release func(), err error) {
	f, err := s.root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return nil, err
	}
	if err := file.Lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { _ = f.Close() }, nil // which unlocks
}

// write makes the content durable, then gives it its name.
func (s *Sellos) write(key string, data []byte, name func(from, to string) error) error {
	f, partial, err := s.newPartial()
	if err != nil {
		return err
	}
	defer func() { _ = s.root.Remove(partial) }()
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	target := path.Join(dirCurrent, key)
	if err := s.ensureDirs(path.Dir(target)); err != nil {
		return err
	}
	if err := s.name(func() error { return name(partial, target) }); err != nil {
		return err
	}
	return s.syncDir(path.Dir(target))
}

// name changes which names there are.
func (s *Sellos) name(change func() error) error {
	s.naming.RLock()
	defer s.naming.RUnlock()
	return change()
}

func (s *Sellos) unname(name string) error {
	return s.name(func() error { return s.root.Remove(name) })
}

// ensureDirs makes the folders down to this one, and their names durable.
func (s *Sellos) ensureDirs(dir string) error {
	if dir == "." {
		return nil
	}
	return cmp.Or(s.ensureDirs(path.Dir(dir)), s.ensureDir(dir))
}

// classifySello: a file that is not there is no file of a citizen.
func classifySello(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(fault.NotFound, err)
	}
	return classify(err)
}

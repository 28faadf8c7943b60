package respaldo

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

const (
	current  = "actual"
	fresh    = "nuevo"
	lockName = "candado"

	dirMode  = 0o700
	fileMode = 0o600
)

// folder is one that this command reads, or has for itself.
type folder struct {
	dir  string
	root *os.Root
	lock *os.File // nil: for reading only
}

func openFolder(dir string) (folder, error) {
	root, err := os.OpenRoot(dir)
	return folder{dir: dir, root: root}, err
}

// lockBy keeps other commands out that lock this file. The kernel takes the lock from a process that dies.
func (f *folder) lockBy(name string) (err error) {
	if f.lock, err = f.root.OpenFile(name, os.O_CREATE|os.O_RDWR, fileMode); err != nil {
		return err
	}
	return lockFile(f.lock)
}

func (f *folder) close() error {
	if f.lock == nil {
		return f.root.Close()
	}
	return errors.Join(unlockFile(f.lock), f.lock.Close(), f.root.Close())
}

// backups is a folder of them.
type backups struct{ folder }

// openBackups opens a folder for reading. It may be a snapshot itself, as restic puts one back.
func openBackups(dir string) (*backups, error) {
	f, err := openFolder(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of backups %s: %w; name the folder that carpeta respaldo made", dir, err)
	}
	return &backups{f}, nil
}

// openOwn makes the folder if it is not there, and keeps other writers out.
func openOwn(dir string) (*backups, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("folder of backups: %w", err)
	}
	b, err := openBackups(dir)
	if err != nil {
		return nil, err
	}
	if err := b.lockBy(lockName); err != nil {
		return nil, errors.Join(fmt.Errorf("folder of backups %s: another backup is being written there; wait for its end (%w)", dir, err), b.close())
	}
	return b, nil
}

// snapshot is a backup that has a list.
type snapshot struct {
	header
	dir   string // in the folder of backups
	id    string
	files []entry
	err   error // why the list cannot be read
}

func (b *backups) read(dir string) (s snapshot, there bool) {
	text, err := b.root.ReadFile(path.Join(dir, listName))
	if errors.Is(err, fs.ErrNotExist) {
		return s, false
	}
	s = snapshot{dir: dir, id: dir, err: err}
	if err == nil {
		s.header, s.files, s.err = readList(text)
	}
	if s.err == nil {
		s.id = idOf(s.Taken)
	}
	return s, true
}

func idOf(taken time.Time) string { return taken.UTC().Format("20060102T150405.000Z") }

// all are the snapshots, the oldest first.
func (b *backups) all() (ss []snapshot, err error) {
	if s, itself := b.read("."); itself {
		return []snapshot{s}, nil
	}
	entries, err := fs.ReadDir(b.root.FS(), ".")
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if s, there := b.read(e.Name()); there {
			ss = append(ss, s)
		}
	}
	slices.SortFunc(ss, func(a, b snapshot) int { return strings.Compare(a.id, b.id) })
	return ss, err
}

// publish makes the new snapshot the current one, and removes all but the newest ones. At each moment one is whole.
func (b *backups) publish(keep int) (removed int, err error) {
	if before, there := b.read(current); there && before.err == nil {
		err = b.root.Rename(current, before.id)
	} else {
		err = b.root.RemoveAll(current) // it is no backup
	}
	if err == nil {
		err = b.root.Rename(fresh, current)
	}
	if err = errors.Join(err, syncDir(b.root, ".")); err != nil {
		return 0, err
	}
	ss, err := b.all()
	ss = slices.DeleteFunc(ss, func(s snapshot) bool { return s.err != nil })
	for _, s := range ss[:max(0, len(ss)-keep)] {
		if s.dir != current { // a clock that was set back does not make it an old one
			err = errors.Join(err, b.root.RemoveAll(s.dir))
			removed++
		}
	}
	return removed, err
}

// writeFile writes a file, durable, with the time that it had: some things are decided by it. It gives its SHA-256.
func writeFile(root *os.Root, name string, modified time.Time, content func(w io.Writer) (int64, error)) (sum string, n int64, err error) {
	if err := root.MkdirAll(path.Dir(name), dirMode); err != nil {
		return "", 0, err
	}
	to, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return "", 0, err
	}
	h := sha256.New()
	n, err = content(io.MultiWriter(h, to))
	err = errors.Join(err, to.Sync(), to.Close(), root.Chtimes(name, modified, modified))
	return hex.EncodeToString(h.Sum(nil)), n, err
}

// syncDirs makes all names below a folder durable.
func syncDirs(root *os.Root, dir string) error {
	return fs.WalkDir(root.FS(), dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		return syncDir(root, name)
	})
}

// syncDir makes the names in a folder durable.
func syncDir(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

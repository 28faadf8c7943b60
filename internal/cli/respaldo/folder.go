package respaldo

import (
	"errors"
	"fmt"
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

// backups is a folder of them.
type backups struct {
	dir  string
	root *os.Root
	lock *os.File // nil: for reading only
}

// openBackups opens a folder for reading. It may be a snapshot itself, as restic puts one back.
func openBackups(dir string) (*backups, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of backups %s: %w; name the folder that carpeta respaldo made", dir, err)
	}
	return &backups{dir: dir, root: root}, nil
}

// openOwn makes the folder if it is not there, and keeps other writers out. The kernel takes the lock from a process
// that dies.
func openOwn(dir string) (*backups, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("folder of backups: %w", err)
	}
	b, err := openBackups(dir)
	if err != nil {
		return nil, err
	}
	if b.lock, err = b.root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, fileMode); err == nil {
		err = lockFile(b.lock)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("folder of backups %s: another backup is being written there; wait for its end (%w)", dir, err), b.close())
	}
	return b, nil
}

func (b *backups) close() error {
	if b.lock == nil {
		return b.root.Close()
	}
	return errors.Join(unlockFile(b.lock), b.lock.Close(), b.root.Close())
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

// syncDir makes the names in a folder durable.
func syncDir(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

package respaldo

import (
	"context"
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

	"golang.org/x/time/rate"
)

const (
	current  = "actual"
	fresh    = "nuevo"
	lockName = "candado"

	dirMode  = 0o700
	fileMode = 0o600
)

// backups is a folder of snapshots. It may be a snapshot itself, as restic puts one back.
type backups struct {
	dir  string
	root *os.Root
}

func openBackups(dir string) (backups, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		err = fmt.Errorf("folder of backups %s: %w; name the folder that carpeta respaldo made", dir, err)
	}
	return backups{dir, root}, err
}

// snapshot is a backup that has a list.
type snapshot struct {
	header
	dir   string // in the folder of backups
	id    string
	files []entry
	err   error // why the list cannot be used
}

func (b backups) read(dir string) snapshot {
	s := snapshot{dir: dir, id: dir}
	text, err := b.root.ReadFile(path.Join(dir, listName))
	if s.err = err; err == nil {
		s.header, s.files, s.err = readList(text)
	}
	if !s.Taken.IsZero() {
		s.id = idOf(s.Taken)
	}
	return s
}

func idOf(taken time.Time) string { return taken.UTC().Format("20060102T150405.000Z") }

// all are the snapshots, the oldest first.
func (b backups) all() (ss []snapshot, err error) {
	lists, err := fs.Glob(b.root.FS(), "*/"+listName)
	if _, isOne := b.root.Lstat(listName); isOne == nil {
		lists = []string{listName}
	}
	for _, list := range lists {
		ss = append(ss, b.read(path.Dir(list)))
	}
	slices.SortFunc(ss, func(a, b snapshot) int { return strings.Compare(a.id, b.id) })
	return ss, err
}

// find gives all snapshots, or the one with this id; at least one.
func (b backups) find(id string) ([]snapshot, error) {
	ss, err := b.all()
	switch {
	case err != nil:
		return nil, err
	case len(ss) == 0:
		return nil, fmt.Errorf("%s holds no finished backup: run carpeta respaldo again if it was interrupted, or name another folder", b.dir)
	case id == "":
		return ss, nil
	}
	if ss = slices.DeleteFunc(ss, func(s snapshot) bool { return s.id != id }); len(ss) == 0 {
		return nil, fmt.Errorf("%s has no finished backup %s: carpeta respaldo verificar lists those that there are", b.dir, id)
	}
	return ss, nil
}

// publish makes the new snapshot the current one, and removes all but the newest ones. At each moment one is whole.
func (b backups) publish(keep int) (removed int, err error) {
	if before := b.read(current); errors.Is(before.err, errList) || errors.Is(before.err, fs.ErrNotExist) {
		err = b.root.RemoveAll(current) // it is no backup
	} else {
		err = b.root.Rename(current, before.id)
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

// lock keeps others out that lock this file, until it is closed.
func lock(root *os.Root, name string) (io.Closer, error) {
	f, err := root.OpenFile(name, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return nil, err
	}
	if err := lockFile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
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

const burst = 256 << 10 // bytes that may come at once

// newLimit bounds the bytes of a second; 0: as fast as it goes.
func newLimit(mib int) *rate.Limiter {
	if mib == 0 {
		return rate.NewLimiter(rate.Inf, burst)
	}
	return rate.NewLimiter(rate.Limit(mib<<20), burst)
}

// paced writes within a limit.
type paced struct {
	ctx   context.Context
	limit *rate.Limiter
	to    io.Writer
}

func (p paced) Write(b []byte) (written int, err error) {
	for part := range slices.Chunk(b, burst) {
		if err := p.limit.WaitN(p.ctx, len(part)); err != nil {
			return written, err
		}
		n, err := p.to.Write(part)
		if written += n; err != nil {
			return written, err
		}
	}
	return written, nil
}

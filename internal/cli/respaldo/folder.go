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
	"path/filepath"
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

// snapshot is a backup that has a list.
type snapshot struct {
	header
	root  *os.Root
	files []entry
}

// open opens a snapshot: the newest of a folder of backups, or the folder itself, if that is one.
func open(dir string) (snapshot, error) {
	where := dir
	if _, err := os.Lstat(filepath.Join(dir, listName)); err != nil {
		where = filepath.Join(dir, current)
	}
	root, err := os.OpenRoot(where)
	if err != nil {
		return snapshot{}, fmt.Errorf("folder of backups %s: it holds no finished backup (%w): run carpeta respaldo crear again if it was interrupted, or name the folder that it made", dir, err)
	}
	h, files, err := readSnapshot(root, ".")
	if err != nil {
		err = errors.Join(fmt.Errorf("the backup in %s cannot be used, take another one: %w", where, err), root.Close())
	}
	return snapshot{h, root, files}, err
}

// readSnapshot reads the list of a snapshot. The header is known of a list of another format, too.
func readSnapshot(root *os.Root, dir string) (header, []entry, error) {
	text, err := root.ReadFile(path.Join(dir, listName))
	if err != nil {
		return header{}, nil, err
	}
	return readList(text)
}

func idOf(taken time.Time) string { return taken.UTC().Format("20060102T150405.000Z") }

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

// newLimit bounds the bytes of a second; 0: no bound. A write has at most the 32 KiB of io.Copy.
func newLimit(mib int) *rate.Limiter {
	if mib == 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(mib<<20), 256<<10)
}

// paced writes within a limit.
type paced struct {
	ctx   context.Context
	limit *rate.Limiter
	to    io.Writer
}

func (p paced) Write(b []byte) (int, error) {
	if err := p.limit.WaitN(p.ctx, len(b)); err != nil {
		return 0, err
	}
	return p.to.Write(b)
}

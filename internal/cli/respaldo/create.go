package respaldo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// Config says what is backed up, and where.
type Config struct {
	Dir     string // the data folder
	Into    string // the folder of backups; made if it is not there
	Rate    int    // MiB that are copied in a second at most; 0: as fast as it goes
	Keep    int    // snapshots that stay, this one included
	Program string
	Clock   func() time.Time
}

// Summary is what a backup did, as one line of JSON.
type Summary struct {
	ID    string `json:"respaldo"`
	Files int    `json:"archivos"`
	Bytes int64  `json:"bytes"`
	New   int    `json:"archivosNuevos"` // the others are links to the files of the snapshot before
}

// settled is how old a change must be when a backup begins for a file's time to tell it from a later one.
const settled = 2 * time.Second

// job is one backup under way.
type job struct {
	Config
	root  *os.Root // of the folder of backups
	data  fs.FS    // its folders may be links to other disks
	limit *rate.Limiter
	last  header            // of the snapshot before this one
	sums  map[string]string // in that snapshot, by path
	files []entry
	s     Summary
}

// Create makes a snapshot. The files that it wrote before an error are no backup.
func Create(ctx context.Context, cfg Config) (s Summary, err error) {
	if err := os.MkdirAll(cfg.Into, dirMode); err != nil {
		return s, fmt.Errorf("folder of backups: %w", err)
	}
	root, err := os.OpenRoot(cfg.Into)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	lock, err := root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, fileMode)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if err := file.TryLock(lock); err != nil {
		return s, fmt.Errorf("folder of backups %s: another backup is being written there; wait for its end (%w)", cfg.Into, err)
	}
	j := &job{Config: cfg, root: root, data: os.DirFS(cfg.Dir), limit: newLimit(cfg.Rate), sums: map[string]string{}}
	last, files, _ := readSnapshot(root, current) // without one that can be read, every file is copied
	for _, e := range files {
		j.sums[e.path] = e.sum
	}
	j.last = last
	if err := errors.Join(root.RemoveAll(fresh), root.Mkdir(fresh, dirMode)); err != nil {
		return s, err
	}
	taken, err := j.copy(ctx)
	if err == nil {
		err = j.finish(taken)
	}
	return j.s, err
}

// others are the names in a data folder that are copied at the cut, or made anew by each server.
var others = append([]string{boltstore.FileName, datafolder.Objects, datafolder.AccessFile, datafolder.LastBackup}, datafolder.Frozen...)

// copy copies the folder. Keys, revocations and notes come before the cut, so that the trail in the cut has every
// revocation that they list.
func (j *job) copy(ctx context.Context) (taken time.Time, err error) {
	entries, err := fs.ReadDir(j.data, ".")
	if err != nil {
		return taken, fmt.Errorf("data folder %s: %w", j.Dir, err)
	}
	for _, e := range entries {
		if name := e.Name(); err == nil && !strings.HasPrefix(name, ".") && !slices.Contains(others, name) {
			err = j.tree(ctx, name, name, time.Time{})
		}
	}
	if err != nil {
		return taken, err
	}
	cut, err := j.cut(ctx)
	if err != nil {
		return taken, err
	}
	defer func() { err = errors.Join(err, cut.close()) }()
	if err := j.write(ctx, boltstore.FileName, cut.Taken, cut.writeDB); err != nil {
		return taken, err
	}
	ctx, cancel := cut.watch(ctx)
	defer cancel(nil)
	err = j.content(ctx, cut)
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return cut.Taken, err
}

// content copies the files of citizens, the sealed logs and the archive, from where the server keeps them as they were.
// A file that is erased while its folder is walked lies among the held ones, which are walked afterwards.
func (j *job) content(ctx context.Context, c *cut) error {
	objects, seals := path.Join(datafolder.Objects, diskblob.Current), diskblob.Current
	err := j.tree(ctx, objects, objects, c.Taken)
	if c.held {
		seals = diskblob.Frozen
		err = errors.Join(err, j.tree(ctx, objects, path.Join(datafolder.Objects, diskblob.HeldIn), c.Taken))
	}
	for _, folder := range datafolder.Frozen {
		if err == nil {
			err = j.tree(ctx, path.Join(folder, diskblob.Current), path.Join(folder, seals), time.Time{})
		}
	}
	return err
}

// tree copies a folder with everything in it, or a file. It leaves out files that are not there any more, that the
// snapshot has already, or that are younger than until.
func (j *job) tree(ctx context.Context, as, from string, until time.Time) error {
	return fs.WalkDir(j.data, from, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			err = j.take(ctx, as+strings.TrimPrefix(name, from), name, until)
		}
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
			return nil
		}
		return err
	})
}

// take links a file to that of the snapshot before, or copies it.
func (j *job) take(ctx context.Context, as, from string, until time.Time) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := j.data.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !until.IsZero() && info.ModTime().After(until) {
		return err
	}
	if sum := j.sums[as]; sum != "" && j.link(as, info) {
		j.add(entry{sum, as}, info.Size())
		return nil
	}
	return j.write(ctx, as, info.ModTime(), func(w io.Writer) (int64, error) { return io.Copy(w, f) })
}

// link reports whether the snapshot before has the same file, by size and time, and a link to it could be made.
func (j *job) link(as string, info fs.FileInfo) bool {
	before := path.Join(current, as)
	there, err := j.root.Lstat(before)
	if err != nil || there.Size() != info.Size() || !there.ModTime().Equal(info.ModTime()) || !info.ModTime().Before(j.last.Taken.Add(-settled)) {
		return false
	}
	to := path.Join(fresh, as)
	return j.root.MkdirAll(path.Dir(to), dirMode) == nil && j.root.Link(before, to) == nil
}

// write writes a file of the snapshot.
func (j *job) write(ctx context.Context, as string, modified time.Time, content func(w io.Writer) (int64, error)) error {
	if strings.ContainsAny(as, "\\\n\r") {
		return fmt.Errorf("%q cannot stand in a list, so no backup was made: give it another name", as)
	}
	sum, n, err := writeFile(j.root, path.Join(fresh, as), modified, func(w io.Writer) (int64, error) { return content(paced{ctx, j.limit, w}) })
	if err != nil {
		return fmt.Errorf("%s: %w", as, err)
	}
	j.add(entry{sum, as}, n)
	j.s.New++
	return nil
}

func (j *job) add(e entry, size int64) {
	j.files = append(j.files, e)
	j.s.Files, j.s.Bytes = j.s.Files+1, j.s.Bytes+size
}

// finish makes every name durable, writes the list, and gives the snapshot its place.
func (j *job) finish(taken time.Time) error {
	if err := syncDirs(j.root, fresh); err != nil {
		return err
	}
	list := formatList(header{Format, boltstore.Schema, j.Program, taken}, j.files)
	if err := errors.Join(file.Replace(filepath.Join(j.Into, fresh, listName), list), syncDir(j.root, fresh)); err != nil {
		return err
	}
	j.s.ID = idOf(taken)
	if err := j.publish(); err != nil {
		return fmt.Errorf("the backup %s is whole, and earlier ones could not be moved or removed: %w", j.s.ID, err)
	}
	if err := file.Replace(filepath.Join(j.Dir, datafolder.LastBackup), []byte(j.s.ID+"\n")); err != nil {
		return fmt.Errorf("the backup %s is whole, and the metrics will not know of it: %w", j.s.ID, err)
	}
	return nil
}

// publish makes the new snapshot the current one, gives the one before it its id for a name, and removes the oldest.
func (j *job) publish() error {
	var err error
	if j.last.Taken.IsZero() {
		err = j.root.RemoveAll(current) // it is no backup
	} else {
		err = j.root.Rename(current, idOf(j.last.Taken))
	}
	if err == nil {
		err = j.root.Rename(fresh, current)
	}
	if err = errors.Join(err, syncDir(j.root, ".")); err != nil {
		return err
	}
	earlier, err := fs.Glob(j.root.FS(), "2*/"+listName) // an id is a time: the oldest come first
	for _, list := range earlier[:max(0, len(earlier)+1-j.Keep)] {
		err = errors.Join(err, j.root.RemoveAll(path.Dir(list)))
	}
	return err
}

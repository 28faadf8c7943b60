package respaldo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
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
	Log     *slog.Logger
}

// Summary is what a backup did, as one line of JSON.
type Summary struct {
	ID       string `json:"respaldo"`
	Files    int    `json:"archivos"`
	Bytes    int64  `json:"bytes"`
	New      int    `json:"archivosNuevos"`
	NewBytes int64  `json:"bytesNuevos"`
	Missing  int    `json:"faltan"`    // documents that had no file before
	Removed  int    `json:"retirados"` // earlier backups
	Millis   int64  `json:"duracionMs"`
}

// settled is how old a change must be when a backup begins for a file's time to tell it from a later one.
const settled = 2 * time.Second

// job is one backup under way.
type job struct {
	Config
	backups
	data   fs.FS // its folders may be links to other disks
	limit  *rate.Limiter
	before snapshot
	sums   map[string]string // of the snapshot before, by path
	files  []entry
	s      Summary
}

// Create makes a snapshot. What it wrote before an error is no backup.
func Create(ctx context.Context, cfg Config) (s Summary, err error) {
	start := cfg.Clock()
	if err := os.MkdirAll(cfg.Into, dirMode); err != nil {
		return s, fmt.Errorf("folder of backups: %w", err)
	}
	b, err := openBackups(cfg.Into)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, b.root.Close()) }()
	own, err := lock(b.root, lockName)
	if err != nil {
		return s, fmt.Errorf("folder of backups %s: another backup is being written there; wait for its end (%w)", cfg.Into, err)
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	j := &job{Config: cfg, backups: b, data: os.DirFS(cfg.Dir), limit: newLimit(cfg.Rate), sums: map[string]string{}}
	j.before = b.read(current)
	for _, e := range j.before.files {
		j.sums[e.path] = e.sum
	}
	if err := errors.Join(b.root.RemoveAll(fresh), b.root.Mkdir(fresh, dirMode)); err != nil {
		return s, err
	}
	taken, err := j.copy(ctx)
	if err != nil {
		return s, err
	}
	if err := j.finish(taken); err != nil {
		return s, err
	}
	j.s.Millis = cfg.Clock().Sub(start).Milliseconds()
	return j.s, nil
}

// copy copies the folder. The small files come before the cut: what they say (who is locked out) has then been told
// to the trail that is in it.
func (j *job) copy(ctx context.Context) (taken time.Time, err error) {
	if err := j.smallFiles(ctx); err != nil {
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
	err = j.objects(ctx, cut.held)
	for _, folder := range datafolder.Frozen {
		from := diskblob.Current
		if cut.held {
			from = diskblob.Frozen
		}
		if err == nil {
			err = j.tree(ctx, path.Join(folder, diskblob.Current), path.Join(folder, from))
		}
	}
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	return cut.Taken, err
}

// smallFiles are those directly in the data folder: keys, revocations, and the folder of notes.
func (j *job) smallFiles(ctx context.Context) error {
	entries, err := fs.ReadDir(j.data, ".")
	if err != nil {
		return fmt.Errorf("data folder %s: %w", j.Dir, err)
	}
	others := append([]string{boltstore.FileName, datafolder.Objects, datafolder.AccessFile, datafolder.LastBackup}, datafolder.Frozen...)
	for _, e := range entries {
		if name := e.Name(); !strings.HasPrefix(name, ".") && !slices.Contains(others, name) {
			if err := j.tree(ctx, name, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// objects copies the files of the documents that the copied database has, from where they lie now.
func (j *job) objects(ctx context.Context, held bool) error {
	db, err := boltstore.OpenSnapshot(filepath.Join(j.Into, fresh))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return db.Documentos(func(k documento.Clave, complete bool) error {
		as := path.Join(datafolder.Objects, diskblob.PathOf(k))
		err := j.take(ctx, as, as)
		if held && errors.Is(err, fs.ErrNotExist) { // it was erased since
			err = j.take(ctx, as, path.Join(datafolder.Objects, diskblob.HeldIn, strings.TrimPrefix(diskblob.PathOf(k), diskblob.Current+"/")))
		}
		if complete && errors.Is(err, fs.ErrNotExist) {
			j.s.Missing++
			j.Log.Warn("a document has no file, and had none before: carpeta reconciliacion ejecutar reports it", "ruta", as)
		}
		return unlessGone(err)
	})
}

// tree copies a folder with everything in it, or a file. A name that is not there, or not any more, is left out.
func (j *job) tree(ctx context.Context, as, from string) error {
	return fs.WalkDir(j.data, from, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			err = j.take(ctx, as+strings.TrimPrefix(name, from), name)
		}
		return unlessGone(err)
	})
}

func unlessGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// take links a file to that of the snapshot before, or copies it.
func (j *job) take(ctx context.Context, as, from string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f, err := j.data.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
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
	if err != nil || there.Size() != info.Size() || !there.ModTime().Equal(info.ModTime()) || !info.ModTime().Before(j.before.Taken.Add(-settled)) {
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
	j.s.New, j.s.NewBytes = j.s.New+1, j.s.NewBytes+n
	return nil
}

func (j *job) add(e entry, size int64) {
	j.files = append(j.files, e)
	j.s.Files, j.s.Bytes = j.s.Files+1, j.s.Bytes+size
}

// finish makes every name durable, writes the list, and gives the snapshot its place.
func (j *job) finish(taken time.Time) error {
	err := syncDirs(j.root, fresh)
	if err == nil {
		list := formatList(header{Format, boltstore.Schema, j.Program, taken}, j.files)
		err = file.Replace(filepath.Join(j.Into, fresh, listName), list)
	}
	if err = errors.Join(err, syncDir(j.root, fresh)); err != nil {
		return err
	}
	j.s.ID = idOf(taken)
	if j.s.Removed, err = j.publish(j.Keep); err != nil {
		return fmt.Errorf("the backup %s is whole, and those before it could not be moved or removed: %w", j.s.ID, err)
	}
	if err := file.Replace(filepath.Join(j.Dir, datafolder.LastBackup), []byte(j.s.ID+"\n")); err != nil {
		j.Log.Warn("the metrics will not know of this backup", "error", err)
	}
	return nil
}

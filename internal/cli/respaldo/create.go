package respaldo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	Rate    int    // MiB that are copied in a second at most, with rests; 0: as fast as it goes
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
	b      *backups
	data   fs.FS // its folders may be links to other disks
	pace   *pace
	before snapshot
	sums   map[string]string // of the snapshot before, by path
	alive  func() error      // says why what is read counts no more
	buffer []byte
	files  []entry
	h      header
	s      Summary
}

// Create makes a snapshot. What it wrote before an error is no backup.
func Create(ctx context.Context, cfg Config) (s Summary, err error) {
	start := cfg.Clock()
	b, err := openOwn(cfg.Into)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	j := &job{Config: cfg, b: b, data: os.DirFS(cfg.Dir), alive: always, buffer: make([]byte, step), pace: newPace(cfg.Rate, cfg.Clock), sums: map[string]string{}}
	j.before, _ = b.read(current)
	for _, e := range j.before.files {
		j.sums[e.path] = e.sum
	}
	if err := errors.Join(b.root.RemoveAll(fresh), b.root.Mkdir(fresh, dirMode)); err != nil {
		return s, err
	}
	if err := j.copy(ctx); err != nil {
		return s, err
	}
	if err := j.finish(ctx); err != nil {
		return s, err
	}
	j.s.Millis = cfg.Clock().Sub(start).Milliseconds()
	return j.s, nil
}

// copy copies the folder. The small files come before the cut: what they say (who is locked out) has then been told
// to the trail that is in it.
func (j *job) copy(ctx context.Context) error {
	if err := j.smallFiles(ctx); err != nil {
		return err
	}
	cut, err := j.cut(ctx)
	if err != nil {
		return err
	}
	return errors.Join(j.copyCut(ctx, cut), cut.close())
}

func (j *job) copyCut(ctx context.Context, cut *cut) error {
	j.alive = func() error {
		if err := cut.alive(); err != nil { // not wrapped: an io.EOF would pass for the end of a file
			return errors.New("the server let go of the data before the backup was whole: run it again: " + err.Error())
		}
		return nil
	}
	n, err := j.write(ctx, boltstore.FileName, io.LimitReader(cut.db, cut.Size), cut.Taken)
	if err == nil && n != cut.Size || errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("the server broke off after %d of %d bytes: run the backup again", n, cut.Size)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", boltstore.FileName, err)
	}
	j.h.Taken = cut.Taken
	if err := j.objects(ctx, cut); err != nil {
		return err
	}
	for _, folder := range datafolder.Frozen {
		from := diskblob.Current
		if cut.held {
			from = diskblob.Frozen
		}
		if err := j.tree(ctx, path.Join(folder, diskblob.Current), path.Join(folder, from), j.one); err != nil {
			return err
		}
	}
	return j.alive()
}

// smallFiles are those directly in the data folder: keys, revocations, and the folder of notes.
func (j *job) smallFiles(ctx context.Context) error {
	entries, err := fs.ReadDir(j.data, ".")
	if err != nil {
		return fmt.Errorf("data folder %s: %w", j.Dir, err)
	}
	others := append([]string{boltstore.FileName, datafolder.Objects, datafolder.AccessFile}, datafolder.Frozen...)
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") || strings.HasPrefix(name, datafolder.LastBackup) || slices.Contains(others, name) {
			continue
		}
		if err := j.tree(ctx, name, name, j.anew); err != nil {
			return err
		}
	}
	return nil
}

// objects copies the files of the documents that the copied database has, from where they lie now.
func (j *job) objects(ctx context.Context, cut *cut) error {
	db, err := boltstore.OpenSnapshot(filepath.Join(j.Into, fresh))
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	if j.h.Schema, err = db.Schema(); err != nil {
		return err
	}
	if j.h.Schema > boltstore.Schema { // what else belongs to it, this program does not know
		return fmt.Errorf("the data are of a newer version: the database has schema %d, this program knows up to %d. No backup was made. Back up with the version of carpeta that wrote it, or a newer one",
			j.h.Schema, boltstore.Schema)
	}
	return db.Documentos(func(k documento.Clave, complete bool) error {
		as := path.Join(datafolder.Objects, diskblob.PathOf(k))
		err := j.one(ctx, as, as)
		if cut.held && errors.Is(err, fs.ErrNotExist) { // it was erased since
			err = j.one(ctx, as, path.Join(datafolder.Objects, diskblob.HeldIn, strings.TrimPrefix(diskblob.PathOf(k), diskblob.Current+"/")))
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if complete {
			j.s.Missing++
			j.Log.Warn("a document has no file, and had none before: carpeta reconciliacion ejecutar reports it", "ruta", as)
		}
		return nil
	})
}

// tree copies a folder with everything in it, or a file.
func (j *job) tree(ctx context.Context, as, from string, one func(ctx context.Context, as, from string) error) error {
	return fs.WalkDir(j.data, from, func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) { // nothing was ever there, or it is gone
			return nil
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		if err := one(ctx, as+strings.TrimPrefix(name, from), name); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

// one links a file to that of the snapshot before, or copies it.
func (j *job) one(ctx context.Context, as, from string) error {
	if err := errors.Join(ctx.Err(), j.alive()); err != nil {
		return err
	}
	info, err := fs.Stat(j.data, from)
	if err != nil {
		return err
	}
	if sum := j.sums[as]; sum != "" && j.link(as, info) {
		j.add(entry{sum, as}, info.Size())
		return j.pace.rest(ctx, 0)
	}
	return j.anew(ctx, as, from)
}

// link reports whether the snapshot before has the same file, by size and time, and a link to it could be made.
func (j *job) link(as string, info fs.FileInfo) bool {
	before := path.Join(current, as)
	there, err := j.b.root.Lstat(before)
	if err != nil || there.Size() != info.Size() || !there.ModTime().Equal(info.ModTime()) || !info.ModTime().Before(j.before.Taken.Add(-settled)) {
		return false
	}
	to := path.Join(fresh, as)
	return j.b.root.MkdirAll(path.Dir(to), dirMode) == nil && j.b.root.Link(before, to) == nil
}

func (j *job) anew(ctx context.Context, as, from string) error {
	f, err := j.data.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	_, err = j.write(ctx, as, f, info.ModTime())
	return err
}

// write writes a file of the snapshot, durable, with the time that it had: some things are decided by it.
func (j *job) write(ctx context.Context, as string, content io.Reader, modified time.Time) (n int64, err error) {
	name := path.Join(fresh, as)
	if err := j.b.root.MkdirAll(path.Dir(name), dirMode); err != nil {
		return 0, err
	}
	to, err := j.b.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return 0, err
	}
	h := sha256.New()
	n, err = io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(h, to)}, paced{ctx, j.pace, j.alive, content}, j.buffer)
	err = errors.Join(err, to.Sync())
	forget(to)
	if err = errors.Join(err, to.Close(), j.b.root.Chtimes(name, modified, modified)); err != nil {
		return n, fmt.Errorf("%s: %w", as, err)
	}
	j.add(entry{hex.EncodeToString(h.Sum(nil)), as}, n)
	j.s.New, j.s.NewBytes = j.s.New+1, j.s.NewBytes+n
	return n, nil
}

func (j *job) add(e entry, size int64) {
	j.files = append(j.files, e)
	j.s.Files, j.s.Bytes = j.s.Files+1, j.s.Bytes+size
}

// finish makes every name durable, writes the list, and gives the snapshot its place.
func (j *job) finish(ctx context.Context) error {
	j.h.Format, j.h.Program = Format, j.Program
	list, err := formatList(j.h, j.files)
	if err != nil {
		return fmt.Errorf("the list of the backup would not be one, so no backup was made: %w", err)
	}
	err = fs.WalkDir(j.b.root.FS(), fresh, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		return errors.Join(j.pace.rest(ctx, 0), syncDir(j.b.root, name))
	})
	if err == nil {
		err = file.Replace(filepath.Join(j.Into, fresh, listName), list)
	}
	if err = errors.Join(err, syncDir(j.b.root, fresh)); err != nil {
		return err
	}
	j.s.ID = idOf(j.h.Taken)
	if j.s.Removed, err = j.b.publish(j.Keep); err != nil {
		return fmt.Errorf("the backup %s is whole, and those before it could not be moved or removed: %w", j.s.ID, err)
	}
	if err := file.Replace(filepath.Join(j.Dir, datafolder.LastBackup), []byte(j.s.ID+"\n")); err != nil {
		j.Log.Warn("the metrics will not know of this backup", "error", err)
	}
	return nil
}

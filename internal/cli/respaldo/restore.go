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
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// RestoreConfig says which backup becomes which data folder.
type RestoreConfig struct {
	From     string
	ID       string // "": the newest
	Identity string // file of age's identities, for an encrypted backup of format 1
	DataDir  string // not there, or empty
}

// Restored is what a restore did, as one line of JSON.
type Restored struct {
	ID    string    `json:"respaldo"`
	Taken time.Time `json:"tomado"`
	Files int       `json:"archivos"`
	Bytes int64     `json:"bytes"`
}

// source is a backup of which a data folder is made.
type source struct {
	header
	id    string
	files []sourceFile
}

// sourceFile is a file of it.
type sourceFile struct {
	entry
	modified time.Time
	copy     func(w io.Writer) (int64, error)
}

// Restore makes a data folder of a backup. Every byte is compared before the folder can be used.
func Restore(ctx context.Context, c RestoreConfig) (r Restored, err error) {
	b, err := openBackups(c.From)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	s, err := b.choose(c.ID, c.Identity)
	if err != nil {
		return r, err
	}
	if s.Schema > boltstore.Schema {
		return r, fmt.Errorf("the backup %s has a database of schema %d, this program knows up to %d: restore it with the version that wrote it (%s) or a newer one",
			s.id, s.Schema, boltstore.Schema, s.Program)
	}
	to, err := claim(c.DataDir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	r.ID, r.Taken = s.id, s.Taken
	for _, f := range s.files {
		n, err := to.write(f)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return r, fmt.Errorf("the backup %s cannot be restored: %s: %w. The folder %s is not usable; take another backup with --respaldo ID", s.id, f.path, err, c.DataDir)
		}
		r.Files, r.Bytes = r.Files+1, r.Bytes+n
	}
	return r, to.finish([]string{path.Join(datafolder.Objects, diskblob.Current), path.Join(datafolder.Objects, diskblob.Partial)})
}

// choose gives the backup with this id, or the newest.
func (b *backups) choose(id, identity string) (source, error) {
	ss, err := b.all()
	if err != nil {
		return source{}, err
	}
	ss = slices.DeleteFunc(ss, func(s snapshot) bool { return id != "" && s.id != id })
	if len(ss) == 0 {
		return b.old(id, identity)
	}
	s := ss[len(ss)-1]
	if s.err != nil {
		return source{}, fmt.Errorf("the backup %s is damaged: %w; take another one with --respaldo ID", s.id, s.err)
	}
	from := source{header: s.header, id: s.id}
	for _, e := range s.files {
		name := path.Join(s.dir, e.path)
		info, err := b.root.Lstat(name)
		if err != nil {
			return from, fmt.Errorf("the backup %s is damaged: %w; take another one with --respaldo ID", s.id, err)
		}
		from.files = append(from.files, sourceFile{e, info.ModTime(), func(w io.Writer) (int64, error) {
			f, err := b.root.Open(name)
			if err != nil {
				return 0, err
			}
			defer f.Close()
			return io.Copy(w, f)
		}})
	}
	return from, nil
}

// claimed is a data folder that one restore works on.
type claimed struct {
	root *os.Root
	mark *os.File // locked: of two restores, one would take the mark off what the other has half written
}

// claim takes a folder that is not there, that is empty, or that an interrupted restore left behind.
func claim(dir string) (*claimed, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	c := &claimed{root: root}
	if err := c.take(dir); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// take marks the folder, and empties one that was marked.
func (c *claimed) take(dir string) error {
	entries, err := fs.ReadDir(c.root.FS(), ".")
	if err != nil {
		return err
	}
	begun, how := false, os.O_RDWR
	for _, e := range entries {
		begun = begun || e.Name() == datafolder.Restoring
	}
	if !begun {
		how |= os.O_CREATE | os.O_EXCL
	}
	if !begun && len(entries) > 0 {
		return fmt.Errorf("%s holds data already, and a restore never writes over data: move it away, or name another folder with CARPETA_DATA_DIR", dir)
	}
	if c.mark, err = c.root.OpenFile(datafolder.Restoring, how, fileMode); err == nil {
		err = lockFile(c.mark)
	}
	if err == nil {
		err = c.stillMarked()
	}
	if err != nil {
		return fmt.Errorf("another restore is at work in %s: wait for its end (%w)", dir, err)
	}
	for _, e := range entries {
		if e.Name() != datafolder.Restoring {
			err = errors.Join(err, c.root.RemoveAll(e.Name()))
		}
	}
	return errors.Join(err, syncDir(c.root, "."))
}

// stillMarked: the restore that made the mark may have ended before it was locked here.
func (c *claimed) stillMarked() error {
	locked, err := c.mark.Stat()
	if err != nil {
		return err
	}
	named, err := c.root.Lstat(datafolder.Restoring)
	if err == nil && !os.SameFile(locked, named) {
		err = fs.ErrExist
	}
	return err
}

// finish makes every name durable, and then takes the mark away.
func (c *claimed) finish(needed []string) error {
	for _, dir := range needed {
		if err := c.root.MkdirAll(dir, dirMode); err != nil {
			return err
		}
	}
	err := fs.WalkDir(c.root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		return syncDir(c.root, name)
	})
	if err != nil {
		return err
	}
	return errors.Join(c.root.Remove(datafolder.Restoring), syncDir(c.root, "."))
}

func (c *claimed) close() error {
	if c.mark == nil {
		return c.root.Close()
	}
	return errors.Join(unlockFile(c.mark), c.mark.Close(), c.root.Close())
}

// errChanged: the bytes of a file are not those that were backed up.
var errChanged = errors.New("it is not what it was when it was backed up")

// write writes one file, with the time that it had: some things are decided by it.
func (c *claimed) write(f sourceFile) (int64, error) {
	if err := c.root.MkdirAll(path.Dir(f.path), dirMode); err != nil {
		return 0, err
	}
	to, err := c.root.OpenFile(f.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return 0, err
	}
	h := sha256.New()
	n, err := f.copy(io.MultiWriter(h, to))
	if err == nil && hex.EncodeToString(h.Sum(nil)) != f.sum {
		err = errChanged
	}
	return n, errors.Join(err, to.Sync(), to.Close(), c.root.Chtimes(f.path, f.modified, f.modified))
}

package respaldo

import (
	"context"
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
	From    string
	ID      string // "": the newest
	DataDir string // not there, or empty
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
	s, err := b.choose(c.ID)
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
		sum, n, err := writeFile(to.root, f.path, f.modified, f.copy)
		if err == nil && sum != f.sum {
			err = errChanged
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return r, fmt.Errorf("the backup %s cannot be restored: %s: %w. The folder %s is not usable; take another backup with --respaldo ID", s.id, f.path, err, c.DataDir)
		}
		r.Files, r.Bytes = r.Files+1, r.Bytes+n
	}
	return r, to.finish([]string{path.Join(datafolder.Objects, diskblob.Current), path.Join(datafolder.Objects, diskblob.Partial)})
}

// choose gives the backup with this id, or the newest.
func (b *backups) choose(id string) (source, error) {
	ss, err := b.all()
	if err != nil {
		return source{}, err
	}
	ss = slices.DeleteFunc(ss, func(s snapshot) bool { return id != "" && s.id != id })
	switch {
	case len(ss) == 0 && id == "":
		return source{}, b.none()
	case len(ss) == 0:
		return source{}, b.noBackup(id)
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

// claim takes a data folder that is not there, that is empty, or that an interrupted restore left behind, and marks it.
// The mark is locked: of two restores, one would take it off what the other has half written.
func claim(dir string) (f folder, err error) {
	if err = os.MkdirAll(dir, dirMode); err == nil {
		f, err = openFolder(dir)
	}
	if err != nil {
		return f, fmt.Errorf("data folder: %w", err)
	}
	if err := f.empty(); err != nil {
		return f, errors.Join(err, f.close())
	}
	return f, nil
}

func (f *folder) empty() error {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return err
	}
	isMarker := func(e fs.DirEntry) bool { return e.Name() == datafolder.Restoring }
	if len(entries) > 0 && !slices.ContainsFunc(entries, isMarker) {
		return fmt.Errorf("%s holds data already, and a restore never writes over data: move it away, or name another folder with CARPETA_DATA_DIR", f.dir)
	}
	if err := f.lockBy(datafolder.Restoring); err != nil {
		return fmt.Errorf("another restore is at work in %s: wait for its end (%w)", f.dir, err)
	}
	for _, e := range slices.DeleteFunc(entries, isMarker) {
		err = errors.Join(err, f.root.RemoveAll(e.Name()))
	}
	return errors.Join(err, syncDir(f.root, "."))
}

// finish makes every name durable, and then takes the mark away.
func (f *folder) finish(needed []string) error {
	for _, dir := range needed {
		if err := f.root.MkdirAll(dir, dirMode); err != nil {
			return err
		}
	}
	if err := syncDirs(f.root, "."); err != nil {
		return err
	}
	return errors.Join(f.root.Remove(datafolder.Restoring), syncDir(f.root, "."))
}

// errChanged: the bytes of a file are not those that were backed up.
var errChanged = errors.New("it is not what it was when it was backed up")

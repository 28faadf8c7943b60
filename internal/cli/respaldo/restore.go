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

// Restore makes a data folder of a backup. Every byte is compared before the folder can be used.
func Restore(ctx context.Context, c RestoreConfig) (r Restored, err error) {
	b, err := openBackups(c.From)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, b.root.Close()) }()
	ss, err := b.find(c.ID)
	if err != nil {
		return r, err
	}
	s := ss[len(ss)-1]
	if s.err != nil {
		return r, fmt.Errorf("the backup %s cannot be restored, take another one with --respaldo ID: %w", s.id, s.err)
	}
	to, free, err := claim(c.DataDir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, free()) }()
	r.ID, r.Taken = s.id, s.Taken
	for _, e := range s.files {
		n, err := b.restore(to, s.dir, e)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return r, fmt.Errorf("the backup %s cannot be restored: %s: %w. The folder %s is not usable; take another backup with --respaldo ID", s.id, e.path, err, c.DataDir)
		}
		r.Files, r.Bytes = r.Files+1, r.Bytes+n
	}
	return r, finish(to)
}

func (b backups) restore(to *os.Root, dir string, e entry) (int64, error) {
	f, err := b.root.Open(path.Join(dir, e.path))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	sum, n, err := writeFile(to, e.path, info.ModTime(), func(w io.Writer) (int64, error) { return io.Copy(w, f) })
	if err == nil && sum != e.sum {
		err = errors.New("it is not what it was when it was backed up")
	}
	return n, err
}

// claim takes a data folder that is not there, that is empty, or that an interrupted restore left behind, and marks it.
// The mark is locked until free: of two restores, one would take it off what the other has half written.
func claim(dir string) (to *os.Root, free func() error, err error) {
	if err = os.MkdirAll(dir, dirMode); err == nil {
		to, err = os.OpenRoot(dir)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("data folder: %w", err)
	}
	entries, err := fs.ReadDir(to.FS(), ".")
	isMark := func(e fs.DirEntry) bool { return e.Name() == datafolder.Restoring }
	if len(entries) > 0 && !slices.ContainsFunc(entries, isMark) {
		err = fmt.Errorf("%s holds data already, and a restore never writes over data: move it away, or name another folder with CARPETA_DATA_DIR", dir)
	}
	if err != nil {
		return nil, nil, errors.Join(err, to.Close())
	}
	mark, err := lock(to, datafolder.Restoring)
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("another restore is at work in %s: wait for its end (%w)", dir, err), to.Close())
	}
	free = func() error { return errors.Join(mark.Close(), to.Close()) }
	for _, e := range slices.DeleteFunc(entries, isMark) {
		err = errors.Join(err, to.RemoveAll(e.Name()))
	}
	if err = errors.Join(err, syncDir(to, ".")); err != nil {
		return nil, nil, errors.Join(err, free())
	}
	return to, free, nil
}

// finish makes every name durable, and then takes the mark away.
func finish(to *os.Root) error {
	err := errors.Join(to.MkdirAll(path.Join(datafolder.Objects, diskblob.Current), dirMode), to.MkdirAll(path.Join(datafolder.Objects, diskblob.Partial), dirMode))
	if err == nil {
		err = syncDirs(to, ".")
	}
	if err != nil {
		return err
	}
	return errors.Join(to.Remove(datafolder.Restoring), syncDir(to, "."))
}

package respaldo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// Restored is what a restore did, as one line of JSON.
type Restored struct {
	ID    string    `json:"respaldo"`
	Taken time.Time `json:"tomado"`
	Files int       `json:"archivos"`
	Bytes int64     `json:"bytes"`
}

// unfinished is the database of a restore under way. It gets its name last: without it no server starts there.
const unfinished = boltstore.FileName + ".inacabada"

// Restore makes a data folder of a backup. Every byte is compared before the folder can be used.
func Restore(ctx context.Context, from, dataDir string) (r Restored, err error) {
	s, err := open(from)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.root.Close()) }()
	if err := os.MkdirAll(dataDir, dirMode); err != nil {
		return r, fmt.Errorf("data folder: %w", err)
	}
	if there, err := os.ReadDir(dataDir); err != nil || len(there) > 0 {
		return r, errors.Join(err, fmt.Errorf("%s holds data already, and a restore never writes over data: move it away, or name another folder with CARPETA_DATA_DIR", dataDir))
	}
	to, err := os.OpenRoot(dataDir)
	if err != nil {
		return r, fmt.Errorf("data folder: %w", err)
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	r.ID, r.Taken = idOf(s.Taken), s.Taken
	for _, e := range slices.Backward(s.files) { // content comes before keys: a server refuses content without a database
		n, err := s.restore(to, e)
		if err = errors.Join(err, ctx.Err()); err != nil {
			return r, fmt.Errorf("the backup %s cannot be restored: %s: %w. Remove %s, which is not whole, and take another backup", r.ID, e.path, err, dataDir)
		}
		r.Files, r.Bytes = r.Files+1, r.Bytes+n
	}
	for _, dir := range []string{diskblob.Current, diskblob.Partial} {
		err = errors.Join(err, to.MkdirAll(path.Join(datafolder.Objects, dir), dirMode))
	}
	if err == nil {
		err = syncDirs(to, ".")
	}
	if err == nil {
		err = to.Rename(unfinished, boltstore.FileName)
	}
	return r, errors.Join(err, syncDir(to, "."))
}

func (s snapshot) restore(to *os.Root, e entry) (int64, error) {
	f, err := s.root.Open(e.path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	name := e.path
	if name == boltstore.FileName {
		name = unfinished
	}
	sum, n, err := writeFile(to, name, info.ModTime(), func(w io.Writer) (int64, error) { return io.Copy(w, f) })
	if err == nil && sum != e.sum {
		err = errors.New("it is not what it was when it was backed up")
	}
	return n, err
}

package diskblob

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strconv"
	"sync/atomic"
)

// folder is a folder in which names are durable once they were given.
type folder struct {
	root *os.Root
	turn atomic.Int64 // names the files under way
}

// Close lets the folder go. Use after Close fails with UNAVAILABLE.
func (f *folder) Close() error { return f.root.Close() }

// ensureDir makes a folder if it is not there and makes its name durable: also
// one that another upload made just now and may not have made durable yet.
func (f *folder) ensureDir(dir string) error {
	if err := f.root.Mkdir(dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.syncDir(path.Dir(dir))
}

// syncDir makes the names in a folder survive a power cut. A folder that
// has gone meanwhile has none.
func (f *folder) syncDir(dir string) error {
	d, err := f.root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// newPartial makes an empty file for what is written aside. A name that a killed process left behind is passed over.
func (f *folder) newPartial() (*os.File, string, error) {
	for {
		name := path.Join(dirPartial, strconv.Itoa(os.Getpid())+"-"+strconv.FormatInt(f.turn.Add(1), 10))
		partial, err := f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
		if !errors.Is(err, fs.ErrExist) {
			return partial, name, err
		}
	}
}

package services

import (
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	tempPrefix = "carpeta-servicios-"
	lockName   = ".en-uso"
	// A folder younger than this may belong to a process that has made it and
	// not locked it yet.
	minAge = time.Minute
)

// carpeta is the folder of one service. A temporary one is removed with its
// service, or, when its owner was killed, by the next process that makes one.
type folder struct {
	path string
	lock *os.File // nil: a folder somebody named, which is theirs to remove
}

// openFolder makes the folder: below parent to stay, or a temporary one below temp ("":
// the system's).
func openFolder(parent, temp, name string) (*folder, error) {
	if parent != "" {
		// Absolute: the services run elsewhere.
		path, err := filepath.Abs(filepath.Join(parent, name))
		if err != nil {
			return nil, err
		}
		return &folder{path: path}, os.MkdirAll(path, 0o700)
	}
	sweepOnce()
	path, err := os.MkdirTemp(temp, tempPrefix+name+"-")
	if err != nil {
		return nil, err
	}
	c := &folder{path: path}
	c.lock, err = os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err == nil {
		err = lockFile(c.lock)
	}
	if err != nil {
		_ = os.RemoveAll(path)
		return nil, err
	}
	return c, nil
}

// sub names a folder inside, made when it is not there.
func (c *folder) sub(name string) (string, error) {
	path := filepath.Join(c.path, name)
	return path, os.MkdirAll(path, 0o700)
}

func (c *folder) temporary() bool { return c.lock != nil }

func (c *folder) remove() error {
	if !c.temporary() {
		return nil
	}
	defer c.lock.Close()
	return os.RemoveAll(c.path)
}

// sweepOnce removes what killed processes left behind, once per process.
var sweepOnce = sync.OnceFunc(func() { sweep(os.TempDir(), time.Now().Add(-minAge)) })

func sweep(dir string, before time.Time) {
	old, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*"))
	for _, path := range old {
		if info, err := os.Stat(path); err != nil || info.ModTime().After(before) {
			continue
		}
		f, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR, 0)
		if err != nil {
			continue // not one of ours, or somebody else is sweeping it
		}
		if lockFile(f) == nil {
			_ = os.RemoveAll(path)
		}
		_ = f.Close()
	}
}

package file

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes beside and renames: the old content is gone only once the new one is durable. Its mode is 0600.
func Replace(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".nuevo-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

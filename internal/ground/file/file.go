package file

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace writes beside and renames: the old content is gone only once the new one is durable. Its mode is 0600.
func Replace(path string, content []byte) error { return beside(path, content, os.Rename) }

// Create writes beside and links: fs.ErrExist if the file is there already. Its mode is 0600.
func Create(path string, content []byte) error { return beside(path, content, os.Link) }

func beside(path string, content []byte, place func(from, to string) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".nuevo-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return place(f.Name(), path)
}

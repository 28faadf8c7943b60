package file

import (
	"errors"
	"fmt"
	"io"
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

// Read reads a file of so many bytes at most.
func Read(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s: more than %d bytes", path, most)
	}
	return data, err
}

package respaldo

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// IndexName is the file in a data folder that says what its last backup read. Without it, or with one that
// cannot be read, every file is read again, and still nothing is stored twice.
const IndexName = "respaldo.indice"

// settled is how old a change must be when a backup begins for a file's time to tell it from a later one.
const settled = 2 * time.Second

// index are the files that were read before, by path.
type index map[string]file

// readIndex takes what was stored for the same recipients.
func readIndex(dir, to string) index {
	text, err := os.ReadFile(filepath.Join(dir, IndexName))
	var m manifest
	if err != nil || json.Unmarshal(text, &m) != nil || m.Format != Format || m.To != to {
		return nil
	}
	i := make(index, len(m.Files))
	for _, f := range m.Files {
		if f.valid() == nil && f.Modified.Before(m.Taken.Add(-settled)) {
			i[f.Path] = f
		}
	}
	return i
}

func (i index) same(name string, info fs.FileInfo) (file, bool) {
	f, ok := i[name]
	return f, ok && f.Size == info.Size() && f.Modified.Equal(info.ModTime())
}

// writeIndex: what was read has the state of start or a later one.
func writeIndex(dir string, m manifest, start time.Time) error {
	m.Taken = start
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, IndexName)
	if err := os.WriteFile(name+unfinished, text, fileMode); err != nil {
		return err
	}
	return os.Rename(name+unfinished, name)
}

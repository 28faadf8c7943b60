package respaldo

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// IndexName is the file in a data folder that says what its last backup read. Without it, or with one that
// cannot be read, every file is read again, and still nothing is stored twice. It says nothing of a vault, so backups into
// several of them share it. Those for other recipients have other pieces: their index lies beside it, with a name of its own.
const IndexName = "respaldo.indice"

// maxIndexes is how many of them stay beside the last one.
const maxIndexes = 3

// settled is how old a change must be when a backup begins for a file's time to tell it from a later one.
const settled = 2 * time.Second

// index are the files that were read before, by path.
type index map[string]file

// indexFor is where the index of these recipients lies while backups for others are made.
func indexFor(dir, to string) string {
	return filepath.Join(dir, IndexName+"-"+hexSum([]byte(to))[:16])
}

// readIndex takes what was stored for the same recipients. last are those of the last backup.
func readIndex(dir, to string) (i index, last string) {
	m, known := indexIn(filepath.Join(dir, IndexName))
	if !known {
		m.To = to // there is none to set aside
	}
	if last = m.To; last != to {
		m, known = indexIn(indexFor(dir, to))
	}
	if !known || m.To != to {
		return nil, last
	}
	return indexOf(m), last
}

func indexIn(name string) (m manifest, known bool) {
	text, err := os.ReadFile(name)
	known = err == nil && json.Unmarshal(text, &m) == nil && m.Format == Format
	return m, known
}

func indexOf(m manifest) index {
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

// writeIndex: what was read has the state of start or a later one. The index of the last backup is kept if it was for
// other recipients.
func writeIndex(dir, last string, m manifest, start time.Time) error {
	m.Taken = start
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, IndexName)
	if err := os.WriteFile(name+unfinished, text, fileMode); err != nil {
		return err
	}
	if last != m.To {
		setAside(name, indexFor(dir, last))
	}
	return os.Rename(name+unfinished, name)
}

// setAside keeps an index, and removes the oldest beyond maxIndexes: their recipients may never come again. One that
// could not be kept costs the next backup for them time, and nothing else.
func setAside(name, as string) {
	_ = os.Remove(as)
	_ = os.Link(name, as)
	entries, _ := os.ReadDir(filepath.Dir(name))
	var all []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), IndexName+"-") {
			all = append(all, filepath.Join(filepath.Dir(name), e.Name()))
		}
	}
	slices.SortFunc(all, func(a, b string) int { return written(b).Compare(written(a)) })
	for _, old := range all[min(len(all), maxIndexes):] {
		_ = os.Remove(old)
	}
}

func written(name string) time.Time {
	info, err := os.Stat(name)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

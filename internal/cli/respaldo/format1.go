package respaldo

// This file reads backups of format 1, of carpeta 0.1.0 and of 0.2.0 before its snapshots: pieces that are named by
// their content, encrypted by age or not. It goes with the version after 0.2.0, and filippo.io/age with it.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"filippo.io/age"
)

const (
	oldBackups = "respaldos"
	oldPieces  = "datos"
	oldList    = ".sha256"
)

// manifest is what a backup of format 1 holds.
type manifest struct {
	header
	Files []struct {
		Path     string    `json:"ruta"`
		Sum      string    `json:"sha256"`
		Modified time.Time `json:"modificado"`
		Pieces   []string  `json:"piezas"`
	} `json:"archivos"`
}

// opener gives back what was stored.
type opener func(stored []byte) ([]byte, error)

// old gives a backup of format 1, if there is one: with this id, or the newest.
func (b *backups) old(id, identity string) (source, error) {
	lists, _ := fs.Glob(b.root.FS(), path.Join(oldBackups, "*"+oldList))
	if id == "" && len(lists) > 0 {
		id = strings.TrimSuffix(path.Base(slices.Max(lists)), oldList)
	}
	name := path.Join(oldBackups, id)
	switch {
	case id == "":
		return source{}, b.none()
	case !slices.Contains(lists, name+oldList):
		return source{}, b.noBackup(id)
	}
	m, open, err := b.oldManifest(name, identity)
	if err != nil {
		return source{}, fmt.Errorf("the backup %s: %w", id, err)
	}
	from := source{header: m.header, id: id}
	for _, f := range m.Files {
		e := entry{f.Sum, f.Path}
		if !e.valid() || slices.ContainsFunc(f.Pieces, func(p string) bool { return !isSum.MatchString(p) }) {
			return source{}, fmt.Errorf("the backup %s: %q is no file of a data folder", id, f.Path)
		}
		from.files = append(from.files, sourceFile{e, f.Modified, func(w io.Writer) (n int64, err error) {
			for _, p := range f.Pieces {
				stored, err := b.root.ReadFile(path.Join(oldPieces, p[:2], p))
				if err == nil {
					stored, err = open(stored)
				}
				if err != nil {
					return n, err
				}
				written, err := w.Write(stored)
				if n += int64(written); err != nil {
					return n, err
				}
			}
			return n, nil
		}})
	}
	return from, nil
}

// oldManifest reads the list of files, which the list of pieces names last with its SHA-256.
func (b *backups) oldManifest(name, identity string) (m manifest, open opener, err error) {
	list, err := b.root.ReadFile(name + oldList)
	if err != nil {
		return m, nil, err
	}
	open, suffix := func(stored []byte) ([]byte, error) { return stored, nil }, ".json"
	if bytes.Contains(list, []byte("  "+name+".json.age\n")) {
		suffix = ".json.age"
		if open, err = openWith(identity); err != nil {
			return m, nil, err
		}
	}
	stored, err := b.root.ReadFile(name + suffix)
	if err == nil && !bytes.Contains(list, []byte(hexSum(stored)+"  "+name+suffix+"\n"+lastLine)) {
		err = errList
	}
	if err == nil {
		stored, err = open(stored)
	}
	if err == nil {
		err = json.Unmarshal(stored, &m)
	}
	return m, open, err
}

// openWith decrypts with the identities in a file.
func openWith(file string) (opener, error) {
	if file == "" {
		return nil, errors.New("it is encrypted: add --identidad FILE with the key of age that opens it")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--identidad: %w", err)
	}
	ids, err := age.ParseIdentities(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("--identidad: %s: %w; name the file that age-keygen wrote. If a passphrase protects it, open it first: age --decrypt", file, err)
	}
	return func(stored []byte) ([]byte, error) {
		r, err := age.Decrypt(bytes.NewReader(stored), ids...)
		if err != nil {
			return nil, err
		}
		return io.ReadAll(r)
	}, nil
}

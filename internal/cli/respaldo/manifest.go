package respaldo

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"time"
)

// Format is the newest format of backups that this program writes and reads.
const Format = 1

// Bytes of a piece. A database changes in places all over it, a citizen's file never.
const (
	pieceOfDB   = 256 << 10
	pieceOfFile = 4 << 20
)

// manifest is what a backup holds.
type manifest struct {
	Format  int       `json:"formato"`
	Schema  int       `json:"esquema"` // of the database
	Program string    `json:"programa"`
	Taken   time.Time `json:"tomado"`         // the data are as they were then
	To      string    `json:"para,omitempty"` // fingerprint of the recipients, if it is encrypted
	Files   []file    `json:"archivos"`
}

// file is a file of the data folder.
type file struct {
	Path     string    `json:"ruta"`
	Size     int64     `json:"tamano"`
	Sum      string    `json:"sha256"`
	Modified time.Time `json:"modificado"`
	Pieces   []string  `json:"piezas"`
}

// piecePath is where a piece lies.
func piecePath(name string) string { return path.Join(dirPieces, name[:2], name) }

func (v *vault) noBackup(id string) error {
	return fmt.Errorf("%s has no finished backup %s: carpeta respaldo --verificar lists those that there are", v.dir, id)
}

// manifest reads what a finished backup holds. identity may be empty if it is not encrypted.
func (v *vault) manifest(id, identity string) (m manifest, use opener, err error) {
	es, err := v.list(id)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil, v.noBackup(id)
	}
	if err != nil {
		return m, nil, err
	}
	if len(es) == 0 {
		return m, nil, fmt.Errorf("the backup %s is damaged: %w; take another one with --respaldo ID", id, errList)
	}
	last := es[len(es)-1]
	if use, err = openerOf(id, last.path, identity); err != nil {
		return m, nil, err
	}
	stored, err := v.root.ReadFile(last.path)
	if err == nil && hexSum(stored) != last.sum {
		err = errList
	}
	if err != nil {
		return m, nil, fmt.Errorf("the backup %s is damaged: %s: %w; take another one with --respaldo ID", id, last.path, err)
	}
	text, err := use(stored)
	if err == nil {
		m, err = readManifest(text)
	}
	if err != nil {
		return m, nil, fmt.Errorf("the backup %s: %w", id, err)
	}
	return m, use, nil
}

func openerOf(id, manifest, identity string) (opener, error) {
	switch {
	case path.Ext(manifest) != path.Ext(encrypted):
		return open, nil
	case identity == "":
		return nil, fmt.Errorf("the backup %s is encrypted: add --identidad FILE with the key that opens it", id)
	}
	return openWith(identity)
}

func readManifest(text []byte) (m manifest, err error) {
	var known struct { // first of all: the rest may have another form
		Format int `json:"formato"`
	}
	if err := json.Unmarshal(text, &known); err != nil {
		return m, err
	}
	if known.Format > Format {
		return m, fmt.Errorf("it has format %d, this program knows up to %d: use the newer version of carpeta that wrote it", known.Format, Format)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return m, err
	}
	for _, f := range m.Files {
		if err := f.valid(); err != nil {
			return m, err
		}
	}
	return m, nil
}

// valid refuses paths that leave the data folder, and names that are no pieces.
func (f file) valid() error {
	if !fs.ValidPath(f.Path) || f.Path == "." {
		return fmt.Errorf("%q is no path of a data folder", f.Path)
	}
	for _, p := range f.Pieces {
		if !pieceName.MatchString(p) {
			return fmt.Errorf("%q is no name of a piece", p)
		}
	}
	return nil
}

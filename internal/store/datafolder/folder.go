package datafolder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
)

// What lies in a data folder, beside the database and what other packages name.
const (
	CursorKey = "cursores.key"
	ObjectKey = "objetos.key"
	SealKeys  = "sello.llaves"
	Objects   = "objetos"
	Seals     = "sellos"
	Archive   = "auditoria" // the archived trail
	// LastBackup says by its time when the last backup was made: the command leaves it when everything else is durable.
	LastBackup = "respaldo.indice"
	// Restoring stands there until everything of a restore is there.
	Restoring = "restauracion.inacabada"
	// Moved says that the content lives elsewhere, and since when.
	Moved = "migrada"
)

// Frozen are the folders that a cut freezes.
var Frozen = []string{Seals, Archive}

// Trees are what is frozen in them.
func Trees() (paths []string) {
	for _, folder := range Frozen {
		paths = append(paths, path.Join(folder, diskblob.Current))
	}
	return paths
}

// Usable refuses a folder in which what is written would be lost: a restore into it was interrupted, or it moved.
func Usable(dir string) error { return errors.Join(Whole(dir), stays(dir)) }

// Make is Usable for commands that may be the first to write there.
func Make(dir string) error {
	if err := Usable(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("creating the data folder: %w: name the server's with CARPETA_DATA_DIR", err)
	}
	return nil
}

// Whole refuses a folder in which a restore was interrupted.
func Whole(dir string) error {
	if _, err := os.Lstat(filepath.Join(dir, Restoring)); err == nil {
		return fmt.Errorf("a restore into %s was interrupted, and not everything is there: run carpeta respaldo restaurar again, which begins anew", dir)
	}
	return nil
}

// stays refuses a folder that moved: what a server wrote there nobody would see.
func stays(dir string) error {
	since, err := os.ReadFile(filepath.Join(dir, Moved))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, fmt.Errorf("this data folder moved into the stores of the distributed profile, since %s (carpeta datos migrar): what is written here would be missing there. Nothing was changed. "+
		"Start the server with those stores. To stay here after all, and only if none served there, remove %s; a later migration begins anew, in other tables",
		strings.TrimSpace(string(since)), filepath.Join(dir, Moved)))
}

// Backed is when the last whole backup was made; the zero time says that there was none.
func Backed(dir string) time.Time {
	info, err := os.Stat(filepath.Join(dir, LastBackup))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

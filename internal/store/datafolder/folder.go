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
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
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

// Usable refuses a folder in which new data would be lost: its database is missing, or its content moved.
func Usable(dir string) error { return errors.Join(Whole(dir), stays(dir)) }

// Make is Usable for commands beside a server, which may be the first to write there, and do not open the database.
func Make(dir string) error {
	if err := errors.Join(Usable(dir), boltstore.Check(dir)); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("creating the data folder: %w: name the server's with CARPETA_DATA_DIR", err)
	}
	return nil
}

// Whole refuses content without the database that it belongs to: the database is lost, or a restore was interrupted. A
// new one would show every citizen an empty folder. A first start that was interrupted left no content.
func Whole(dir string) error {
	db := filepath.Join(dir, boltstore.FileName)
	info, err := os.Stat(db)
	if err == nil && info.Size() > 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil // or boltstore says why it cannot be opened
	}
	for _, tree := range append(Trees(), path.Join(Objects, diskblob.Current)) {
		content, err := firstFile(filepath.Join(dir, filepath.FromSlash(tree)))
		if err != nil {
			return fmt.Errorf("%s is missing or empty, and what lies beside it cannot be read: %w", db, err)
		}
		if content != "" {
			return fmt.Errorf("%s is missing or empty, and there is content without it, such as %s. Nothing was changed. Move %s away, and restore the last backup: carpeta respaldo restaurar --de FOLDER. "+
				"If a new installation is meant, moving it away is enough", db, content, dir)
		}
	}
	return nil
}

// firstFile is one of the files below a folder; "" if there is none.
func firstFile(dir string) (found string, err error) {
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			found = name
			return filepath.SkipAll
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return found, err
}

// stays refuses a folder that moved: nobody would see what a server writes there.
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

// leastFree is how much of the disk has to be free: bbolt enlarges its file by 16 MiB at a time, and uploads and sealed
// logs lie beside it.
const leastFree = 32 << 20

// Room says that the disk of a folder is nearly full, if it is.
func Room(dir string) error {
	if free, _, known := Disk(dir); known && free < leastFree {
		return fmt.Errorf("%d MiB are free on the disk of the data folder, fewer than %d: changes will be refused. See the runbook, CarpetaDiscoEscaso", free>>20, leastFree>>20)
	}
	return nil
}

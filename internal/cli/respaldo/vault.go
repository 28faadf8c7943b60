package respaldo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	dirPieces  = "datos"
	dirBackups = "respaldos"
	lockName   = "candado"
	listSuffix = ".sha256"
	plain      = ".json"
	encrypted  = ".json.age"
	unfinished = ".nuevo" // a file that is being written

	dirMode  = 0o700
	fileMode = 0o600
)

// vault is a folder of backups.
type vault struct {
	dir  string
	root *os.Root
	lock *os.File // nil: for reading only
}

// openVault opens a folder of backups for reading.
func openVault(dir string) (*vault, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("folder of backups %s: %w; name the folder that carpeta respaldo --en made", dir, err)
	}
	return &vault{dir: dir, root: root}, nil
}

// openOwnVault makes the folder if it is not there, and keeps other writers out. The kernel takes the lock
// from a process that dies.
func openOwnVault(dir string) (*vault, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("folder of backups: %w", err)
	}
	v, err := openVault(dir)
	if err != nil {
		return nil, err
	}
	for _, d := range []string{dirPieces, dirBackups} {
		err = errors.Join(err, v.makeDir(d))
	}
	if err == nil {
		v.lock, err = v.root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, fileMode)
	}
	if err == nil {
		if locked := lockFile(v.lock); locked != nil {
			err = fmt.Errorf("another backup is being written there; wait for its end (%w)", locked)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("folder of backups %s: %w", dir, err), v.close())
	}
	return v, nil
}

func (v *vault) close() error {
	if v.lock != nil {
		return errors.Join(unlockFile(v.lock), v.lock.Close(), v.root.Close())
	}
	return v.root.Close()
}

func (v *vault) none() error {
	return fmt.Errorf("%s holds no finished backup: run carpeta respaldo --en again if it was interrupted, or name another folder", v.dir)
}

// ids are the backups that have a list, the oldest first, and the number of those that were never finished.
func (v *vault) ids() (ids []string, halves int, err error) {
	files, err := fs.ReadDir(v.root.FS(), dirBackups)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, v.none()
	}
	manifests := 0
	for _, f := range files {
		if id, ok := strings.CutSuffix(f.Name(), listSuffix); ok {
			ids = append(ids, id)
		}
		if strings.HasSuffix(f.Name(), plain) || strings.HasSuffix(f.Name(), encrypted) {
			manifests++
		}
	}
	slices.Sort(ids)
	return ids, max(0, manifests-len(ids)), err
}

// next names a backup: the number says which is newer, whatever the clock does.
func (v *vault) next(taken time.Time) (string, error) {
	ids, _, err := v.ids()
	last := 0
	if len(ids) > 0 {
		number, _, _ := strings.Cut(ids[len(ids)-1], "-")
		last, _ = strconv.Atoi(number) // 0 of a name that is not ours
	}
	return fmt.Sprintf("%06d-%s", last+1, taken.UTC().Format("20060102T150405Z")), err
}

// list is what a backup stored.
func (v *vault) list(id string) ([]entry, error) {
	text, err := v.root.ReadFile(path.Join(dirBackups, id+listSuffix))
	if err != nil {
		return nil, err
	}
	es, err := readList(text)
	if err != nil {
		return nil, fmt.Errorf("the backup %s is damaged: %w; take another one with --respaldo ID", id, err)
	}
	return es, nil
}

// stored are the pieces of all finished backups, with the SHA-256 of their bytes. A list that cannot be
// read counts for nothing here, nor a line without its sum: those pieces are written anew.
func (v *vault) stored() (map[string]string, error) {
	ids, _, err := v.ids()
	all := map[string]string{}
	for _, id := range ids {
		es, err := v.list(id)
		if err != nil {
			continue
		}
		for _, e := range es {
			if e.sum != "" {
				all[e.path] = e.sum
			}
		}
	}
	return all, err
}

func (v *vault) has(name string) bool {
	info, err := v.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// write gives a file its name once its bytes are durable. The name is durable after syncDir.
func (v *vault) write(name string, content []byte) error {
	err := v.writeSoon(name, content)
	if err == nil {
		err = v.settle(name)
	}
	return err
}

// writeSoon writes a file that settle gives its name.
func (v *vault) writeSoon(name string, content []byte) error {
	f, err := v.root.OpenFile(name+unfinished, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(content, step) {
		if err == nil {
			_, err = f.Write(part)
		}
	}
	return errors.Join(err, f.Close())
}

// settle makes a file's bytes durable, and gives it its name.
func (v *vault) settle(name string) error {
	f, err := v.root.OpenFile(name+unfinished, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	err = f.Sync()
	forget(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return v.root.Rename(name+unfinished, name)
}

func (v *vault) makeDir(dir string) error {
	if err := v.root.Mkdir(dir, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return syncDir(v.root, path.Dir(dir))
}

// maxStored is more than a piece takes, encrypted or not.
const maxStored = 2 * pieceOfFile

// read gives a stored piece whole.
func (v *vault) read(name string) ([]byte, error) {
	f, err := v.root.Open(name)
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(f, maxStored+1))
	if err == nil && len(content) > maxStored {
		err = errors.New(name + " is larger than any piece")
	}
	return content, errors.Join(err, f.Close())
}

// syncDir makes the names in a folder durable.
func syncDir(root *os.Root, dir string) error {
	d, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

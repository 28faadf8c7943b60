package respaldo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"
)

// RestoreConfig says which backup becomes which data folder.
type RestoreConfig struct {
	Vault    string
	ID       string   // "": the newest
	Identity string   // file of age's identities, if it is encrypted
	DataDir  string   // not there, or empty
	Schema   int      // the newest of the database that this program knows
	Dirs     []string // that a data folder has, with files in them or not
}

// Restored is what a restore did, as one line of JSON.
type Restored struct {
	ID    string    `json:"respaldo"`
	Taken time.Time `json:"tomado"`
	Files int       `json:"archivos"`
	Bytes int64     `json:"bytes"`
}

// marker stands in a data folder until everything of a restore is there.
const marker = "restauracion.inacabada"

// Whole refuses a data folder in which a restore was interrupted.
func Whole(dataDir string) error {
	if _, err := os.Lstat(path.Join(dataDir, marker)); err == nil {
		return fmt.Errorf("a restore into %s was interrupted, and not everything is there: run carpeta restaurar again, which begins anew", dataDir)
	}
	return nil
}

// Restore makes a data folder of a backup. Every byte is compared before the folder can be used.
func Restore(ctx context.Context, c RestoreConfig) (r Restored, err error) {
	v, err := openVault(c.Vault)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, v.close()) }()
	if r.ID, err = v.choose(c.ID); err != nil {
		return r, err
	}
	m, use, err := v.manifest(r.ID, c.Identity)
	if err != nil {
		return r, err
	}
	if m.Schema > c.Schema {
		return r, fmt.Errorf("the backup %s has a database of schema %d, this program knows up to %d: restore it with the version that wrote it (%s) or a newer one",
			r.ID, m.Schema, c.Schema, m.Program)
	}
	to, err := claim(c.DataDir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, to.close()) }()
	r.Taken = m.Taken
	dirs := map[string]bool{".": true}
	for _, f := range m.Files {
		if err := v.restore(ctx, to.root, f, use, dirs); err != nil {
			return r, fmt.Errorf("the backup %s cannot be restored: %w. The folder %s is not usable; take another backup with --respaldo ID", r.ID, err, c.DataDir)
		}
		r.Files++
		r.Bytes += f.Size
	}
	return r, to.finish(ctx, c.Dirs, dirs)
}

// choose gives the newest finished backup, if none is named.
func (v *vault) choose(id string) (string, error) {
	if id != "" {
		return id, nil
	}
	ids, _, err := v.ids()
	if err == nil && len(ids) == 0 {
		err = v.none()
	}
	if err != nil {
		return "", err
	}
	return ids[len(ids)-1], nil
}

// claimed is a data folder that one restore works on.
type claimed struct {
	root *os.Root
	mark *os.File // locked: of two restores, one would take the mark off what the other has half written
}

// claim takes a folder that is not there, that is empty, or that an interrupted restore left behind.
func claim(dir string) (*claimed, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	c := &claimed{root: root}
	if err := c.take(dir); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, nil
}

// take marks the folder, and empties one that was marked.
func (c *claimed) take(dir string) error {
	entries, err := fs.ReadDir(c.root.FS(), ".")
	if err != nil {
		return err
	}
	begun, how := false, os.O_RDWR
	for _, e := range entries {
		begun = begun || e.Name() == marker
	}
	if !begun {
		how |= os.O_CREATE | os.O_EXCL
	}
	if !begun && len(entries) > 0 {
		return fmt.Errorf("%s holds data already, and a restore never writes over data: move it away, or name another folder with CARPETA_DATA_DIR", dir)
	}
	if c.mark, err = c.root.OpenFile(marker, how, fileMode); err == nil {
		err = lockFile(c.mark)
	}
	if err == nil {
		err = c.stillMarked()
	}
	if err != nil {
		return fmt.Errorf("another restore is at work in %s: wait for its end (%w)", dir, err)
	}
	for _, e := range entries {
		if e.Name() != marker {
			err = errors.Join(err, c.root.RemoveAll(e.Name()))
		}
	}
	return errors.Join(err, syncDir(c.root, "."))
}

// stillMarked: the restore that made the mark may have ended before it was locked here.
func (c *claimed) stillMarked() error {
	locked, err := c.mark.Stat()
	if err != nil {
		return err
	}
	named, err := c.root.Lstat(marker)
	if err == nil && !os.SameFile(locked, named) {
		err = fs.ErrExist
	}
	return err
}

// finish makes every name durable, and then takes the mark away.
func (c *claimed) finish(ctx context.Context, needed []string, dirs map[string]bool) error {
	for _, dir := range needed {
		if err := c.root.MkdirAll(dir, dirMode); err != nil {
			return err
		}
		keep(dirs, dir)
	}
	for dir := range dirs {
		if err := errors.Join(ctx.Err(), syncDir(c.root, dir)); err != nil {
			return err
		}
	}
	return errors.Join(c.root.Remove(marker), syncDir(c.root, "."))
}

func (c *claimed) close() error {
	if c.mark == nil {
		return c.root.Close()
	}
	return errors.Join(unlockFile(c.mark), c.mark.Close(), c.root.Close())
}

// keep notes a folder and those above it: their names have to be made durable.
func keep(dirs map[string]bool, dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		dirs[dir] = true
	}
}

// restore writes one file, with the time that it had: some things are decided by it.
func (v *vault) restore(ctx context.Context, root *os.Root, f file, use opener, dirs map[string]bool) error {
	if err := root.MkdirAll(path.Dir(f.Path), dirMode); err != nil {
		return err
	}
	keep(dirs, path.Dir(f.Path))
	to, err := root.OpenFile(f.Path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	err = v.assemble(ctx, f, use, to)
	if err := errors.Join(err, to.Sync(), to.Close()); err != nil {
		return err
	}
	return root.Chtimes(f.Path, f.Modified, f.Modified)
}

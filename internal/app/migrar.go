package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// migrate moves the data folder of one server into the stores of this configuration.
func (a *App) migrate(ctx context.Context, c config.Migrate, out, errw io.Writer) error {
	target, ok := a.p.store.(migrar.Target)
	if !ok {
		return config.BadArgument("carpeta migrar: the settings are of the embedded profile; give those of the stores that everything goes to, with CARPETA_PROFILE=distributed")
	}
	m := &folderMove{a: a, dir: c.De}
	if err := m.check(); err != nil {
		return err
	}
	warnings, err := m.checkClients(c.OtroEmisor)
	for _, w := range warnings {
		_, _ = fmt.Fprintln(errw, "carpeta migrar: warning:", w)
	}
	if err != nil {
		return err
	}
	locked, err := migrar.Lock(filepath.Join(c.De, objetosFile))
	if err != nil {
		return err
	}
	defer func() { _ = locked.Close() }()
	if err := (toldFolder{c.De, a.clock}).tell(ctx, auditoria.DeMigracion(m.origin())); err != nil {
		return fmt.Errorf("the trail cannot be told, so nothing moves: %w", err)
	}
	if err := a.bootstrapStores(ctx); err != nil {
		return err
	}
	if err := m.open(ctx); err != nil {
		return err
	}
	defer func() { _ = m.close() }()
	r, err := migrar.Run(ctx, migrar.Config{
		Open: m.source, File: m.file, Trees: m.trees(), Target: target, Objects: bucket{a.p.objetos, a.p.inventario},
		Origin: m.origin(), Holder: m.holder(), Stopped: m.stopped, Taken: m.taken, Alive: m.alive, Retention: a.retenciones(),
		Finish: m.finish, Clock: a.clock, Log: a.log, Progress: func(r migrar.Result) { _, _ = fmt.Fprintln(errw, r.Line()) },
	})
	if err != nil {
		return err
	}
	return errors.Join(r.Table(out), m.next(out, r))
}

// bucket is that of files as a migration needs it.
type bucket struct {
	documento.Objetos
	documento.Inventario
}

// folderMove is a data folder that moves, as it was at one moment.
type folderMove struct {
	a   *App
	dir string

	stopped bool   // no server has it
	db      string // the folder whose database is read: the data folder, or one aside
	held    respaldo.Place
	frozen  []respaldo.Place
	taken   time.Time
	alive   func() error
	closers []func() error
	root    *os.Root
}

// check refuses what would be missed later.
func (m *folderMove) check() error {
	if err := respaldo.Whole(m.dir); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(m.dir, boltstore.FileName)); err != nil {
		return fmt.Errorf("there is no database in %s: %w; name the server's data folder with --de", m.dir, err)
	}
	return nil
}

// origin names the folder, by a secret that is in it.
func (m *folderMove) origin() string {
	key, _ := os.ReadFile(filepath.Join(m.dir, objetosFile))
	sum := sha256.Sum256(append([]byte("migracion\n"), key...))
	return hex.EncodeToString(sum[:8])
}

func (m *folderMove) holder() string {
	host, _ := os.Hostname()
	path, err := filepath.Abs(m.dir)
	if err != nil {
		path = m.dir
	}
	return host + ":" + path
}

// open takes hold of the folder. While no server has it, none can start.
func (m *folderMove) open(ctx context.Context) error {
	m.alive = func() error { return nil }
	m.db = filepath.Join(os.TempDir(), "carpeta-migrar-"+m.origin())
	if err := os.RemoveAll(m.db); err != nil { // of a killed run
		return err
	}
	root, err := os.OpenRoot(m.dir)
	if err != nil {
		return err
	}
	m.root = root
	m.closers = append(m.closers, root.Close)
	db, err := boltstore.OpenSnapshot(m.dir)
	if err == nil {
		m.stopped, m.db, m.taken = true, m.dir, m.a.clock()
		m.closers = append(m.closers, db.Close)
		return m.known(db)
	}
	if !errors.Is(err, boltstore.ErrInUse) {
		return err
	}
	return m.ask(ctx)
}

// ask takes the moment from the server that has the folder, and reads it aside.
func (m *folderMove) ask(ctx context.Context) error {
	cut, err := source{m.dir, m.a.clock}.ask(ctx)
	if err != nil {
		return err
	}
	m.closers = append(m.closers, cut.Close)
	m.held, m.frozen, m.taken, m.alive = cut.Held, cut.Frozen, cut.Taken, cut.Alive
	if err := os.Mkdir(m.db, 0o700); err != nil {
		return err
	}
	m.closers = append(m.closers, func() error { return os.RemoveAll(m.db) })
	f, err := os.OpenFile(filepath.Join(m.db, boltstore.FileName), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, cut.DB)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("the database could not be read aside (a folder with more room: TMPDIR): %w", err)
	}
	db, err := boltstore.OpenSnapshot(m.db)
	if err != nil {
		return err
	}
	return errors.Join(m.known(db), db.Close())
}

// known refuses a file of another version: only its own program knows what is where.
func (m *folderMove) known(db *boltstore.Snapshot) error {
	n, err := db.Schema()
	if err == nil && n != boltstore.Schema {
		err = fmt.Errorf("the data folder has schema %d, this program moves %d: start this version's server on it once, which brings it up to date, or use the version that wrote it", n, boltstore.Schema)
	}
	return err
}

func (m *folderMove) close() (err error) {
	for i := len(m.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, m.closers[i]())
	}
	return err
}

func (m *folderMove) source() (migrar.Source, error) { return boltstore.OpenSnapshot(m.db) }

// file opens the file of a document from where it lies now.
func (m *folderMove) file(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
	name := filepath.ToSlash(filepath.Join(carpetaObjetos, diskblob.PathOf(k)))
	o, r, err := diskblob.ReadFile(m.root, name)
	if rest, ok := strings.CutPrefix(name, m.held.Path+"/"); ok && errors.Is(err, fs.ErrNotExist) {
		return diskblob.ReadFile(m.root, filepath.ToSlash(filepath.Join(m.held.Now, rest)))
	}
	return o, r, err
}

// trees are the sealed logs and the archive, as they were at the moment.
func (m *folderMove) trees() []migrar.Tree {
	names := trees()
	for i, name := range names {
		for _, p := range m.frozen {
			if p.Path == name {
				names[i] = p.Now
			}
		}
	}
	dir := func(i int) fs.FS { return os.DirFS(filepath.Join(m.dir, filepath.FromSlash(names[i]))) }
	return []migrar.Tree{{From: dir(0), To: m.a.p.sellos}, {From: dir(1), To: m.a.p.archive}}
}

// finish tells the trail, which goes on in the tables, what the folder still had to tell, and since when the data are
// those of a copy.
func (m *folderMove) finish(ctx context.Context) error {
	if err := m.a.tellNotesOf(ctx, m.dir, func(string) error { return nil }); err != nil {
		return err
	}
	if err := m.revoke(ctx); err != nil {
		return fmt.Errorf("the revocations of tokens could not be moved, without which those would be good again: %w", err)
	}
	if err := (toldStore{m.a.p.store}).tell(ctx, auditoria.DeMigrado(m.origin(), m.taken)); err != nil {
		return err
	}
	return replaceFile(filepath.Join(m.dir, movedFile), []byte(m.taken.UTC().Format(time.RFC3339)+"\n"))
}

// revoke has the new servers refuse the tokens that the old one refused. The trail that moved has told of them.
func (m *folderMove) revoke(ctx context.Context) error {
	var old []auth.Revocation
	now := m.a.clock()
	err := auth.NewRevocationFile(m.dir).Read(ctx, func(r auth.Revocation) error {
		if r.Until.After(now) {
			old = append(old, r)
		}
		return nil
	})
	if err != nil || len(old) == 0 {
		return err
	}
	return denyList(m.a.cfg, m.a.p.store, m.a.clock).Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
		for _, r := range old {
			if i := slices.IndexFunc(all, r.Same); i < 0 {
				all = append(all, r)
			} else if all[i].Before.Before(r.Before) {
				all[i] = r
			}
		}
		return all, nil
	})
}

// movedFile says, in a data folder, that its content lives elsewhere, and since when.
const movedFile = "migrada"

// mayServe refuses a data folder that moved: what a server wrote there nobody would see.
func mayServe(dir string) error {
	since, err := os.ReadFile(filepath.Join(dir, movedFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return errors.Join(err, fmt.Errorf("this data folder moved into the stores of the distributed profile at %s (carpeta migrar): what is written here would be missing there. Nothing was changed. "+
		"Start the server with those stores. To stay here after all, and only if none served there, remove %s", strings.TrimSpace(string(since)), filepath.Join(dir, movedFile)))
}

// next says what is left to do.
func (m *folderMove) next(out io.Writer, r migrar.Result) error {
	text := fmt.Sprintf("\n%.0f documents/s. ", r.Rate())
	if r.Missing > 0 {
		text += fmt.Sprintf("%d documents have no file, and had none before: carpeta reconcile reports them. ", r.Missing)
	}
	if r.Final {
		text += "Everything is there, and compared.\nNext: start carpeta serve with these settings (docs/migrar.md). Keep the data folder until you are content;\n" +
			"its server does not start any more.\n"
	} else {
		text += fmt.Sprintf("This is what the server had at %s; it goes on.\nNext: stop it, and run this command again. It takes what changed since, which is quick.\n", m.taken.Format(time.RFC3339))
	}
	_, err := io.WriteString(out, text)
	return err
}

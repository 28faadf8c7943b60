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
	"github.com/carpeta-ciudadana/servidor/internal/cli/notas"
	"github.com/carpeta-ciudadana/servidor/internal/cli/respaldo"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

// migrate copies the data folder of a stopped server into the stores of this configuration.
func (a *App) migrate(ctx context.Context, c config.Migrate, out, errw io.Writer) (err error) {
	target, ok := a.p.store.(migrar.Target)
	if !ok {
		return config.BadArgument("carpeta datos migrar: the settings are of the embedded profile; give those of the stores that everything goes to, with CARPETA_PROFILE=distributed")
	}
	f, err := openFolder(a, c.De)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.root.Close(), f.db.Close()) }()
	if err := a.bootstrapStores(ctx); err != nil {
		return err
	}
	r, err := migrar.Run(ctx, migrar.Config{
		Source: f.db, File: f.file, Trees: f.trees(), Target: target, Objects: a.p.objetos,
		Origin: f.origin(), Begin: f.begin, Finish: f.finish, Retention: a.retenciones(),
		Clock: a.clock, Progress: func(r migrar.Result) { _, _ = fmt.Fprintln(errw, r.Line()) },
	})
	if err != nil {
		return err
	}
	return errors.Join(r.Table(out), f.next(out, r))
}

// stoppedFolder is a data folder that no server has. None can start while it is open.
type stoppedFolder struct {
	a    *App
	dir  string
	db   *boltstore.Snapshot
	root *os.Root
}

func openFolder(a *App, dir string) (*stoppedFolder, error) {
	if err := respaldo.Whole(dir); err != nil {
		return nil, err
	}
	db, err := boltstore.OpenStopped(dir)
	if errors.Is(err, boltstore.ErrInUse) {
		err = fmt.Errorf("%w: a migration needs the server stopped, and runs once at a time. Nothing was changed", err)
	}
	if err != nil {
		return nil, err
	}
	n, err := db.Schema()
	if err == nil && n != boltstore.Schema {
		err = fmt.Errorf("the data folder has schema %d, this program moves %d: start this version's server on it once, which brings it up to date, or use the version that wrote it", n, boltstore.Schema)
	}
	root, errRoot := os.OpenRoot(dir)
	if err := errors.Join(err, errRoot); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &stoppedFolder{a, dir, db, root}, nil
}

// origin names the folder, by a secret that is in it.
func (f *stoppedFolder) origin() string {
	key, _ := f.root.ReadFile(objetosFile)
	sum := sha256.Sum256(append([]byte("migracion\n"), key...))
	return hex.EncodeToString(sum[:8])
}

func (f *stoppedFolder) file(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
	return diskblob.ReadFile(f.root, filepath.ToSlash(filepath.Join(carpetaObjetos, diskblob.PathOf(k))))
}

func (f *stoppedFolder) trees() (ts []migrar.Tree) {
	for i, name := range trees() {
		to := []onceWritten{f.a.p.sellos, f.a.p.archive}[i]
		ts = append(ts, migrar.Tree{From: os.DirFS(filepath.Join(f.dir, filepath.FromSlash(name))), To: to})
	}
	return ts
}

// begin keeps the old server from starting, and leaves a note for the trail that somebody takes everything.
func (f *stoppedFolder) begin() error {
	if _, err := f.root.Stat(movedFile); err == nil { // by an earlier run
		return nil
	}
	if err := (notas.Folder{Dir: f.dir, Clock: f.a.clock}).Tell(context.Background(), auditoria.DeMigracion(f.origin())); err != nil {
		return fmt.Errorf("the trail cannot be told, so nothing moves: %w", err)
	}
	return file.Replace(filepath.Join(f.dir, movedFile), []byte(f.a.clock().UTC().Format(time.RFC3339)+"\n"))
}

// finish tells the trail, which goes on in the tables, what the folder still had to tell, and that it moved.
func (f *stoppedFolder) finish(ctx context.Context) error {
	if err := f.a.tellNotesOf(ctx, f.dir, func(string) error { return nil }); err != nil {
		return err
	}
	if err := f.revoke(ctx); err != nil {
		return fmt.Errorf("the revocations of tokens could not be moved, without which those would be good again: %w", err)
	}
	return toldStore{f.a.p.store}.Tell(ctx, auditoria.DeMigrado(f.origin(), f.a.clock()))
}

// revoke has the new servers refuse the tokens that the old one refused. The trail that moved has told of them.
func (f *stoppedFolder) revoke(ctx context.Context) error {
	var old []auth.Revocation
	err := auth.NewRevocationFile(f.dir).Read(ctx, func(r auth.Revocation) error {
		if r.Until.After(f.a.clock()) {
			old = append(old, r)
		}
		return nil
	})
	if err != nil || len(old) == 0 {
		return err
	}
	return denyList(f.a.cfg, f.a.p.store, f.a.clock).Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
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
	return errors.Join(err, fmt.Errorf("this data folder moved into the stores of the distributed profile, since %s (carpeta datos migrar): what is written here would be missing there. Nothing was changed. "+
		"Start the server with those stores. To stay here after all, and only if none served there, remove %s; a later migration begins anew, in other tables",
		strings.TrimSpace(string(since)), filepath.Join(dir, movedFile)))
}

// next says what is left to do. The keys of the old server are what its clients hold something by.
func (f *stoppedFolder) next(out io.Writer, r migrar.Result) error {
	text := fmt.Sprintf("\n%.0f documents/s. ", r.Rate())
	if r.Missing > 0 {
		text += fmt.Sprintf("%d documents have no file, and had none before: carpeta reconciliacion ejecutar reports them. ", r.Missing)
	}
	text += "Everything is there, and compared.\nNext: start carpeta serve with these settings, and of the old server's (docs/migrar.md):\n"
	for _, s := range []struct{ setting, file, otherwise, how string }{
		{"CARPETA_CURSOR_KEYS", cursorsFile, "its keys", localCursorKey + ":KEY behind your own; KEY is what this prints: base64 -w0 "},
		{"CARPETA_SELLO_LLAVES", llavesFile, "the file that it named", "a copy of "},
	} {
		if _, err := f.root.Stat(s.file); err == nil {
			text += fmt.Sprintf("  %-20s  %s%s\n", s.setting, s.how, filepath.Join(f.dir, s.file))
		} else {
			text += fmt.Sprintf("  %-20s  %s\n", s.setting, s.otherwise)
		}
	}
	text += fmt.Sprintf("  %-20s  %s: a carpeta belongs to the sub of a token, so it must give each citizen the sub that they had\n", "CARPETA_AUTH_ISSUER", f.a.cfg.AuthIssuer)
	_, err := io.WriteString(out, text+"Keep the data folder until you are content; its server does not start any more.\n")
	return err
}

package migrar

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/blob/diskblob"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/file"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/store/datafolder"
)

// Destination is where everything goes: the stores of a configuration.
type Destination struct {
	Store     any // a Target, and the trail; unless the configuration is of the embedded profile
	Objects   documento.Objetos
	Sealed    []sello.Objects // where the datafolder.Frozen go, in their order
	Bootstrap func(context.Context) error
	Denied    auth.RevocationList
	Household *notas.Household // puts notes of commands into the trail
	Clock     func() time.Time
}

// Move copies the data folder of a stopped server.
func Move(ctx context.Context, dir string, to Destination, out, errw io.Writer) (err error) {
	target, ok := to.Store.(Target)
	if !ok {
		return config.BadArgument("carpeta datos migrar: the settings are of the embedded profile; give those of the stores that everything goes to, with CARPETA_PROFILE=distributed")
	}
	if err := datafolder.Whole(dir); err != nil {
		return err
	}
	db, err := boltstore.OpenStopped(dir)
	if errors.Is(err, boltstore.ErrInUse) {
		err = fmt.Errorf("%w: a migration needs the server stopped, and runs once at a time. Nothing was changed", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if err := to.Bootstrap(ctx); err != nil {
		return err
	}
	var trees []Tree
	for i, name := range datafolder.Trees() {
		trees = append(trees, Tree{From: os.DirFS(filepath.Join(dir, filepath.FromSlash(name))), To: to.Sealed[i]})
	}
	key, _ := root.ReadFile(datafolder.ObjectKey) // a secret of this folder alone
	sum := sha256.Sum256(append([]byte("migracion\n"), key...))
	f := stoppedFolder{to, dir, fmt.Sprintf("%x-%d", sum[:8], db.Version())}
	err = Run(ctx, Config{
		Origin: f.origin, Each: db.Each, Trees: trees, Target: target, Objects: to.Objects,
		File: func(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			return diskblob.ReadFile(root, path.Join(datafolder.Objects, diskblob.PathOf(k)))
		},
		Begin: f.begin, Finish: f.finish, Clock: to.Clock, Out: errw,
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Everything is there, and compared. Next: start carpeta serve with these settings (docs/migrar.md, step 3). Keep %s until you are content; its server does not start any more.\n", dir)
	return err
}

// stoppedFolder is a data folder that no server has. None can start while its database is open.
type stoppedFolder struct {
	to     Destination
	dir    string
	origin string // its secret and the version of its database
}

// begin keeps the old server from starting, and leaves a note for the trail that somebody takes everything.
func (f stoppedFolder) begin() error {
	moved := filepath.Join(f.dir, datafolder.Moved)
	if _, err := os.Stat(moved); err == nil { // by an earlier run
		return nil
	}
	if err := (notas.Folder{Dir: f.dir, Clock: f.to.Clock}).Tell(context.Background(), auditoria.DeMigracion(f.origin)); err != nil {
		return fmt.Errorf("the trail cannot record the migration, so nothing moves: %w", err)
	}
	return file.Replace(moved, []byte(f.to.Clock().UTC().Format(time.RFC3339)+"\n"))
}

// finish puts the notes that are left in the folder into the trail, which goes on in the tables, and the migration itself.
func (f stoppedFolder) finish(ctx context.Context) error {
	if err := f.to.Household.TellNotesOf(ctx, f.dir, func(string) error { return nil }); err != nil {
		return err
	}
	if err := f.revoke(ctx); err != nil {
		return fmt.Errorf("the revocations of tokens could not be moved, without which those would be good again: %w", err)
	}
	return notas.Trail{Anotador: f.to.Household.Trail}.Tell(ctx, auditoria.DeMigrado(f.origin, f.to.Clock()))
}

// revoke has the new servers refuse the tokens that the old one refused. Their events are in the trail that moved.
func (f stoppedFolder) revoke(ctx context.Context) error {
	var old []auth.Revocation
	err := auth.NewRevocationFile(f.dir).Read(ctx, func(r auth.Revocation) error {
		if r.Until.After(f.to.Clock()) {
			old = append(old, r)
		}
		return nil
	})
	if err != nil || len(old) == 0 {
		return err
	}
	return f.to.Denied.Change(ctx, func(all []auth.Revocation) ([]auth.Revocation, error) {
		for _, r := range old {
			all = append(slices.DeleteFunc(all, r.Same), r)
		}
		return all, nil
	})
}

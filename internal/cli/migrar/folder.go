package migrar

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
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
	Store          any // a Target, and the trail; unless the configuration is of the embedded profile
	Objects        Objects
	Sealed         []sello.Objects // where the datafolder.Frozen go, in their order
	Bootstrap      func(context.Context) error
	Denied         auth.RevocationList
	Household      *notas.Household // tells what the folder had still to tell
	Clock          func() time.Time
	Issuer         string // of the new server's tokens
	LocalCursorKey string // the name of the old server's key for cursors
}

// Move copies the data folder of a stopped server.
func Move(ctx context.Context, dir string, to Destination, out, errw io.Writer) (err error) {
	target, ok := to.Store.(Target)
	if !ok {
		return config.BadArgument("carpeta datos migrar: the settings are of the embedded profile; give those of the stores that everything goes to, with CARPETA_PROFILE=distributed")
	}
	f, err := openFolder(dir, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.root.Close(), f.db.Close()) }()
	if err := to.Bootstrap(ctx); err != nil {
		return err
	}
	r, err := Run(ctx, Config{
		Source: f.db, File: f.file, Trees: f.trees(), Target: target, Objects: to.Objects,
		Origin: f.origin(), Begin: f.begin, Finish: f.finish,
		Clock: to.Clock, Progress: func(r Result) { _, _ = fmt.Fprintln(errw, r.Line()) },
	})
	if err != nil {
		return err
	}
	return errors.Join(r.Table(out), f.next(out, r))
}

// stoppedFolder is a data folder that no server has. None can start while it is open.
type stoppedFolder struct {
	to   Destination
	dir  string
	db   *boltstore.Snapshot
	root *os.Root
}

func openFolder(dir string, to Destination) (*stoppedFolder, error) {
	if err := datafolder.Whole(dir); err != nil {
		return nil, err
	}
	db, err := boltstore.OpenStopped(dir)
	if errors.Is(err, boltstore.ErrInUse) {
		err = fmt.Errorf("%w: a migration needs the server stopped, and runs once at a time. Nothing was changed", err)
	}
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &stoppedFolder{to, dir, db, root}, nil
}

// origin names the folder, by a secret that is in it.
func (f *stoppedFolder) origin() string {
	key, _ := f.root.ReadFile(datafolder.ObjectKey)
	sum := sha256.Sum256(append([]byte("migracion\n"), key...))
	return hex.EncodeToString(sum[:8])
}

func (f *stoppedFolder) file(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
	return diskblob.ReadFile(f.root, filepath.ToSlash(filepath.Join(datafolder.Objects, diskblob.PathOf(k))))
}

func (f *stoppedFolder) trees() (ts []Tree) {
	for i, name := range datafolder.Trees() {
		ts = append(ts, Tree{From: os.DirFS(filepath.Join(f.dir, filepath.FromSlash(name))), To: f.to.Sealed[i]})
	}
	return ts
}

// begin keeps the old server from starting, and leaves a note for the trail that somebody takes everything.
func (f *stoppedFolder) begin() error {
	if _, err := f.root.Stat(datafolder.Moved); err == nil { // by an earlier run
		return nil
	}
	if err := (notas.Folder{Dir: f.dir, Clock: f.to.Clock}).Tell(context.Background(), auditoria.DeMigracion(f.origin())); err != nil {
		return fmt.Errorf("the trail cannot be told, so nothing moves: %w", err)
	}
	return file.Replace(filepath.Join(f.dir, datafolder.Moved), []byte(f.to.Clock().UTC().Format(time.RFC3339)+"\n"))
}

// finish tells the trail, which goes on in the tables, what the folder still had to tell, and that it moved.
func (f *stoppedFolder) finish(ctx context.Context) error {
	if err := f.to.Household.TellNotesOf(ctx, f.dir, func(string) error { return nil }); err != nil {
		return err
	}
	if err := f.revoke(ctx); err != nil {
		return fmt.Errorf("the revocations of tokens could not be moved, without which those would be good again: %w", err)
	}
	return notas.Trail{Anotador: f.to.Household.Trail}.Tell(ctx, auditoria.DeMigrado(f.origin(), f.to.Clock()))
}

// revoke has the new servers refuse the tokens that the old one refused. The trail that moved has told of them.
func (f *stoppedFolder) revoke(ctx context.Context) error {
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
			if i := slices.IndexFunc(all, r.Same); i < 0 {
				all = append(all, r)
			} else if all[i].Before.Before(r.Before) {
				all[i] = r
			}
		}
		return all, nil
	})
}

// next says what is left to do. The keys of the old server are what its clients hold something by.
func (f *stoppedFolder) next(out io.Writer, r Result) error {
	text := fmt.Sprintf("\n%.0f documents/s. ", r.Rate())
	if r.Missing > 0 {
		text += fmt.Sprintf("%d documents have no file, and had none before: carpeta reconciliacion ejecutar reports them. ", r.Missing)
	}
	text += "Everything is there, and compared.\nNext: start carpeta serve with these settings, and of the old server's (docs/md):\n"
	for _, s := range []struct{ setting, file, otherwise, how string }{
		{"CARPETA_CURSOR_KEYS", datafolder.CursorKey, "its keys", f.to.LocalCursorKey + ":KEY behind your own; KEY is what this prints: base64 -w0 "},
		{"CARPETA_SELLO_LLAVES", datafolder.SealKeys, "the file that it named", "a copy of "},
	} {
		if _, err := f.root.Stat(s.file); err == nil {
			text += fmt.Sprintf("  %-20s  %s%s\n", s.setting, s.how, filepath.Join(f.dir, s.file))
		} else {
			text += fmt.Sprintf("  %-20s  %s\n", s.setting, s.otherwise)
		}
	}
	text += fmt.Sprintf("  %-20s  %s: a carpeta belongs to the sub of a token, so it must give each citizen the sub that they had\n", "CARPETA_AUTH_ISSUER", f.to.Issuer)
	_, err := io.WriteString(out, text+"Keep the data folder until you are content; its server does not start any more.\n")
	return err
}

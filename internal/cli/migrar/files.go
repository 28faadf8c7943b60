package migrar

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// file sends the file of a document, if it has one. The bucket compares the bytes with their SHA-256.
func (c *copying) file(ctx context.Context, d documento.Documento) error {
	o, content, err := c.File(d.Clave())
	if errors.Is(err, fs.ErrNotExist) {
		if d.Estado == documento.Procesado {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.r.Missing++
		}
		return nil
	}
	if err != nil {
		return fmt.Errorf("file of document %s: %w", d.DocumentoID, err)
	}
	defer func() { _ = content.Close() }()
	o.Nombre = d.StoragePath
	same, err := c.sameFile(ctx, o)
	if same || err != nil {
		return err
	}
	if err := c.Objects.Guardar(ctx, o, content); errors.Is(err, fault.Conflict) {
		_, err = c.sameFile(ctx, o) // an answer was lost
		return err
	} else if err != nil {
		return fmt.Errorf("file of document %s: %w", d.DocumentoID, err)
	}
	c.count(Count{Kind: Files, All: 1, Written: 1}, o.TamanoBytes)
	return nil
}

// sameFile reports whether the bucket has the file; another one in its place is an error.
func (c *copying) sameFile(ctx context.Context, o documento.Objeto) (bool, error) {
	there, err := c.Objects.Describir(ctx, o.Nombre)
	if errors.Is(err, fault.NotFound) {
		return false, nil
	}
	if err == nil && (there.Hash != o.Hash || there.TamanoBytes != o.TamanoBytes) {
		err = fmt.Errorf("the bucket has another file in the place of %s: it is not of this migration; name an empty bucket with CARPETA_S3_BUCKET", o.Nombre)
	}
	if err != nil {
		return false, err
	}
	c.count(Count{Kind: Files, All: 1, Same: 1}, 0)
	return true, nil
}

// Tree is a folder of sealed logs or of the archive, and where it goes.
type Tree struct {
	From fs.FS
	To   sello.Objects
}

// tree copies a folder. Put compares: the same bytes again are no error.
func (c *copying) tree(ctx context.Context, t Tree) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	err := fs.WalkDir(t.From, ".", func(name string, e fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) && name == "." { // nothing was ever there
			return fs.SkipAll
		}
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		g.Go(func() error { return c.object(ctx, t, name) })
		return ctx.Err()
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

func (c *copying) object(ctx context.Context, t Tree, name string) error {
	data, err := fs.ReadFile(t.From, name)
	if err == nil {
		err = c.patiently(ctx, func() error { return t.To.Put(ctx, name, data) })
	}
	if errors.Is(err, fault.Conflict) {
		err = fmt.Errorf("the bucket has another sealed log or archive in this place: name empty buckets with CARPETA_SELLO_BUCKET and CARPETA_AUDITORIA_BUCKET (%w)", err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	c.count(Count{Kind: Sealed, All: 1, Written: 1}, 0)
	return nil
}

package migrar

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// Target are the tables. Failures are *fault.Error.
type Target interface {
	marca.Store
	OperadoresConCarpetas(ctx context.Context) ([]string, error)
	OperadoresConEventos(ctx context.Context) ([]string, error)
	// Copy writes items of a table, reads them back and compares.
	Copy(ctx context.Context, t *records.Table, is []records.Item) error
}

// Config says what is copied, and where.
type Config struct {
	Origin string                                                      // names the source as it is: a server that writes gives it another one
	Each   func(t *records.Table, item func(records.Item) error) error // reads a table of the source
	File   func(k documento.Clave) (documento.Objeto, io.ReadCloser, error)
	Trees  []Tree

	Target  Target
	Objects interface { // the bucket of files
		Describir(ctx context.Context, name string) (documento.Objeto, error)
		Guardar(ctx context.Context, o documento.Objeto, content io.Reader) error
	}
	Begin  func() error                // called before the first item is written
	Finish func(context.Context) error // called after the last one
	Clock  func() time.Time
	Out    io.Writer // gets a line for each table, and now and then for a long one
}

// Tree is a folder of sealed logs or of the archive, and where it goes.
type Tree struct {
	From fs.FS
	To   sello.Objects
}

// The refusals.
var (
	ErrOther = errors.New("the tables hold data that are not of this migration")
	ErrDone  = errors.New("the migration is over: everything was copied")
)

const (
	atOnce   = 8  // lots or objects under way
	lot      = 50 // items of a call
	progress = 2 * time.Second
)

// copying is a run under way.
type copying struct {
	Config
	files, missing atomic.Int64 // files that were sent; documents that should have one, and have none in the source either
}

// Run copies everything, or says why not. Nothing is lost when it is killed: run it again.
func Run(ctx context.Context, cfg Config) error {
	c := &copying{Config: cfg}
	mark, err := c.begin(ctx)
	if err != nil {
		return err
	}
	for _, t := range c.Trees {
		if err := c.tree(ctx, t); err != nil {
			return err
		}
	}
	for _, t := range slices.Backward(rules.Tables) { // a carpeta comes after everything that it shows
		if err := c.table(ctx, t); err != nil {
			return err
		}
	}
	_, _ = fmt.Fprintf(c.Out, "%d files were sent\n", c.files.Load())
	if n := c.missing.Load(); n > 0 {
		_, _ = fmt.Fprintf(c.Out, "%d documents have no file, and had none before: carpeta reconciliacion ejecutar reports them\n", n)
	}
	ctx = context.WithoutCancel(ctx)
	if err := cfg.Finish(ctx); err != nil {
		return err
	}
	_, err = c.mark(ctx, mark, cargo.Done)
	return err
}

// begin marks the tables, or says why they must not be filled.
func (c *copying) begin(ctx context.Context) (marca.Marca, error) {
	const elsewhere = "Nothing was changed. Name new tables (CARPETA_DYNAMODB_TABLE_PREFIX) and empty buckets"
	m, n, err := cargo.ReadNote(ctx, c.Target)
	switch {
	case err != nil:
	case m.Token == 0:
		carpetas, errCarpetas := c.Target.OperadoresConCarpetas(ctx)
		eventos, errEventos := c.Target.OperadoresConEventos(ctx)
		if err = errors.Join(errCarpetas, errEventos); err == nil && len(carpetas)+len(eventos) > 0 {
			err = fmt.Errorf("%w. %s", ErrOther, elsewhere)
		}
	case n.State != cargo.UnderWay:
		err = fmt.Errorf("%w, and again it would write over what was changed since. %s for another one", ErrDone, elsewhere)
	case n.Origin != c.Origin:
		err = fmt.Errorf("%w: they are of another data folder, or its server ran since. %s, and begin anew", ErrOther, elsewhere)
	}
	if err == nil {
		err = c.Begin()
	}
	if err != nil {
		return m, err
	}
	return c.mark(ctx, m, cargo.UnderWay)
}

// mark writes the mark, unless another run did since.
func (c *copying) mark(ctx context.Context, m marca.Marca, state string) (marca.Marca, error) {
	var err error
	m.Nombre = cargo.MarkName
	if m.Datos, err = json.Marshal(cargo.Note{Origin: c.Origin, State: state}); err != nil {
		return m, err
	}
	m, err = c.Target.EscribirMarca(ctx, m)
	if errors.Is(err, fault.Conflict) {
		err = errors.New("another run of this migration began, or an answer of the tables was lost. If no other one is at work, run it again")
	}
	return m, err
}

// table copies all items of a table, some lots at a time.
func (c *copying) table(ctx context.Context, t *records.Table) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	var is []records.Item
	send := func() {
		full := is
		is = nil
		g.Go(func() error { return c.lot(ctx, t, full) })
	}
	read, ended, now := 0, 0, c.Clock()
	printed := now
	err := c.Each(t, func(i records.Item) error {
		read++
		if i, moves := rules.Moved(t, i, now); moves {
			is = append(is, i)
		} else {
			ended++
		}
		if len(is) == lot {
			send()
		}
		if c.Clock().Sub(printed) > progress {
			printed = c.Clock()
			_, _ = fmt.Fprintf(c.Out, "%s: %d so far\n", t.Name, read)
		}
		return ctx.Err()
	})
	if len(is) > 0 {
		send()
	}
	if failed := g.Wait(); failed != nil { // the others were given up with it
		return fmt.Errorf("%s: %w", t.Name, failed)
	}
	if err == nil {
		_, err = fmt.Fprintf(c.Out, "%s: %d, of which %d have expired and stay behind\n", t.Name, read, ended)
	}
	return err
}

// lot copies some items of a table, documents after their files.
func (c *copying) lot(ctx context.Context, t *records.Table, is []records.Item) error {
	if t == rules.Documentos {
		for _, i := range is {
			if err := c.file(ctx, i); err != nil {
				return err
			}
		}
	}
	return c.Target.Copy(ctx, t, is)
}

// file sends the file of a document, if it has one.
func (c *copying) file(ctx context.Context, i records.Item) error {
	d, err := rules.DocumentoDe(i)
	if err != nil {
		return err
	}
	o, content, err := c.File(d.Clave())
	if errors.Is(err, fs.ErrNotExist) {
		if d.Estado == documento.Procesado {
			c.missing.Add(1)
		}
		return nil
	}
	if err == nil {
		defer func() { _ = content.Close() }()
		o.Nombre = d.StoragePath
		err = c.send(ctx, o, content)
	}
	if err != nil {
		return fmt.Errorf("file of document %s: %w", d.DocumentoID, err)
	}
	return nil
}

// send sends a file, unless the bucket has it. The bucket compares the bytes with their SHA-256.
func (c *copying) send(ctx context.Context, o documento.Objeto, content io.Reader) error {
	there, err := c.Objects.Describir(ctx, o.Nombre)
	if errors.Is(err, fault.NotFound) {
		c.files.Add(1)
		return c.Objects.Guardar(ctx, o, content)
	}
	if err == nil && (there.Hash != o.Hash || there.TamanoBytes != o.TamanoBytes) {
		err = fmt.Errorf("the bucket has another file in the place of %s: it is not of this migration; name an empty bucket with CARPETA_S3_BUCKET", o.Nombre)
	}
	return err
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
		g.Go(func() error {
			data, err := fs.ReadFile(t.From, name)
			if err == nil {
				err = t.To.Put(ctx, name, data)
			}
			if errors.Is(err, fault.Conflict) {
				err = fmt.Errorf("the bucket has another sealed log or archive in the place of %s: name empty buckets with CARPETA_SELLO_BUCKET and CARPETA_AUDITORIA_BUCKET (%w)", name, err)
			}
			return err
		})
		return ctx.Err()
	})
	if failed := g.Wait(); failed != nil {
		return failed
	}
	return err
}

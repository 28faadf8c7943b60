package migrar

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// Source is the store of a stopped server. One goroutine reads it.
type Source interface {
	// Version grows with every write.
	Version() int
	// Count is how many items a table has.
	Count(t *records.Table) int
	// Each tells every item of a table.
	Each(t *records.Table, f func(i records.Item) error) error
}

// Target are the tables. Failures are *fault.Error.
type Target interface {
	marca.Store
	OperadoresConCarpetas(ctx context.Context) ([]string, error)
	OperadoresConEventos(ctx context.Context) ([]string, error)
	// Copy writes items of a table, unless they are there as they are, compares what it wrote, and tells how many that were.
	Copy(ctx context.Context, t *records.Table, is []records.Item) (written int, err error)
}

// Objects is the bucket of files.
type Objects interface {
	Describir(ctx context.Context, name string) (documento.Objeto, error)
	Guardar(ctx context.Context, o documento.Objeto, content io.Reader) error
}

// Config says what is copied, and where.
type Config struct {
	Source  Source
	File    func(k documento.Clave) (documento.Objeto, io.ReadCloser, error)
	Trees   []Tree
	Target  Target
	Objects Objects

	Origin string                      // names the server
	Begin  func() error                // called before the first item is written
	Finish func(context.Context) error // called after the last one

	Pauses   []time.Duration // between the tries of a call; nil: usual ones
	Clock    func() time.Time
	Progress func(Result) // called now and then, and at the end
}

// Count is what became of the items of a table.
type Count struct {
	Kind    string // the name of the table
	All     int    // that the source has
	Written int
	Same    int // that were there already
	Ended   int // whose end has come: they stay behind
}

// Result is what a run did.
type Result struct {
	Counts  []Count
	Missing int           // documents that should have a file, and have none in the source either
	Bytes   int64         // of files that were sent
	Took    time.Duration // so far
}

// The kinds of a Count that are no items of the store.
const (
	Files  = "archivos"
	Sealed = "registros sellados"
)

const (
	atOnce = 8  // lots or objects under way
	lot    = 50 // items of a call
	tell   = 2 * time.Second
)

// Run copies everything, or says why not. Nothing is lost when it is killed: run it again.
func Run(ctx context.Context, cfg Config) (Result, error) {
	c := newCopying(cfg)
	if err := c.begin(ctx); err != nil {
		return c.result(), err
	}
	err := c.all(ctx)
	if err == nil {
		err = c.counted()
	}
	if err == nil {
		err = cfg.Finish(context.WithoutCancel(ctx))
	}
	if err == nil {
		err = c.mark(context.WithoutCancel(ctx), cargo.Done)
	}
	cfg.Progress(c.result())
	return c.result(), err
}

// copying is a run under way.
type copying struct {
	Config
	marca marca.Marca // as this run wrote it last

	mu          sync.Mutex
	r           Result
	began, told time.Time
}

func newCopying(cfg Config) *copying {
	if cfg.Pauses == nil {
		cfg.Pauses = usualPauses
	}
	now := cfg.Clock()
	c := &copying{Config: cfg, began: now, told: now}
	for _, t := range tables {
		c.r.Counts = append(c.r.Counts, Count{Kind: t.Name, All: cfg.Source.Count(t)})
	}
	c.r.Counts = append(c.r.Counts, Count{Kind: Files}, Count{Kind: Sealed})
	return c
}

// count adds to what is counted of a kind, and tells of it now and then.
func (c *copying) count(more Count, bytes int64) {
	c.mu.Lock()
	n := &c.r.Counts[slices.IndexFunc(c.r.Counts, func(n Count) bool { return n.Kind == more.Kind })]
	n.All, n.Written, n.Same, n.Ended = n.All+more.All, n.Written+more.Written, n.Same+more.Same, n.Ended+more.Ended
	c.r.Bytes += bytes
	now := c.Clock()
	due := now.Sub(c.told) >= tell
	if due {
		c.told = now
	}
	c.mu.Unlock()
	if due {
		c.Progress(c.result())
	}
}

func (c *copying) result() Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.r
	r.Counts, r.Took = slices.Clone(r.Counts), c.Clock().Sub(c.began)
	return r
}

func (c *copying) all(ctx context.Context) error {
	for _, t := range c.Trees {
		if err := c.tree(ctx, t); err != nil {
			return err
		}
	}
	for _, t := range tables {
		if err := c.table(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// tables are all of the store, in the order in which they move: a carpeta comes after all that it shows.
var tables = func() []*records.Table {
	ts := slices.Clone(rules.Tables)
	slices.Reverse(ts)
	return ts
}()

// table copies all items of a table, some lots at a time.
func (c *copying) table(ctx context.Context, t *records.Table) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	var is []records.Item
	err := c.Source.Each(t, func(i records.Item) error {
		if is = append(is, i); len(is) == lot {
			full := is
			is = nil
			g.Go(func() error { return c.lot(ctx, t, full) })
		}
		return ctx.Err()
	})
	if err == nil && len(is) > 0 {
		g.Go(func() error { return c.lot(ctx, t, is) })
	}
	if failed := g.Wait(); failed != nil { // it is why the rest was given up
		return failed
	}
	return err
}

// lot copies some items of a table, documents after their files.
func (c *copying) lot(ctx context.Context, t *records.Table, all []records.Item) error {
	now := c.Clock()
	var is []records.Item
	for _, i := range all {
		i, moves := rules.Moved(t, i, now)
		if !moves {
			continue
		}
		is = append(is, i)
		if t != rules.Documentos {
			continue
		}
		d, err := rules.DocumentoDe(i)
		if err == nil {
			err = c.file(ctx, d)
		}
		if err != nil {
			return err
		}
	}
	written := 0
	err := c.patiently(ctx, func() (err error) { written, err = c.Target.Copy(ctx, t, is); return err })
	if err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	c.count(Count{Kind: t.Name, Written: written, Same: len(is) - written, Ended: len(all) - len(is)}, 0)
	return nil
}

// counted compares what was read back with what the source has.
func (c *copying) counted() error {
	for _, n := range c.result().Counts {
		if there := n.Written + n.Same; there+n.Ended != n.All {
			return fmt.Errorf("%d %s of %d were compared: run the migration again, and report it if it stays so", there, n.Kind, n.All)
		}
	}
	return nil
}

// usualPauses lie between the tries of a call: new tables grow with what is written, and refuse some of it meanwhile.
var usualPauses = []time.Duration{100 * time.Millisecond, time.Second, 3 * time.Second, 10 * time.Second, 30 * time.Second}

// patiently tries a call again when the tables do not answer.
func (c *copying) patiently(ctx context.Context, call func() error) error {
	err := call()
	for _, pause := range c.Pauses {
		if fault.CodeOf(err) != fault.Unavailable || service.Pause(ctx, pause) != nil {
			break
		}
		err = call()
	}
	return err
}

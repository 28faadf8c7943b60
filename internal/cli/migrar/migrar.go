package migrar

import (
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// Source is the store of a stopped server. One goroutine reads it.
type Source interface {
	// Version grows with every write.
	Version() int
	// Count is how many values of a kind there are.
	Count(k cargo.Kind) int
	// Each tells every value of a kind.
	Each(k cargo.Kind, f func(v any) error) error
}

// Target are the tables. Failures are *fault.Error.
type Target interface {
	marca.Store
	OperadoresConCarpetas(ctx context.Context) ([]string, error)
	OperadoresConEventos(ctx context.Context) ([]string, error)
	// Copy writes values of one kind, unless they are there as they are, compares what it wrote, and tells how many that were.
	Copy(ctx context.Context, vs []any) (written int, err error)
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
	Begin  func() error                // called before the first value is written
	Finish func(context.Context) error // called after the last one

	Retention auditoria.Retenciones
	Pauses    []time.Duration // between the tries of a call; nil: usual ones
	Clock     func() time.Time
	Progress  func(Result) // called now and then, and at the end
}

// Count is what became of the values of a kind.
type Count struct {
	Kind    string
	All     int // that the source has
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

// The kinds of a Count that are no values of the store.
const (
	Files  = "archivos"
	Sealed = "registros sellados"
)

const (
	atOnce = 8  // lots or objects under way
	lot    = 50 // values of a call
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
	for _, k := range cargo.Kinds {
		c.r.Counts = append(c.r.Counts, Count{Kind: string(k), All: cfg.Source.Count(k)})
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
	for _, k := range cargo.Kinds {
		if err := c.kind(ctx, k); err != nil {
			return err
		}
	}
	return nil
}

// kind copies all values of a kind, some lots at a time.
func (c *copying) kind(ctx context.Context, k cargo.Kind) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	var vs []any
	err := c.Source.Each(k, func(v any) error {
		if vs = append(vs, v); len(vs) == lot {
			full := vs
			vs = nil
			g.Go(func() error { return c.lot(ctx, k, full) })
		}
		return ctx.Err()
	})
	if err == nil && len(vs) > 0 {
		g.Go(func() error { return c.lot(ctx, k, vs) })
	}
	if failed := g.Wait(); failed != nil { // it is why the rest was given up
		return failed
	}
	return err
}

// lot copies some values of one kind, documents after their files.
func (c *copying) lot(ctx context.Context, k cargo.Kind, vs []any) error {
	now, all := c.Clock(), len(vs)
	vs = slices.DeleteFunc(vs, func(v any) bool { return cargo.Ended(v, c.Retention, now) })
	if k == cargo.Documentos {
		for _, v := range vs {
			if err := c.file(ctx, v.(documento.Documento)); err != nil {
				return err
			}
		}
	}
	written := 0
	err := c.patiently(ctx, func() (err error) { written, err = c.Target.Copy(ctx, vs); return err })
	if err != nil {
		return fmt.Errorf("%s: %w", k, err)
	}
	c.count(Count{Kind: string(k), Written: written, Same: len(vs) - written, Ended: all - len(vs)}, 0)
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

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
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/marca"
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
	// Put writes values of one kind as they are.
	Put(ctx context.Context, vs []any) error
	// Get reads those of one kind that have the names of these, by name.
	Get(ctx context.Context, vs []any) (map[string]any, error)
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
	Kind     string
	All      int // that the source has
	Written  int
	Same     int // that an earlier run had written
	Compared int // read back, and the same in both
	Ended    int // whose end has come: they stay behind
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
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var telling sync.WaitGroup
	telling.Go(func() { c.tellOften(ctx, cancel) })
	err := c.all(ctx)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	cancel(nil)
	telling.Wait()
	if err == nil {
		err = c.counted()
	}
	if err == nil {
		err = cfg.Finish(context.WithoutCancel(ctx))
	}
	if err == nil {
		err = c.mark(context.WithoutCancel(ctx), cargo.Ready)
	}
	cfg.Progress(c.result())
	return c.result(), err
}

// copying is a run under way.
type copying struct {
	Config
	marca marca.Marca // as this run wrote it last
	again bool        // an earlier run wrote here
	began time.Time

	mu     sync.Mutex
	counts map[string]*Count
	r      Result
}

func newCopying(cfg Config) *copying {
	if cfg.Pauses == nil {
		cfg.Pauses = usualPauses
	}
	c := &copying{Config: cfg, began: cfg.Clock(), counts: map[string]*Count{}}
	for _, kind := range c.kinds() {
		c.counts[kind] = &Count{Kind: kind}
	}
	return c
}

func (*copying) kinds() (names []string) {
	for _, k := range cargo.Kinds {
		names = append(names, string(k))
	}
	return append(names, Files, Sealed)
}

// count changes what is counted of a kind.
func (c *copying) count(kind string, f func(n *Count)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f(c.counts[kind])
}

func (c *copying) result() Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.r
	for _, kind := range c.kinds() {
		r.Counts = append(r.Counts, *c.counts[kind])
	}
	r.Took = c.Clock().Sub(c.began)
	return r
}

// tellOften reports progress, and ends a run whose mark another one took.
func (c *copying) tellOften(ctx context.Context, stop context.CancelCauseFunc) {
	for service.Pause(ctx, tell) == nil {
		c.Progress(c.result())
		if m, _, err := cargo.ReadNote(ctx, c.Target); err == nil && m.Token != c.marca.Token {
			stop(errOvertaken)
		}
	}
}

func (c *copying) all(ctx context.Context) error {
	for _, k := range cargo.Kinds {
		c.count(string(k), func(n *Count) { n.All = c.Source.Count(k) })
	}
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

// lot copies some values of one kind, documents after their files, and reads them back.
func (c *copying) lot(ctx context.Context, k cargo.Kind, vs []any) (err error) {
	all := len(vs)
	vs = c.lasting(vs)
	if k == cargo.Documentos {
		for _, v := range vs {
			if err := c.file(ctx, v.(documento.Documento)); err != nil {
				return err
			}
		}
	}
	pending := vs
	if c.again {
		if pending, err = c.differ(ctx, vs); err != nil {
			return err
		}
	}
	if err := c.patiently(ctx, func() error { return c.Target.Put(ctx, pending) }); err != nil {
		return fmt.Errorf("%s: %w", k, err)
	}
	left, err := c.differ(ctx, pending)
	if left = c.lasting(left); err == nil && len(left) > 0 {
		err = fmt.Errorf("%s %s was written, and what is read is not the same: run the migration again, and report it if it stays so", k, cargo.NameOf(left[0]))
	}
	if err != nil {
		return err
	}
	c.count(string(k), func(n *Count) {
		n.Written, n.Same, n.Compared = n.Written+len(pending), n.Same+len(vs)-len(pending), n.Compared+len(vs)
		n.Ended += all - len(vs)
	})
	return nil
}

// lasting are the values whose end has not come.
func (c *copying) lasting(vs []any) []any {
	now := c.Clock()
	return slices.DeleteFunc(slices.Clone(vs), func(v any) bool { return cargo.Ended(v, c.Retention, now) })
}

// differ are the values that the tables do not have as they are.
func (c *copying) differ(ctx context.Context, vs []any) (left []any, err error) {
	if len(vs) == 0 {
		return nil, nil
	}
	var there map[string]any
	err = c.patiently(ctx, func() error { there, err = c.Target.Get(ctx, vs); return err })
	for _, v := range vs {
		if err == nil && !cargo.Same(v, there[cargo.NameOf(v)]) {
			left = append(left, v)
		}
	}
	return left, err
}

// counted compares what was read back with what the source has.
func (c *copying) counted() error {
	for _, n := range c.result().Counts {
		if n.Compared+n.Ended != n.All {
			return fmt.Errorf("%d %s of %d were compared: run the migration again, and report it if it stays so", n.Compared, n.Kind, n.All)
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

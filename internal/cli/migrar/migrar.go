package migrar

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// Source is a store at one moment. One goroutine reads it.
type Source interface {
	// Count is how many values of a kind there are.
	Count(k cargo.Kind) int
	// Each tells every value of a kind.
	Each(k cargo.Kind, f func(v any) error) error
	// Carpetas tells every carpeta; of documents without one, their carpetaId alone.
	Carpetas(f func(c carpeta.Carpeta) error) error
	// DocumentosDe tells the documents of a carpeta, by documentoId.
	DocumentosDe(carpetaID string, f func(documento.Documento) error) error
	// Close ends it.
	Close() error
}

// Target are the tables. Failures are *fault.Error.
type Target interface {
	reconciliacion.Marcas
	OperadoresConCarpetas(ctx context.Context) ([]string, error)
	OperadoresConEventos(ctx context.Context) ([]string, error)
	DocumentosDeCarpeta(ctx context.Context, t documento.Tramo) (documento.PaginaDocumentos, error)
	// Put writes values of one kind as they are.
	Put(ctx context.Context, vs []any) error
	// Get reads those of one kind that have the names of these, by name.
	Get(ctx context.Context, vs []any) (map[string]any, error)
	// Remove takes one away; one that is not there is no error.
	Remove(ctx context.Context, v any) error
}

// Objects is the bucket of files.
type Objects interface {
	documento.Inventario
	Describir(ctx context.Context, name string) (documento.Objeto, error)
	Guardar(ctx context.Context, o documento.Objeto, content io.Reader) error
	Borrar(ctx context.Context, name string) (int, error)
}

// Tree is a folder of objects that are written once, and where they go.
type Tree struct {
	From fs.FS
	To   sello.Objects
}

// Config says what moves, and where.
type Config struct {
	Open    func() (Source, error) // the source's moment, once more
	File    func(k documento.Clave) (documento.Objeto, io.ReadCloser, error)
	Trees   []Tree
	Target  Target
	Objects Objects

	Origin  string // names the source
	Holder  string // names this machine and folder, of which one run is at a time
	Stopped bool   // nobody writes in the source any more: this run is the last one
	Taken   time.Time
	Alive   func() error                // says why the moment holds no more, if so
	Finish  func(context.Context) error // the last thing of a last run

	Retention auditoria.Retenciones
	Pauses    []time.Duration // between the tries of a call; nil: usual ones
	Clock     func() time.Time
	Log       *slog.Logger
	Progress  func(Result) // called now and then, and at the end
}

// Count is what became of the values of a kind.
type Count struct {
	Kind     string
	All      int // that the source has
	Written  int
	Same     int // that were there already
	Removed  int // that the source has no more
	Compared int // read back, and the same in both
	Ended    int // whose end has come: they stay behind
}

// Result is what a run did.
type Result struct {
	Counts  []Count
	Missing int           // documents that should have a file, and have none in the source either
	Bytes   int64         // of files that were sent
	Took    time.Duration // so far
	Final   bool          // the tables may be served
}

// The kinds of a Count that are no values of the store.
const (
	Files  = "archivos"
	Sealed = "registros sellados"
)

const (
	atOnce = 8  // carpetas, files, or calls
	lot    = 50 // values of a call
	tell   = 2 * time.Second
)

// Run moves everything, or says why not. Nothing is lost when it is killed: run it again.
func Run(ctx context.Context, cfg Config) (Result, error) {
	m := newMove(cfg)
	mark, err := begin(ctx, cfg)
	if err != nil {
		return m.result(), err
	}
	m.again = mark.again
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var beats sync.WaitGroup
	beats.Go(func() { mark.beat(ctx, cancel) })
	beats.Go(func() { m.tellOften(ctx) })
	err = m.all(ctx)
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	cancel(nil)
	beats.Wait()
	if err == nil {
		err = cfg.Alive()
	}
	if err == nil && cfg.Stopped && cfg.Finish != nil {
		err = cfg.Finish(context.WithoutCancel(ctx))
	}
	if err == nil {
		err = mark.end(context.WithoutCancel(ctx), cfg.Stopped)
	}
	r := m.result()
	r.Final = err == nil && cfg.Stopped
	cfg.Progress(r)
	return r, err
}

// move is a run under way.
type move struct {
	Config
	again   bool          // an earlier run wrote here: what is there may be the same, or be gone from the source
	sending chan struct{} // of files, all carpetas together
	began   time.Time

	mu     sync.Mutex
	counts map[string]*Count
	r      Result
}

func newMove(cfg Config) *move {
	m := &move{Config: cfg, began: cfg.Clock(), sending: make(chan struct{}, atOnce), counts: map[string]*Count{}}
	if cfg.Pauses == nil {
		cfg.Pauses = usualPauses
	}
	m.Target = newPatient(cfg.Target, cfg.Pauses)
	for _, k := range cargo.Kinds {
		m.counts[string(k)] = &Count{Kind: string(k)}
	}
	m.counts[Files], m.counts[Sealed] = &Count{Kind: Files}, &Count{Kind: Sealed}
	return m
}

// count changes what is counted of a kind.
func (m *move) count(kind string, f func(c *Count)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(m.counts[kind])
}

func (m *move) result() Result {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.r
	for _, k := range cargo.Kinds {
		r.Counts = append(r.Counts, *m.counts[string(k)])
	}
	r.Counts = append(r.Counts, *m.counts[Files], *m.counts[Sealed])
	r.Took = m.Clock().Sub(m.began)
	return r
}

func (m *move) tellOften(ctx context.Context) {
	for service.Pause(ctx, tell) == nil {
		m.Progress(m.result())
	}
}

// all moves what no carpeta shows first, then one carpeta after the other.
func (m *move) all(ctx context.Context) error {
	src, err := m.Open()
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	for _, k := range cargo.Kinds {
		m.count(string(k), func(c *Count) { c.All = src.Count(k) })
	}
	for _, t := range m.Trees {
		if err := m.tree(ctx, t); err != nil {
			return err
		}
	}
	for _, k := range cargo.Kinds {
		if k == cargo.Documentos || k == cargo.Carpetas {
			continue
		}
		if err := m.kind(ctx, src, k); err != nil {
			return err
		}
	}
	return m.carpetas(ctx, src)
}

// kind moves all values of a kind, some lots at a time.
func (m *move) kind(ctx context.Context, src Source, k cargo.Kind) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(atOnce)
	var vs []any
	err := src.Each(k, func(v any) error {
		if vs = append(vs, v); len(vs) == lot {
			full := vs
			vs = nil
			g.Go(func() error { return m.lot(ctx, full) })
		}
		return ctx.Err()
	})
	if err == nil && len(vs) > 0 {
		g.Go(func() error { return m.lot(ctx, vs) })
	}
	return errors.Join(g.Wait(), err)
}

// lot moves some values of one kind, and reads them back.
func (m *move) lot(ctx context.Context, vs []any) error {
	kind := string(cargo.KindOf(vs[0]))
	all := len(vs)
	vs = m.lasting(vs)
	pending := vs
	if m.again {
		differ, err := m.differ(ctx, vs)
		if err != nil {
			return err
		}
		pending = differ
	}
	if err := m.Target.Put(ctx, pending); err != nil {
		return fmt.Errorf("%s: %w", kind, err)
	}
	left, err := m.differ(ctx, pending)
	if left = m.lasting(left); err == nil && len(left) > 0 {
		err = fmt.Errorf("%s %s was written, and what is read is not the same: run the migration again, and report it if it stays so", kind, cargo.NameOf(left[0]))
	}
	if err != nil {
		return err
	}
	m.count(kind, func(c *Count) {
		c.Written, c.Same, c.Compared = c.Written+len(pending), c.Same+len(vs)-len(pending), c.Compared+len(vs)
		c.Ended += all - len(vs)
	})
	return nil
}

// lasting are the values whose end has not come.
func (m *move) lasting(vs []any) []any {
	now := m.Clock()
	return slices.DeleteFunc(slices.Clone(vs), func(v any) bool { return cargo.Ended(v, m.Retention, now) })
}

// differ are the values that the tables do not have as they are.
func (m *move) differ(ctx context.Context, vs []any) (left []any, err error) {
	there, err := m.Target.Get(ctx, vs)
	if err != nil {
		return nil, err
	}
	for _, v := range vs {
		same, err := equal(v, there[cargo.NameOf(v)])
		if err != nil {
			return nil, err
		}
		if !same {
			left = append(left, v)
		}
	}
	return left, nil
}

func equal(v, there any) (bool, error) {
	if there == nil {
		return false, nil
	}
	a, errA := cargo.Digest(v)
	b, errB := cargo.Digest(there)
	return a == b, errors.Join(errA, errB)
}

// chain is the hash of a carpeta: of the digests of its documents, in their order.
type chain struct {
	sum [sha256.Size]byte
	n   int
}

func (c *chain) add(d documento.Documento) error {
	one, err := cargo.Digest(d)
	c.sum = sha256.Sum256(append(c.sum[:], one[:]...))
	c.n++
	return err
}

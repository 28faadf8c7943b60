package migrar_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// house is a source of carpetas and documents.
type house struct {
	carpetas   []carpeta.Carpeta
	documentos []documento.Documento
}

func (o house) Count(cargo.Kind) int                         { return 0 }
func (o house) Each(cargo.Kind, func(any) error) error       { return nil }
func (o house) Carpetas(f func(carpeta.Carpeta) error) error { return eachOf(o.carpetas, f) }
func (o house) Close() error                                 { return nil }
func (o house) DocumentosDe(carpetaID string, f func(documento.Documento) error) error {
	for _, d := range o.documentos {
		if d.CarpetaID != carpetaID {
			continue
		}
		if err := f(d); err != nil {
			return err
		}
	}
	return nil
}

// carpetas makes so many of so many documents each.
func carpetas(n, each int) (o house) {
	for i := range n {
		c := carpeta.Carpeta{CarpetaID: fmt.Sprintf("c%03d", i), CiudadanoID: fmt.Sprint("ana", i), OperadorID: "op"}
		o.carpetas = append(o.carpetas, c)
		for j := range each {
			f := documento.Fila{CarpetaID: c.CarpetaID, DocumentoID: fmt.Sprintf("d%03d", j), Estado: documento.Procesado}
			o.documentos = append(o.documentos, documento.Documento{Fila: f, StoragePath: c.CarpetaID + "/" + f.DocumentoID})
		}
	}
	return o
}

func eachOf[T any](all []T, f func(T) error) error {
	for _, one := range all {
		if err := f(one); err != nil {
			return err
		}
	}
	return nil
}

// tables keep what is put.
type tables struct {
	migrar.Target
	mu     sync.Mutex
	mark   reconciliacion.Marca
	values map[string]any
	puts   map[cargo.Kind]int
}

func newTables() *tables { return &tables{values: map[string]any{}, puts: map[cargo.Kind]int{}} }

func (t *tables) LeerMarca(context.Context, string) (reconciliacion.Marca, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mark, nil
}

func (t *tables) EscribirMarca(_ context.Context, m reconciliacion.Marca) (reconciliacion.Marca, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	m.Token++
	t.mark = m
	return m, nil
}

func (t *tables) OperadoresConCarpetas(context.Context) ([]string, error) { return nil, nil }
func (t *tables) OperadoresConEventos(context.Context) ([]string, error)  { return nil, nil }

func (t *tables) Put(_ context.Context, vs []any) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(vs) > 0 {
		t.puts[cargo.KindOf(vs[0])]++
	}
	for _, v := range vs {
		t.values[string(cargo.KindOf(v))+cargo.NameOf(v)] = v
	}
	return nil
}

func (t *tables) Get(_ context.Context, vs []any) (map[string]any, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	there := map[string]any{}
	for _, v := range vs {
		there[cargo.NameOf(v)] = t.values[string(cargo.KindOf(v))+cargo.NameOf(v)]
	}
	return there, nil
}

func (t *tables) DocumentosDeCarpeta(_ context.Context, of documento.Tramo) (p documento.PaginaDocumentos, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(t.values)) {
		if d, ok := t.values[name].(documento.Documento); ok && d.CarpetaID == of.CarpetaID {
			p.Documentos = append(p.Documentos, d)
		}
	}
	return p, nil
}

// bucket takes files.
type bucket struct {
	migrar.Objects
	save func(documento.Objeto) error
}

func (b bucket) Guardar(_ context.Context, o documento.Objeto, _ io.Reader) error {
	return b.save(o)
}

func run(t *testing.T, o house, to migrar.Target, save func(documento.Objeto) error) (migrar.Result, error) {
	t.Helper()
	return migrar.Run(t.Context(), migrar.Config{
		Open: func() (migrar.Source, error) { return o, nil },
		File: func(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			if k.DocumentoID == "d001" {
				return documento.Objeto{}, nil, fs.ErrNotExist
			}
			return documento.Objeto{TamanoBytes: 1}, io.NopCloser(bytes.NewReader([]byte("x"))), nil
		},
		Target: to, Objects: bucket{save: save}, Origin: "o", Holder: "h", Stopped: true, Alive: func() error { return nil },
		Retention: auditoria.Retenciones{}, Clock: time.Now, Log: slog.New(slog.DiscardHandler), Progress: func(migrar.Result) {},
	})
}

// TestFilesOfOneCarpetaGoTogether: whoever has one large carpeta does not wait for its files one after the other.
func TestFilesOfOneCarpetaGoTogether(t *testing.T) {
	const together = 4
	var mu sync.Mutex
	var under int
	all := make(chan struct{})
	r, err := run(t, carpetas(1, 40), newTables(), func(documento.Objeto) error {
		mu.Lock()
		if under++; under == together {
			close(all)
		}
		mu.Unlock()
		select {
		case <-all:
			return nil
		case <-time.After(time.Minute):
			return errors.New("no other file is on its way")
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Missing != 1 || r.Bytes != 39 || !r.Final {
		t.Errorf("%+v", r)
	}
}

// A file that fails is why the run ends, not the others that were given up with it; and nothing of the carpeta is seen.
func TestAFileThatFailsIsNamed(t *testing.T) {
	to := newTables()
	broken := errors.New("the disk is broken")
	_, err := run(t, carpetas(1, 200), to, func(o documento.Objeto) error {
		if o.Nombre == "c000/d150" {
			return broken
		}
		return nil
	})
	if !errors.Is(err, broken) || errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
	if len(to.values) > 0 {
		t.Errorf("%d values were written", len(to.values))
	}
}

// TestCarpetasAreShownInLots: many small carpetas cost no calls of their own, each after its documents.
func TestCarpetasAreShownInLots(t *testing.T) {
	to := newTables()
	r, err := run(t, carpetas(120, 2), to, func(documento.Objeto) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if n := to.puts[cargo.Carpetas]; n != 3 {
		t.Errorf("%d calls for 120 carpetas, want 3", n)
	}
	if len(to.values) != 120+240 || !r.Final {
		t.Errorf("%d values, %+v", len(to.values), r)
	}
}

// TestReadingBackWaitsForNoOtherCarpeta: a carpeta that is written is read back while others wait for their turn to be
// written. If it waited behind them, all would be read at the same time, and nothing be written meanwhile.
func TestReadingBackWaitsForNoOtherCarpeta(t *testing.T) {
	to := &onlyAfterFirst{tables: newTables(), begun: make(chan struct{}), read: make(chan struct{}), others: make(chan struct{}, 1000)}
	o := carpetas(20, 400)
	o.documentos = o.documentos[360:] // a call writes what is left of the first one
	if _, err := run(t, o, to, func(documento.Objeto) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// onlyAfterFirst are tables that write no other carpeta until the first one was read back.
type onlyAfterFirst struct {
	*tables
	once        sync.Once
	begun, read chan struct{} // the first carpeta is being written, and was read back
	others      chan struct{} // calls that wait for it
}

// otherCalls are those that write others beside the call for the first carpeta: all turns but its own.
const otherCalls = migrar.InFlight - 1

func (t *onlyAfterFirst) Put(ctx context.Context, vs []any) error {
	d, ok := vs[0].(documento.Documento)
	switch {
	case !ok:
	case d.CarpetaID == "c000":
		close(t.begun)
		for range otherCalls {
			if err := within(t.others); err != nil {
				return err
			}
		}
		time.Sleep(100 * time.Millisecond) // others come to wait for its turn
	default:
		select {
		case <-t.begun:
			t.others <- struct{}{}
			if err := within(t.read); err != nil {
				return err
			}
		default:
		}
	}
	return t.tables.Put(ctx, vs)
}

func (t *onlyAfterFirst) DocumentosDeCarpeta(ctx context.Context, of documento.Tramo) (documento.PaginaDocumentos, error) {
	if of.CarpetaID == "c000" {
		t.once.Do(func() { close(t.read) })
	}
	return t.tables.DocumentosDeCarpeta(ctx, of)
}

func within(c <-chan struct{}) error {
	select {
	case <-c:
		return nil
	case <-time.After(10 * time.Second):
		return errors.New("the first carpeta is not read back before others are written")
	}
}

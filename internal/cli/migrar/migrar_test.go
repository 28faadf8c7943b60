package migrar_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/cli/migrar"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// house is a stopped server: carpetas of so many documents each.
type house struct{ carpetas, documentos int }

func (h house) Each(t *records.Table, f func(records.Item) error) error {
	for i := range h.carpetas {
		id := fmt.Sprintf("c%03d", i)
		if t == rules.Carpetas {
			if err := f(records.Item{"carpetaId": records.Text(id), "ciudadanoId": records.Text("ana"), "operadorId": records.Text("op")}); err != nil {
				return err
			}
		}
		for j := range h.documentos {
			if t != rules.Documentos {
				break
			}
			name := fmt.Sprintf("d%03d", j)
			if err := f(records.Item{
				"carpetaId": records.Text(id), "documentoId": records.Text(name), "estadoDocumento": records.Text(documento.Procesado), "storagePath": records.Text(id + "/" + name),
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// tables keep what is put. Tests break them.
type tables struct {
	migrar.Target
	mu     sync.Mutex
	mark   marca.Marca
	values map[string]bool
	calls  int
	last   bool     // what came last is a carpeta
	used   []string // by these operadores
}

func newTables() *tables { return &tables{values: map[string]bool{}} }

func (t *tables) LeerMarca(context.Context, string) (marca.Marca, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.mark, nil
}

func (t *tables) EscribirMarca(_ context.Context, m marca.Marca) (marca.Marca, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if m.Token != t.mark.Token {
		return m, fault.Plain(fault.Conflict)
	}
	m.Token++
	t.mark = m
	return m, nil
}

func (t *tables) OperadoresConCarpetas(context.Context) ([]string, error) { return t.used, nil }
func (t *tables) OperadoresConEventos(context.Context) ([]string, error)  { return nil, nil }

func (t *tables) Copy(_ context.Context, of *records.Table, is []records.Item) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	for _, i := range is {
		t.values[fmt.Sprint(of.Name, of.KeyOf(i))] = true
		t.last = of == rules.Carpetas
	}
	return nil
}

// bucket keeps files.
type bucket struct {
	mu    sync.Mutex
	files map[string]documento.Objeto
	fails string // the file that it does not take
}

var errDisk = errors.New("the disk is broken")

func (b *bucket) Describir(_ context.Context, name string) (documento.Objeto, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o, there := b.files[name]; there {
		return o, nil
	}
	return documento.Objeto{}, fault.Plain(fault.NotFound)
}

func (b *bucket) Guardar(_ context.Context, o documento.Objeto, _ io.Reader) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if o.Nombre == b.fails {
		return errDisk
	}
	if _, there := b.files[o.Nombre]; there {
		return fault.Plain(fault.Conflict)
	}
	b.files[o.Nombre] = o
	return nil
}

// logs are a bucket of sealed logs.
type logs map[string][]byte

func (l logs) Get(context.Context, string) ([]byte, error)          { panic("not asked") }
func (l logs) Load(context.Context, string) ([]byte, string, error) { panic("not asked") }
func (l logs) Swap(context.Context, string, string, []byte) error   { panic("not asked") }
func (l logs) Delete(context.Context, string) error                 { panic("not asked") }
func (l logs) Put(_ context.Context, key string, data []byte) error {
	if there, is := l[key]; is && !bytes.Equal(there, data) {
		return fault.Plain(fault.Conflict)
	}
	l[key] = data
	return nil
}

// move is a migration of a test.
type move struct {
	from     house
	to       *tables
	files    *bucket
	logs     logs
	origin   string
	began    int
	finished int
	onFinish func()
}

func newMove(from house) *move {
	return &move{from: from, to: newTables(), files: &bucket{files: map[string]documento.Objeto{}}, logs: logs{}, origin: "uno", onFinish: func() {}}
}

func (m *move) run(t *testing.T) (said string, err error) {
	t.Helper()
	var out strings.Builder
	err = migrar.Run(t.Context(), migrar.Config{
		Each: m.from.Each, Target: m.to, Objects: m.files, Origin: m.origin,
		Trees: []migrar.Tree{{From: fstest.MapFS{"op/checkpoint": {Data: []byte("3")}}, To: m.logs}, {From: fstest.MapFS{}, To: m.logs}},
		File: func(k documento.Clave) (documento.Objeto, io.ReadCloser, error) {
			if k.DocumentoID == "d001" {
				return documento.Objeto{}, nil, fs.ErrNotExist
			}
			return documento.Objeto{TamanoBytes: 1, Hash: k.CarpetaID + k.DocumentoID}, io.NopCloser(strings.NewReader("x")), nil
		},
		Begin:  func() error { m.began++; return nil },
		Finish: func(context.Context) error { m.finished++; m.onFinish(); return nil },
		Clock:  time.Now, Out: &out,
	})
	return out.String(), err
}

func TestEverythingIsCopiedInLots(t *testing.T) {
	m := newMove(house{carpetas: 120, documentos: 2})
	said, err := m.run(t)
	if err != nil {
		t.Fatal(err)
	}
	if m.to.calls != 3+5 || !m.to.last {
		t.Errorf("%d calls for 120 carpetas and 240 documents, want 8, the carpetas last", m.to.calls)
	}
	if len(m.to.values) != 120+240 || len(m.files.files) != 120 || string(m.logs["op/checkpoint"]) != "3" {
		t.Errorf("%d values, %d files", len(m.to.values), len(m.files.files))
	}
	for _, line := range []string{"Documento: 240", "120 files were sent", "120 documents have no file"} {
		if !strings.Contains(said, line) {
			t.Errorf("it does not say %q:\n%s", line, said)
		}
	}
	if m.finished != 1 || m.began != 1 {
		t.Errorf("%d began, %d finished", m.began, m.finished)
	}
}

// A file that fails is why the run ends, not the others that were given up with it; nobody serves what is there, and
// the next run goes on.
func TestAFileThatFailsIsNamed(t *testing.T) {
	m := newMove(house{carpetas: 1, documentos: 200})
	m.files.fails = "c000/d150"
	if _, err := m.run(t); !errors.Is(err, errDisk) || errors.Is(err, context.Canceled) {
		t.Errorf("it says %v", err)
	}
	if m.to.last || m.finished > 0 {
		t.Error("the carpeta is there before its documents")
	}
	if err := cargo.MayUse(t.Context(), m.to); err == nil || !strings.Contains(err.Error(), "not over") {
		t.Errorf("a server before the end: %v", err)
	}
	m.files.fails = ""
	before := len(m.files.files)
	said, err := m.run(t)
	if err != nil || len(m.files.files) != 199 || !strings.Contains(said, fmt.Sprintf("%d files were sent", 199-before)) {
		t.Errorf("%s, %v", said, err)
	}
	if err := cargo.MayUse(t.Context(), m.to); err != nil {
		t.Errorf("a server after the end: %v", err)
	}
}

// TestWhoMayNotMove: refusals with a sentence, and nothing is changed.
func TestWhoMayNotMove(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*move)
		want   error
	}{
		"another server":      {func(m *move) { m.origin = "otro" }, migrar.ErrOther},
		"it is over":          {func(m *move) { m.ends(t) }, migrar.ErrDone},
		"tables that have it": {func(m *move) { m.to = newTables(); m.to.used = []string{"op"} }, migrar.ErrOther},
	} {
		m := newMove(house{carpetas: 2, documentos: 3})
		m.files.fails = "c000/d000"
		if _, err := m.run(t); !errors.Is(err, errDisk) {
			t.Fatal(err)
		}
		c.change(m)
		began, mark := m.began, m.to.mark
		if _, err := m.run(t); !errors.Is(err, c.want) || m.began != began || m.to.mark.Token != mark.Token {
			t.Errorf("%s: it says %v, and began %d times", name, err, m.began)
		}
	}
	for name, change := range map[string]func(*move){
		"another file":       func(m *move) { m.files.files["c000/d002"] = documento.Objeto{Hash: "otro"} },
		"another sealed log": func(m *move) { m.logs["op/checkpoint"] = []byte("4") },
	} {
		m := newMove(house{carpetas: 2, documentos: 3})
		change(m)
		if _, err := m.run(t); err == nil || !strings.Contains(err.Error(), "the bucket has "+name) {
			t.Errorf("%s: it says %v", name, err)
		}
	}
}

// ends runs what failed to its end.
func (m *move) ends(t *testing.T) {
	t.Helper()
	m.files.fails = ""
	if _, err := m.run(t); err != nil {
		t.Fatal(err)
	}
}

// TestOneRunAtATime: one whose mark another took ends without a word of success.
func TestOneRunAtATime(t *testing.T) {
	m := newMove(house{carpetas: 1})
	m.onFinish = func() { m.to.mark.Token++ }
	if _, err := m.run(t); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("it says %v", err)
	}
}

package archivado_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sello/sellotest"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/marca"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
)

const day = 24 * time.Hour

// measures is what an archive told.
type measures struct {
	archived, failed int
	late             time.Duration
}

func (m *measures) Archivado(n int)                  { m.archived += n }
func (m *measures) RetrasoArchivado(d time.Duration) { m.late = d }
func (m *measures) ArchivadoFallido()                { m.failed++ }

// breaking are objects whose n-th call from now on fails, before or after its effect.
type breaking struct {
	*sellotest.Memory
	left  atomic.Int64 // 0: nothing fails
	after bool
}

func (b *breaking) call(f func() error) error {
	if b.left.Load() == 0 || b.left.Add(-1) != 0 {
		return f()
	}
	if b.after {
		_ = f()
	}
	return fault.Wrap(fault.Unavailable, errors.New("cable cut"))
}

func (b *breaking) Get(ctx context.Context, key string) (data []byte, err error) {
	err = b.call(func() error { data, err = b.Memory.Get(ctx, key); return err })
	return data, err
}

func (b *breaking) Put(ctx context.Context, key string, data []byte) error {
	return b.call(func() error { return b.Memory.Put(ctx, key, data) })
}

func (b *breaking) Load(ctx context.Context, key string) (data []byte, v string, err error) {
	err = b.call(func() error { data, v, err = b.Memory.Load(ctx, key); return err })
	return data, v, err
}

func (b *breaking) Swap(ctx context.Context, key, version string, data []byte) error {
	return b.call(func() error { return b.Memory.Swap(ctx, key, version, data) })
}

type world struct {
	t       *testing.T
	now     time.Time
	store   *boltstore.Store
	objects *breaking
	told    *measures
	all     []auditoria.Evento
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, now: time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC), objects: &breaking{Memory: sellotest.NewMemory()}, told: &measures{}}
	s, err := boltstore.Open(boltstore.Config{Dir: t.TempDir(), Clock: func() time.Time { return w.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	w.store = s
	return w
}

func (w *world) archive(process string) *archivado.Archivador { return w.archiveOn(process, w.objects) }

func (w *world) archiveOn(process string, objects archivado.Objetos) *archivado.Archivador {
	a := archivado.New(archivado.Config{
		Rastro: w.store, Objetos: objects, Marcas: w.store, Dueno: process, Clock: func() time.Time { return w.now },
		Log: slog.New(slog.DiscardHandler), Metrics: w.told,
	})
	a.Acotar(7, 1000)
	return a
}

func (w *world) pass(a *archivado.Archivador) {
	w.t.Helper()
	if err := a.Pasar(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// note writes an event of now.
func (w *world) note(operadorID string, tipo auditoria.Tipo) auditoria.Evento {
	w.t.Helper()
	id := uuid.New()
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(w.now.UnixMilli()))
	copy(id[:6], ms[2:])
	id[6] = 0x70 | id[6]&0x0f
	e := auditoria.Evento{
		EventoID: id.String(), Momento: w.now, Tipo: tipo, OperadorID: operadorID, Servicio: auditoria.API, Resultado: auditoria.Exito, Gravedad: auditoria.Informa,
		CorrelacionID: uuid.NewString(), CarpetaID: "carpeta-" + fmt.Sprint(len(w.all)%3), DocumentoID: uuid.NewString(), Recurso: auditoria.Recurso{Tipo: "documento", ID: "d"},
		Actor: auditoria.Actor{Tipo: "entidad", ID: "a" + fmt.Sprint(len(w.all)%4), OperadorID: "op", EntidadID: "notaría ñ"}, EnNombreDe: "c",
		Proposito: "línea\n\"nueva\" <b>", BaseLegal: "Ley 1581", Datos: map[string]string{"n": fmt.Sprint(len(w.all)), "ü": "\x00"}, Sal: bytes.Repeat([]byte{0xff, 0}, 16),
	}
	if err := w.store.Anotar(w.t.Context(), e); err != nil {
		w.t.Fatal(err)
	}
	e, err := w.store.Evento(w.t.Context(), operadorID, e.EventoID)
	if err != nil {
		w.t.Fatal(err)
	}
	w.all = append(w.all, e)
	return e
}

// walk is a whole list, page by page.
func (w *world) walk(a *archivado.Archivador, c auditoria.Consulta) (es []auditoria.Evento) {
	w.t.Helper()
	return w.walkBy(a.Eventos, c)
}

func (w *world) walkBy(read func(context.Context, auditoria.Consulta) ([]auditoria.Evento, error), c auditoria.Consulta) (es []auditoria.Evento) {
	w.t.Helper()
	for {
		page, err := read(w.t.Context(), c)
		es = append(es, page...)
		var stopped relay.Stopped
		switch {
		case errors.As(err, &stopped):
			if c.Despues != "" && (stopped.After < c.Despues) != c.Descendente || stopped.After == c.Despues {
				w.t.Fatalf("the walk goes on at %q after %q", stopped.After, c.Despues)
			}
			c.Despues = stopped.After
		case err != nil:
			w.t.Fatal(err)
		case len(page) < c.Limite:
			return es
		default:
			c.Despues = page[len(page)-1].ClaveOrden()
		}
	}
}

// want is the plain reading: what the store hides by its age is there in the archive.
func (w *world) want(c auditoria.Consulta) []auditoria.Evento {
	es := slices.DeleteFunc(slices.Clone(w.all), func(e auditoria.Evento) bool { return !c.Incluye(e) })
	slices.SortFunc(es, func(a, b auditoria.Evento) int { return cmp.Compare(a.ClaveOrden(), b.ClaveOrden()) })
	if c.Descendente {
		slices.Reverse(es)
	}
	return es
}

func (w *world) requireSame(c auditoria.Consulta, got, want []auditoria.Evento) {
	w.t.Helper()
	if d := gocmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		w.t.Fatalf("%+v (-want +got):\n%s", c, d)
	}
}

var operadores = []string{"operador-1", auditoria.SinOperador, "operador ñ/../2"}

// TestArchiveAndStoreAreOneList: over 500 days, in both directions, any page size, bounded or not.
func TestArchiveAndStoreAreOneList(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	w := newWorld(t)
	start, a := w.now, w.archive("p1")
	for w.now.Sub(start) < 500*day {
		w.now = w.now.Add(time.Duration(r.IntN(12*24)) * time.Hour)
		for range 1 + r.IntN(16) {
			w.now = w.now.Add(time.Duration(r.IntN(3)) * time.Millisecond)
			w.note(operadores[r.IntN(3)], []auditoria.Tipo{auditoria.DocumentoVisto, auditoria.DocumentoEditado}[r.IntN(2)])
		}
		if r.IntN(4) == 0 {
			w.pass(a)
		}
	}
	w.pass(a)
	if w.told.archived < len(w.all)/2 || w.told.late != 0 {
		t.Fatalf("%d of %d archived, %s late", w.told.archived, len(w.all), w.told.late)
	}
	for n := range 24 {
		c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: operadores[n%3], Desde: start.Add(time.Duration(r.IntN(100)) * day)}, Descendente: r.IntN(2) == 0, Limite: 1 + r.IntN(40)}
		switch r.IntN(5) {
		case 0:
			c.Tipo = auditoria.DocumentoVisto
		case 1:
			c.CarpetaID = "carpeta-1"
		case 2:
			c.Actor = "a3"
		case 3:
			c.Hasta = c.Desde.Add(time.Duration(r.IntN(300*24)) * time.Hour)
		}
		a.Acotar(7, 3+r.IntN(20))
		w.requireSame(c, w.walk(a, c), w.want(c))
	}
}

// TestWhatTheStoreHasIsTheStores: a list without a time, or of the last year, reads no object.
func TestWhatTheStoreHasIsTheStores(t *testing.T) {
	w := newWorld(t)
	a := w.archive("p1")
	e := w.note("o", auditoria.DocumentoEditado)
	w.now = w.now.Add(10 * day)
	w.pass(a)
	w.objects.left.Store(1) // the next call fails
	for _, c := range []auditoria.Consulta{
		{Filtro: auditoria.Filtro{OperadorID: "o"}, Limite: 5},
		{Filtro: auditoria.Filtro{OperadorID: "o", Desde: e.Momento}, Limite: 5},
		{Filtro: auditoria.Filtro{CarpetaID: e.CarpetaID, Desde: e.Momento.Add(-400 * day)}, Limite: 5},
		{Filtro: auditoria.Filtro{CorrelacionID: e.CorrelacionID}, Limite: 5},
	} {
		w.requireSame(c, w.walk(a, c), []auditoria.Evento{e})
	}
}

// TestADayIsArchivedOnceItIsOver: not before nothing can come any more, and at once when it is due.
func TestADayIsArchivedOnceItIsOver(t *testing.T) {
	w := newWorld(t)
	a := w.archive("p1")
	w.note("o", auditoria.DocumentoVisto)
	end := w.now.Truncate(day).Add(day + archivado.Espera)
	w.now = end.Add(-time.Millisecond)
	w.pass(a)
	if w.told.archived != 0 {
		t.Fatalf("%d events archived too early", w.told.archived)
	}
	w.now = end
	w.pass(a)
	w.pass(a)
	if w.told.archived != 1 {
		t.Fatalf("%d events archived, want 1", w.told.archived)
	}
}

// TestAnArchiveBrokenOffAnywhere: each call fails once, before or after its effect, and the next pass
// makes the same archive.
func TestAnArchiveBrokenOffAnywhere(t *testing.T) {
	for _, after := range []bool{false, true} {
		for n := int64(1); ; n++ {
			w := newWorld(t)
			w.objects.after = after
			start, a := w.now, w.archive("p1")
			for range 2 {
				for range 10 {
					w.note("o", auditoria.DocumentoVisto)
				}
				w.now = w.now.Add(day)
			}
			w.now = start.Add(10 * day)
			w.objects.left.Store(n)
			err := a.Pasar(t.Context())
			done := w.objects.left.Load() > 0
			if (err == nil) != done {
				t.Fatalf("call %d: %v", n, err)
			}
			if err != nil && w.told.late <= 0 {
				t.Errorf("call %d: a day that is due and not archived is not told", n)
			}
			w.objects.left.Store(0)
			w.pass(a)
			w.now = start.Add(390 * day)
			c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: "o", Desde: start.Add(-day), Hasta: start.Add(20 * day)}, Limite: 100}
			w.requireSame(c, w.walk(a, c), w.want(c))
			if done {
				break
			}
		}
	}
}

// TestOneProcessArchives: another has the lease, until it dies.
func TestOneProcessArchives(t *testing.T) {
	w := newWorld(t)
	w.note("o", auditoria.DocumentoVisto)
	w.now = w.now.Add(10 * day)
	m, err := w.store.LeerMarca(t.Context(), "archivado")
	if err == nil {
		m.Nombre, m.Dueno, m.Hasta = "archivado", "p2", w.now.Add(time.Minute)
		_, err = w.store.EscribirMarca(t.Context(), m)
	}
	if err != nil {
		t.Fatal(err)
	}
	a := w.archive("p1")
	if w.pass(a); w.told.archived != 0 {
		t.Error("two processes archive")
	}
	w.now = w.now.Add(time.Minute)
	if w.pass(a); w.told.archived != 1 {
		t.Error("nobody archives after the end of the lease")
	}
}

// blind is a trail whose events cannot be read.
type blind struct{ archivado.Rastro }

func (blind) Eventos(context.Context, auditoria.Consulta) ([]auditoria.Evento, error) {
	return nil, fault.Wrap(fault.Unavailable, errors.New("cable cut"))
}

// TestWhatIsNotKnownIsNoLag: nobody knows the first day of an operador whose events cannot be read, so the
// last lag that was told stands.
func TestWhatIsNotKnownIsNoLag(t *testing.T) {
	w := newWorld(t)
	w.note("o", auditoria.DocumentoVisto)
	w.told.late = 7 * time.Hour
	a := archivado.New(archivado.Config{
		Rastro: blind{w.store}, Objetos: w.objects, Marcas: w.store, Dueno: "p1", Clock: func() time.Time { return w.now },
		Log: slog.New(slog.DiscardHandler), Metrics: w.told,
	})
	if err := a.Pasar(t.Context()); !errors.Is(err, fault.Unavailable) {
		t.Fatal(err)
	}
	if w.told.late != 7*time.Hour {
		t.Errorf("a lag of %s", w.told.late)
	}
}

// stolen are marks whose lease another process takes while the first day is being archived.
type stolen struct {
	marca.Store
	writes int
}

func (s *stolen) EscribirMarca(ctx context.Context, m marca.Marca) (marca.Marca, error) {
	if s.writes++; s.writes == 2 {
		other := m
		other.Dueno, other.Hasta = "p2", m.Hasta.Add(time.Minute)
		if _, err := s.Store.EscribirMarca(ctx, other); err != nil {
			return m, err
		}
	}
	return s.Store.EscribirMarca(ctx, m)
}

// TestALostLeaseEndsThePass: the other process archives what is left.
func TestALostLeaseEndsThePass(t *testing.T) {
	w := newWorld(t)
	for _, id := range operadores {
		w.note(id, auditoria.DocumentoVisto)
	}
	w.now = w.now.Add(10 * day)
	a := archivado.New(archivado.Config{
		Rastro: w.store, Objetos: w.objects, Marcas: &stolen{Store: w.store}, Dueno: "p1", Clock: func() time.Time { return w.now },
		Log: slog.New(slog.DiscardHandler), Metrics: w.told,
	})
	if err := a.Pasar(t.Context()); !errors.Is(err, fault.Conflict) {
		t.Fatal(err)
	}
	if n := len(w.objects.Keys("")); n != 3 { // a part, the list of the parts, the month
		t.Errorf("%d objects were written, want those of one day", n)
	}
	if m, err := w.store.LeerMarca(t.Context(), "archivado"); err != nil || m.Dueno != "p2" || !m.Hasta.After(w.now) {
		t.Errorf("%+v, %v: the lease is the other's", m, err)
	}
}

// TestADamagedArchiveIsNoAnswer: a bit, an end that is cut off, a part that is gone.
func TestADamagedArchiveIsNoAnswer(t *testing.T) {
	w := newWorld(t)
	start, a := w.now, w.archive("p1")
	for range 20 {
		w.note("o", auditoria.DocumentoVisto)
	}
	c := auditoria.Consulta{Filtro: auditoria.Filtro{OperadorID: "o", Desde: start.Add(-day)}, Limite: 100}
	w.now = start.Add(10 * day)
	w.pass(a)
	w.now = start.Add(400 * day)
	w.requireSame(c, w.walk(a, c), w.want(c))
	name := ""
	for _, key := range w.objects.Keys("") {
		if strings.HasSuffix(key, ".zst") {
			name = key
		}
	}
	whole, err := w.objects.Memory.Get(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func(){
		"a bit":  func() { b := bytes.Clone(whole); b[len(b)/2] ^= 1; w.objects.Set(name, b) },
		"an end": func() { w.objects.Set(name, whole[:len(whole)-1]) },
		"all":    func() { w.objects.Remove(name) },
	} {
		damage()
		if _, err := a.Eventos(t.Context(), c); !errors.Is(err, fault.Internal) {
			t.Errorf("%s: %v", what, err)
		}
		w.objects.Set(name, whole)
	}
}

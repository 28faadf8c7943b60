package hub_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
)

// folder is a carpeta of documents and deletions, with a clock that tests move.
type folder struct {
	now   time.Time
	docs  []documento.Novedad
	sagas []eliminacion.Eliminacion
	reads int
	// between happens in a reading, after it looked for deletions that ended and before it looks for
	// those under way.
	between func()
}

func newFolder() *folder { return &folder{now: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)} }

func (f *folder) Eliminacion(_ context.Context, id string) (eliminacion.Eliminacion, error) {
	i := slices.IndexFunc(f.sagas, func(e eliminacion.Eliminacion) bool { return e.EventoID == id })
	return f.sagas[i], nil
}

func (f *folder) Cambiadas(_ context.Context, _ string, since time.Time) (eliminacion.Cambios, error) {
	f.reads++
	c := eliminacion.Cambios{Al: f.now}
	if since.IsZero() {
		since = f.now.Add(-24 * time.Hour)
	}
	f.list(&c, func(e eliminacion.Eliminacion) bool { return e.Estado.Terminal() && !e.CompletadaEn.Before(since) })
	if f.between != nil {
		f.between()
	}
	f.list(&c, func(e eliminacion.Eliminacion) bool { return !e.Estado.Terminal() })
	return c, nil
}

func (f *folder) list(c *eliminacion.Cambios, which func(eliminacion.Eliminacion) bool) {
	for _, e := range f.sagas {
		if which(e) {
			c.Eliminaciones = append(c.Eliminaciones, e)
		}
	}
}

func (f *folder) Novedades(_ context.Context, _ string, since time.Time, limit int) (ns []documento.Novedad, _ error) {
	for _, n := range f.docs {
		if !n.En.Before(since) {
			ns = append(ns, n)
		}
	}
	return ns[:min(len(ns), limit)], nil
}

// comes stores a document at a moment of its writer's clock.
func (f *folder) comes(id string, at time.Time) documento.Novedad {
	n := documento.Novedad{Clave: documento.Clave{CarpetaID: "c", DocumentoID: id}, Tipo: documento.Llego, En: at}
	f.docs = append(f.docs, n)
	return n
}

// step stores a deletion's next state, and returns the event of it.
func (f *folder) step(t *testing.T, id string, estado eliminacion.EstadoSaga, paso eliminacion.Paso) eliminacion.Aviso {
	t.Helper()
	i := slices.IndexFunc(f.sagas, func(e eliminacion.Eliminacion) bool { return e.EventoID == id })
	if i < 0 {
		f.sagas, i = append(f.sagas, eliminacion.Eliminacion{EventoID: id, CarpetaID: "c", DocumentoID: "d" + id, SolicitadaEn: f.now}), len(f.sagas)
	}
	e := f.sagas[i]
	e.Estado, e.Paso, e.Secuencia = estado, paso, e.Secuencia+1
	e.Historia = append(slices.Clone(e.Historia), eliminacion.Cambio{Secuencia: e.Secuencia, Estado: estado, Paso: paso, En: f.now})
	if estado.Terminal() {
		e.CompletadaEn = f.now
	}
	f.sagas[i] = e
	a, err := eliminacion.ReadAviso(eliminacion.Mensaje(e, "x", f.now))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func (f *folder) remove(t *testing.T, id string) {
	f.step(t, id, eliminacion.Iniciada, eliminacion.MinioCleanup)
	f.step(t, id, eliminacion.Iniciada, eliminacion.MetadataCleanup)
	f.step(t, id, eliminacion.Completada, eliminacion.Completed)
}

// tab is a client: it keeps the last cursor, and what it was told.
type tab struct {
	t      *testing.T
	f      *folder
	steps  hub.Steps
	cursor string
	told   []string
	stop   int // breaks off after so many; 0 for never
}

func (b *tab) connect(since time.Time) {
	b.steps = hub.NewsSteps(b.f, "c", since, func(_ context.Context, event any) error {
		n := event.(*eliminacion.Novedad)
		b.cursor = n.Cursor
		what := fmt.Sprint(n.Tipo, " ", n.Clave.DocumentoID)
		if n.Eliminacion != nil {
			what += fmt.Sprint(" ", n.Eliminacion.Secuencia)
		}
		b.told = append(b.told, what)
		if b.stop--; b.stop == 0 {
			return context.Canceled
		}
		return nil
	})
	b.reread()
}

func (b *tab) reread() {
	b.t.Helper()
	if err := b.steps.Reread(b.t.Context()); err != nil && !errors.Is(err, context.Canceled) {
		b.t.Fatal(err)
	}
}

func (b *tab) hears(a eliminacion.Aviso) {
	b.t.Helper()
	if err := b.steps.Event(b.t.Context(), &a); err != nil {
		b.t.Fatal(err)
	}
}

// again comes back with the last cursor.
func (b *tab) again() {
	b.t.Helper()
	since, known := eliminacion.NovedadesDesde("c", b.cursor, b.f.now)
	if !known {
		b.t.Fatalf("cursor %q is not known", b.cursor)
	}
	b.connect(since)
}

func (b *tab) wants(want ...string) {
	b.t.Helper()
	if diff := cmp.Diff(want, b.told); diff != "" {
		b.t.Fatalf("(-want +told):\n%s", diff)
	}
	b.told = nil
}

func newTab(t *testing.T) (*tab, *folder) {
	f := newFolder()
	f.comes("before", f.now.Add(-time.Second))
	f.remove(t, "past")
	f.step(t, "going", eliminacion.Iniciada, eliminacion.Espera)
	f.now = f.now.Add(2 * time.Minute)
	b := &tab{t: t, f: f}
	b.connect(time.Time{})
	b.wants("RECARGAR ") // and nothing of what the lists show
	return b, f
}

func TestNewsAreToldOnceLive(t *testing.T) {
	b, f := newTab(t)
	for range 3 {
		f.now = f.now.Add(hub.Refresh)
		n := f.comes(fmt.Sprint(f.now.Minute(), f.now.Second()), f.now)
		a, err := eliminacion.ReadAviso(eliminacion.MensajeDeDocumento(n, f.now))
		if err != nil {
			t.Fatal(err)
		}
		b.hears(a)
		b.hears(a)
		b.reread()
		b.wants("LLEGO " + n.DocumentoID)
	}
	b.hears(f.step(t, "going", eliminacion.Cancelada, eliminacion.Espera))
	b.hears(f.step(t, "new", eliminacion.Iniciada, eliminacion.MinioCleanup))
	b.hears(f.step(t, "new", eliminacion.Iniciada, eliminacion.MetadataCleanup))
	b.hears(f.step(t, "new", eliminacion.Completada, eliminacion.Completed))
	b.wants("DESBLOQUEADO dgoing 2", "BLOQUEADO dnew 1", "AVANZO dnew 2", "SE_FUE dnew 3")
	for range 5 {
		f.now = f.now.Add(hub.Refresh)
		b.reread()
	}
	b.wants()
}

// TestNewsThatCameMinutesLateAreTold: a write that was held back shows a time that was read long before. What was told is
// not told again.
func TestNewsThatCameMinutesLateAreTold(t *testing.T) {
	b, f := newTab(t)
	passes := func(d time.Duration) {
		for end := f.now.Add(d); f.now.Before(end); {
			f.now = f.now.Add(hub.Refresh)
			b.reread()
		}
	}
	f.comes("intime", f.now.Add(time.Second))
	passes(2 * time.Minute)
	b.wants("LLEGO intime")
	now := f.now
	f.now = now.Add(-80 * time.Second)
	f.comes("late", f.now)
	f.remove(t, "late")
	f.now = now
	passes(3 * time.Minute)
	b.wants("LLEGO late", "BLOQUEADO dlate 1", "AVANZO dlate 2", "SE_FUE dlate 3")
}

// TestTheComingOfADocumentThatWasLockedAtOnceIsTold: no list shows it any more, and its message was lost.
func TestTheComingOfADocumentThatWasLockedAtOnceIsTold(t *testing.T) {
	b, f := newTab(t)
	f.now = f.now.Add(hub.Refresh)
	f.step(t, "gone", eliminacion.Iniciada, eliminacion.MinioCleanup)
	f.sagas[len(f.sagas)-1].Recuerdo = &eliminacion.Recuerdo{FechaRecepcion: f.now.Add(-time.Second)}
	f.step(t, "old", eliminacion.Iniciada, eliminacion.MinioCleanup) // its document came long before, and was told
	f.sagas[len(f.sagas)-1].Recuerdo = &eliminacion.Recuerdo{FechaRecepcion: f.now.Add(-time.Hour)}
	b.reread()
	b.wants("LLEGO dgone", "BLOQUEADO dgone 1", "BLOQUEADO dold 1")
	f.step(t, "gone", eliminacion.Completada, eliminacion.Completed)
	f.now = f.now.Add(hub.Refresh)
	b.reread()
	b.wants("SE_FUE dgone 2")
}

// A process may die between commit and publish, and clocks are five seconds apart: a reading
// finds what is stored late, with a time of before.
func TestNewsThatAreStoredLateAreTold(t *testing.T) {
	b, f := newTab(t)
	f.now = f.now.Add(hub.Refresh)
	b.reread()
	f.comes("late", f.now.Add(-10*time.Second))
	f.comes("ahead", f.now.Add(5*time.Second))
	f.now = f.now.Add(hub.Refresh)
	b.reread()
	b.wants("LLEGO late", "LLEGO ahead")
}

func TestNewsGoOnAfterAGap(t *testing.T) {
	b, f := newTab(t)
	f.now = f.now.Add(time.Minute)
	f.comes("d1", f.now)
	f.now = f.now.Add(time.Second)
	f.step(t, "1", eliminacion.Iniciada, eliminacion.MinioCleanup)
	f.now = f.now.Add(20 * time.Hour)
	f.step(t, "1", eliminacion.Fallida, eliminacion.MetadataCleanup)
	f.remove(t, "2")
	f.step(t, "going", eliminacion.Cancelada, eliminacion.Espera)
	f.now = f.now.Add(3 * time.Hour)
	b.again()
	b.wants("LLEGO d1", "BLOQUEADO d1 1", "AVANZO d1 2", "BLOQUEADO d2 1", "AVANZO d2 2", "SE_FUE d2 3", "DESBLOQUEADO dgoing 2")
	if b.again(); len(b.told) > 0 {
		t.Errorf("after the last cursor %v is told again", b.told)
	}
}

// A deletion that ends while a reading looks is in neither of its lists. The cursor of that reading does not
// hide the steps that a client, which was away for longer than the overlap, was not told.
func TestNewsOfADeletionThatEndsDuringAReading(t *testing.T) {
	b, f := newTab(t)
	f.step(t, "1", eliminacion.Iniciada, eliminacion.MinioCleanup)
	b.reread()
	b.wants("BLOQUEADO d1 1")
	f.now = f.now.Add(time.Second)
	f.step(t, "1", eliminacion.Iniciada, eliminacion.MetadataCleanup)
	f.now = f.now.Add(2 * time.Minute)
	f.comes("d2", f.now) // moves the cursor
	f.between = func() { f.step(t, "1", eliminacion.Completada, eliminacion.Completed) }
	b.again()
	b.wants("LLEGO d2")
	f.between = nil
	f.now = f.now.Add(2 * time.Minute)
	b.again()
	b.wants("BLOQUEADO d1 1", "AVANZO d1 2", "LLEGO d2", "SE_FUE d1 3")
}

// TestNewsAreResumedAnywhere: whoever breaks off after any of the news misses none.
func TestNewsAreResumedAnywhere(t *testing.T) {
	const many = 20
	for stop := 1; stop <= 3*many; stop++ {
		b, f := newTab(t)
		for i := range many {
			f.now = f.now.Add(2 * time.Second)
			f.remove(t, fmt.Sprint(i))
		}
		f.now = f.now.Add(2 * time.Minute)
		b.stop = stop
		b.again()
		b.stop = 0
		b.again()
		seen := map[string]bool{}
		for _, what := range b.told {
			seen[what] = true
		}
		if len(seen) != 3*many {
			t.Fatalf("broken off after %d, %d of %d are told", stop, len(seen), 3*many)
		}
	}
}

// A document comes before it is locked, although the clock of the process that locked it
// is five seconds behind.
func TestNewsOfADocumentKeepTheirOrder(t *testing.T) {
	b, f := newTab(t)
	f.now = f.now.Add(time.Minute)
	f.remove(t, "1")
	f.comes("d1", f.now.Add(5*time.Second))
	f.now = f.now.Add(10 * time.Second)
	b.reread()
	b.wants("LLEGO d1", "BLOQUEADO d1 1", "AVANZO d1 2", "SE_FUE d1 3")
}

func TestTooManyNewsAreALoad(t *testing.T) {
	b, f := newTab(t)
	f.now = f.now.Add(time.Minute)
	for i := range 1001 {
		f.comes(fmt.Sprint("d", i), f.now)
	}
	f.now = f.now.Add(time.Minute)
	b.again()
	b.wants("RECARGAR ")
	f.now = f.now.Add(2 * time.Minute)
	f.comes("next", f.now)
	b.reread()
	b.wants("LLEGO next")
}

// TestIdleFollowersOfNewsAreSmall: ten thousand of them, each of a carpeta of its own, after
// readings that find nothing.
func TestIdleFollowersOfNewsAreSmall(t *testing.T) {
	const many = 10_000
	f := newFolder()
	h := hub.New(func() {})
	streams := make([]*hub.Stream, many)
	before := leaks.Heap()
	ids := make([]string, many)
	for i := range streams {
		ids[i] = fmt.Sprint("c", i)
		streams[i] = h.FollowNews(f, ids[i], time.Time{})
		streams[i].Start(func() {})
		defer streams[i].Close()
	}
	for range 4 {
		f.now = f.now.Add(hub.Refresh)
		h.Missed()
		for _, s := range streams {
			if _, err := s.Step(t.Context(), func(context.Context, any) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
	}
	each := (leaks.Heap() - before) / many
	t.Logf("%d bytes each", each)
	if each > 3<<10 {
		t.Errorf("%d bytes of heap for each idle follower, want at most 3 KiB", each)
	}
	runtime.KeepAlive(streams)
	if f.reads < many*4 { // more on a busy machine: some are due by the clock too
		t.Errorf("%d readings", f.reads)
	}
}

package outbox_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// hand executes what it is given, as a test says.
type hand struct {
	world.NoMetrics
	outbox.Sagas

	mu        sync.Mutex
	executed  []string // operadores, in order
	groups    []int    // how many at a time
	delivered []string // eventoIds whose command was sent
	because   []outbox.Desenlace
	do        func(d eliminacion.EnMano) bool
	end       func(d eliminacion.EnMano) eliminacion.Fin // nil: it has ended if do says so
}

func (h *hand) Avanzar(_ context.Context, ds []eliminacion.EnMano) (fs []eliminacion.Fin) {
	if len(ds) == 0 {
		return nil
	}
	h.mu.Lock()
	h.groups = append(h.groups, len(ds))
	for _, d := range ds {
		h.executed = append(h.executed, d.OperadorID)
	}
	h.mu.Unlock()
	for _, d := range ds {
		f := eliminacion.Fin{EnMano: d}
		if h.do == nil || h.do(d) {
			f.Estado = eliminacion.Completada
		}
		if h.end != nil {
			f = h.end(d)
		}
		fs = append(fs, f)
	}
	return fs
}

// Directa counts what did not go as it should.
func (h *hand) Directa(d outbox.Desenlace, _ string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if d != outbox.Ejecutada {
		h.because = append(h.because, d)
	}
}

// refused is how many found no place.
func (h *hand) refused() (n int) {
	for _, d := range h.because {
		if d == outbox.SinLugar {
			n++
		}
	}
	return n
}

// sent is told of each message that waits to be sent.
func (h *hand) sent(m broker.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.delivered = append(h.delivered, m.SagaID)
}

// newDirect makes places on a runtime, or the real one.
func newDirect(h *hand, change func(*outbox.Config), rts ...outbox.Runtime) (*outbox.Direct, *outbox.Board) {
	cfg := outbox.DefaultConfig
	if change != nil {
		change(&cfg)
	}
	rt := append(rts, outbox.NewRuntime(time.Now))[0]
	rt.Queued = h.sent
	board := outbox.NewBoard(cfg, rt)
	return outbox.NewDirect(outbox.NewDispatcher(board, absent{}, h, slog.New(slog.DiscardHandler)), h), board
}

func directOf(operadorID string, n int) eliminacion.EnMano {
	return eliminacion.EnMano{
		Eliminacion: eliminacion.Eliminacion{EventoID: fmt.Sprint(operadorID, n), OperadorID: operadorID, CarpetaID: fmt.Sprint(n)}, Leida: time.Now(),
	}
}

// One with a hundred deletions in line, others that come later with some: they take turns, by weight.
func TestPlacesAreHandedOutInTurns(t *testing.T) {
	const turn = eliminacion.MaxCierres
	h := &hand{}
	d, _ := newDirect(h, func(c *outbox.Config) { c.Weights = map[string]int{"doble": 2} })
	for o, n := range map[string]int{"grande": 100, "otro": turn, "doble": 2 * turn} {
		for i := range n {
			d.Take(directOf(o, i))
		}
	}
	for d.ExecuteNext(t.Context()) {
	}
	first := map[string]int{}
	for _, o := range h.executed[:4*turn] {
		first[o]++
	}
	if len(h.executed) != 100+3*turn || first["otro"] != turn || first["doble"] != 2*turn {
		t.Fatalf("%d executed, first %v", len(h.executed), first)
	}
}

// Deletions of one carpeta are executed together, as many as fit one write; those of others are not kept waiting.
func TestDeletionsOfACarpetaGoTogether(t *testing.T) {
	h := &hand{}
	d, _ := newDirect(h, nil)
	for i := range 10 {
		e := directOf("op", i)
		e.CarpetaID = "una"
		d.Take(e)
		if i < 2 {
			d.Take(directOf("op", 100+i))
		}
	}
	for d.ExecuteNext(t.Context()) {
	}
	if !slices.Equal(h.groups, []int{8, 1, 1, 2}) {
		t.Fatalf("groups of %v", h.groups)
	}
}

// While some of a carpeta are in hand the next ones gather: they would meet at its counter. Other carpetas go on.
func TestOneGroupOfACarpetaAtATime(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	h := &hand{}
	h.do = func(d eliminacion.EnMano) bool {
		if d.EventoID == "op0" {
			close(begun)
			<-goOn
		}
		return true
	}
	d, _ := newDirect(h, nil)
	of := func(carpetaID string, n int) eliminacion.EnMano {
		e := directOf("op", n)
		e.CarpetaID = carpetaID
		return e
	}
	world.Run(t, d.Run)
	d.Take(of("una", 0))
	<-begun
	for n := range 5 {
		d.Take(of("una", 1+n))
	}
	d.Take(of("otra", 9))
	h.until(t, 2)
	close(goOn)
	h.until(t, 7)
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Equal(h.groups, []int{1, 1, 5}) {
		t.Fatalf("groups of %v", h.groups)
	}
}

// When some of a carpeta came while a group of it was in hand, more will: they gather for a moment, and go together. One
// that comes alone waits for nobody, a full group neither; nobody does while others need the place.
func TestTheNextGroupGathers(t *testing.T) {
	for places, want := range map[int]struct{ groups, waits []int }{
		16: {[]int{1, 1, 2, 1, 8}, []int{2}},
		1:  {[]int{1, 1, 1, 1, 8}, nil},
	} {
		h, waits := &hand{}, []int(nil)
		rt := outbox.NewRuntime(time.Now)
		var d *outbox.Direct
		come := func(ns ...int) {
			for _, n := range ns {
				e := directOf("op", n)
				e.CarpetaID = "una"
				d.Take(e)
			}
		}
		rt.Wait = func(context.Context, time.Duration, <-chan struct{}) bool {
			waits = append(waits, len(h.groups))
			come(4)
			return true
		}
		h.do = func(e eliminacion.EnMano) bool {
			switch e.EventoID {
			case "op2":
				come(3)
			case "op5":
				come(10, 11, 12, 13, 14, 15, 16, 17)
			}
			return true
		}
		d, _ = newDirect(h, func(c *outbox.Config) { c.Places = places }, rt)
		for _, n := range []int{1, 2, 5} {
			for come(n); d.ExecuteNext(t.Context()); {
			}
		}
		if !slices.Equal(h.groups, want.groups) || !slices.Equal(waits, want.waits) {
			t.Errorf("%d places: groups of %v, waits after %v of them", places, h.groups, waits)
		}
	}
}

// A line is as long as its deletions come to their turn in time: one that is slow gets shorter, and longer again.
func TestALineIsAsLongAsItMoves(t *testing.T) {
	h, clock := &hand{}, now
	cfg, rt := outbox.DefaultConfig, outbox.NewRuntime(func() time.Time { return clock })
	d, _ := newDirect(h, nil, rt)
	n, took := 0, 100*time.Millisecond
	h.do = func(eliminacion.EnMano) bool { clock = clock.Add(took / eliminacion.MaxCierres); return true }
	fill := func() (most int) {
		for most = d.Room("op"); d.Room("op") > 0; n++ {
			e := directOf("op", n)
			e.CarpetaID, e.Leida = "una", clock
			d.Take(e)
		}
		return most
	}
	if got := fill(); got != cfg.Line/2 {
		t.Fatalf("room for %d", got)
	}
	for range 200 { // 8 in 100 ms: 160 in two seconds
		d.ExecuteNext(t.Context())
		fill()
	}
	if got := cfg.Line - d.Room("otro"); got < 80 || got > 160+2*eliminacion.MaxCierres {
		t.Errorf("%d wait in a line that moves by 80 a second", got)
	}
	for took = time.Second; d.ExecuteNext(t.Context()); {
	}
	if got := fill(); got != cfg.Line/4 {
		t.Errorf("%d wait in a line that moves by 8 a second", got)
	}
	took = 10 * time.Millisecond
	for range 100 {
		d.ExecuteNext(t.Context())
		fill()
	}
	if got := d.Room("otro"); got != 1 {
		t.Errorf("a quick line is not as long as it may be: there is room for %d of another", got)
	}
}

// until waits until so many were executed.
func (h *hand) until(t *testing.T, n int) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		executed := len(h.executed)
		h.mu.Unlock()
		if executed >= n {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("%d of %d executed", executed, n)
		}
	}
}

// With short leases a deletion is leased again while it waits: one group never holds it twice.
func TestNobodyWaitsTwice(t *testing.T) {
	h := &hand{}
	d, _ := newDirect(h, func(c *outbox.Config) { c.Line = 1 })
	for range 3 {
		if !d.Take(directOf("op", 1)) {
			t.Fatal("it has a place already")
		}
	}
	for d.ExecuteNext(t.Context()) {
	}
	if len(h.executed) != 1 {
		t.Fatalf("executed %d times", len(h.executed))
	}
}

// What is leased again while it is in hand is not executed a second time: whoever has it in hand hands it on.
func TestWhatIsInHandIsNotTakenTwice(t *testing.T) {
	h := &hand{}
	d, _ := newDirect(h, nil)
	h.do = func(e eliminacion.EnMano) bool {
		if e.Entregas++; !d.Take(e) {
			t.Error("its command is sent although it is in hand")
		}
		return true
	}
	d.Take(directOf("op", 1))
	for range 3 {
		d.ExecuteNext(t.Context())
	}
	if len(h.executed) != 1 {
		t.Fatalf("executed %d times", len(h.executed))
	}
	if h.do = nil; !d.Take(directOf("op", 1)) || !d.ExecuteNext(t.Context()) {
		t.Fatal("not taken any more, although nobody has it in hand")
	}
}

// A full line refuses, but never who has nothing in it.
func TestAFullLineStarvesNobody(t *testing.T) {
	h := &hand{}
	d, _ := newDirect(h, func(c *outbox.Config) { c.Line = 2 })
	for i, want := range []bool{true, true, false} {
		if got := d.Take(directOf("grande", i)); got != want {
			t.Fatalf("deletion %d of one operador: %v", i, got)
		}
	}
	if !d.Take(directOf("otro", 0)) || d.Take(directOf("otro", 1)) {
		t.Fatal("an operador with nothing in line gets one place")
	}
	if h.refused() != 2 {
		t.Errorf("%d are counted that found no place", h.refused())
	}
}

// admits asks for a place in the window.
func admits(b *outbox.Board, operadorID, eventoID string) bool {
	return b.Plazo(eliminacion.Eliminacion{EventoID: eventoID, OperadorID: operadorID}).After(time.Now())
}

// What has ended gives its place in the dispatch window back; what has not keeps it, as a published one does.
func TestPlacesInTheWindow(t *testing.T) {
	h := &hand{do: func(d eliminacion.EnMano) bool { return d.EventoID == "op0" }}
	d, board := newDirect(h, func(c *outbox.Config) { c.WindowEach = 2 })
	for n := range 2 {
		if !admits(board, "op", fmt.Sprint("op", n)) {
			t.Fatal("not admitted")
		}
		d.Take(directOf("op", n))
	}
	for d.ExecuteNext(t.Context()) {
	}
	if !admits(board, "op", "op2") || admits(board, "op", "op3") {
		t.Fatal("one place is free, the other is not")
	}
}

// Stopping finishes what is in hand, and sends the commands of the rest. Nothing is taken any more.
func TestStoppingHandsOver(t *testing.T) {
	begun, goOn := make(chan struct{}), make(chan struct{})
	h := &hand{do: func(eliminacion.EnMano) bool {
		close(begun)
		<-goOn
		return true
	}}
	d, _ := newDirect(h, func(c *outbox.Config) { c.Places = 1 })
	ctx, end := context.WithCancel(t.Context())
	stop := world.Run(t, func(context.Context) error { return d.Run(ctx) })
	for n := range 3 {
		d.Take(directOf("op", n))
	}
	<-begun
	end() // before what is in hand can end
	close(goOn)
	stop()
	if !slices.Equal(h.delivered, []string{"op1", "op2"}) || len(h.executed) != 1 || !slices.Equal(h.because, []outbox.Desenlace{outbox.Detenida, outbox.Detenida}) {
		t.Fatalf("sent %v because of %v, executed %v", h.delivered, h.because, h.executed)
	}
	if d.Take(directOf("op", 9)) {
		t.Fatal("taken after the end")
	}
}

// A panic costs neither the place nor the deletion: its command is sent.
func TestAPanicGoesByTheQueues(t *testing.T) {
	h := &hand{do: func(d eliminacion.EnMano) bool {
		if d.EventoID == "op0" {
			panic("no")
		}
		return true
	}}
	d, _ := newDirect(h, nil)
	d.Take(directOf("op", 0))
	d.Take(directOf("op", 1))
	for d.ExecuteNext(t.Context()) {
	}
	if !slices.Equal(h.delivered, []string{"op0"}) || len(h.executed) != 2 {
		t.Fatalf("sent %v, executed %v", h.delivered, h.executed)
	}
}

// What a place could not end is counted, and handed on: by its next command, or when it is due.
func TestWhatAPlaceDidNotEnd(t *testing.T) {
	later := time.Now().Add(time.Hour)
	for name, tc := range map[string]struct {
		age   time.Duration
		fin   eliminacion.Fin
		why   outbox.Desenlace
		sent  bool
		wakes bool
	}{
		"it waited for too long":  {age: eliminacion.PrimerPlazo + time.Second, why: outbox.Tardia, sent: true},
		"another role goes on":    {fin: eliminacion.Fin{Relevo: broker.MetadataCleanup}, why: outbox.Relevada, sent: true},
		"its failure is stored":   {fin: eliminacion.Fin{EnMano: eliminacion.EnMano{Eliminacion: eliminacion.Eliminacion{Intento: 1, NoAntesDe: later}}}, why: outbox.Fallo, wakes: true},
		"it failed for good":      {fin: eliminacion.Fin{EnMano: eliminacion.EnMano{Eliminacion: eliminacion.Eliminacion{NoAntesDe: later}}, Err: fault.Plain(fault.BadUserInput)}, why: outbox.Fallo, wakes: true},
		"nothing could be stored": {fin: eliminacion.Fin{Err: fault.Plain(fault.Unavailable)}, why: outbox.Fallo, sent: true},
	} {
		t.Run(name, func(t *testing.T) {
			h := &hand{end: func(d eliminacion.EnMano) eliminacion.Fin {
				f := tc.fin
				f.EventoID, f.OperadorID = d.EventoID, d.OperadorID
				return f
			}}
			d, board := newDirect(h, nil)
			outbox.Looked(board, "op")
			e := directOf("op", 1)
			e.Leida = e.Leida.Add(-tc.age)
			d.Take(e)
			d.ExecuteNext(t.Context())
			_, next := outbox.Plans(board)
			if !slices.Equal(h.because, []outbox.Desenlace{tc.why}) || len(h.delivered) > 0 != tc.sent || next.Equal(later) != tc.wakes {
				t.Errorf("%v, sent %v, the next look at %v", h.because, h.delivered, next)
			}
		})
	}
}

// While the broker is away deletions complete all the same: those that are asked for, and those that wait.
func TestDeletionsCompleteWithoutTheBroker(t *testing.T) {
	cfg := outbox.DefaultConfig
	cfg.Sweep, cfg.Idle = 20*time.Millisecond, 20*time.Millisecond
	w := world.New(t, world.Config{Dir: inMemory(t), Outbox: cfg, SagaDirecta: true})
	away := world.NewProcess(t, world.Config{Outbox: cfg, SagaDirecta: true}, world.Ports{Store: w.Store, Objetos: w.Objetos, Broker: absent{w.Broker}})
	world.Run(t, away.Dispatcher.Run, away.Sweeper.Run, away.Direct.Run)
	c, ds := world.Carpeta(t, w.Store, "op", 30, nil)
	for _, d := range ds {
		if _, err := away.Eliminaciones.Solicitar(t.Context(), world.Owner(c), eliminacion.Pedido{Clave: d.Clave()}); err != nil {
			t.Fatal(err)
		}
		away.Dispatcher.Enviar(broker.Message{ID: d.DocumentoID, Type: broker.DeletionProgress}) // whatever it is: now the broker is known to be away
	}
	deadline := time.Now().Add(time.Minute)
	for {
		now, err := w.Store.Carpeta(t.Context(), c.CarpetaID)
		if err != nil {
			t.Fatal(err)
		}
		if now.TotalDocumentos == 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d documents are left", now.TotalDocumentos)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// absent is a broker that cannot be reached.
type absent struct{ broker.Broker }

func (absent) Publish(context.Context, broker.Message) error { return broker.ErrUnavailable }
func (absent) Ready(context.Context) error                   { return broker.ErrUnavailable }

// A deletion that is leased again while it waits is known as of that lease: what is old is not executed.
func TestALeaseWhileItWaitsIsTheOneThatCounts(t *testing.T) {
	var got time.Time
	h := &hand{do: func(d eliminacion.EnMano) bool { got = d.Leida; return true }}
	d, _ := newDirect(h, nil)
	first, second := directOf("op", 1), directOf("op", 1)
	first.Leida, second.Leida = time.Now().Add(-time.Minute), time.Now()
	if !d.Take(first) || !d.Take(second) {
		t.Fatal("no place")
	}
	d.ExecuteNext(t.Context())
	if !got.Equal(second.Leida) || len(h.executed) != 1 {
		t.Errorf("executed %d times, as it was known %v ago", len(h.executed), time.Since(got))
	}
}

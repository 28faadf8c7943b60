package outbox

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Direct has the places where this process executes deletions itself, right after it wrote or leased
// them. What waits for a place waits by operador, and places are handed out as the sweeper hands out
// leases: an operador with much work delays another's single deletion by one round. It is
// the Board's Places.
type Direct struct {
	*Dispatcher
	sagas Sagas
	wake  chan struct{} // one for each place at most: all of them look then

	mu      sync.Mutex
	lines   map[string][]eliminacion.EnMano // by operador, oldest first; none is empty
	waiting int
	busy    map[string][]eliminacion.EnMano // what is in hand, by carpeta: the next ones of it gather meanwhile
	reach   map[string]int                  // how long the line of an operador may be, as far as that was seen
	turns   *turns
	round   []string // the operadores that this round has still to serve
	closed  bool
}

// NewDirect makes a Direct, the Board's Places; Run it beside the Dispatcher.
func NewDirect(dispatcher *Dispatcher, sagas Sagas) *Direct {
	d := &Direct{
		Dispatcher: dispatcher, sagas: sagas, wake: make(chan struct{}, dispatcher.cfg.Places), turns: newTurns(eliminacion.MaxCierres, dispatcher.cfg.Weights),
		lines: map[string][]eliminacion.EnMano{}, busy: map[string][]eliminacion.EnMano{}, reach: map[string]int{},
	}
	d.Places = d
	return d
}

// Take implements Places. An operador with nothing in line always gets a place there, so that a full line
// starves nobody. A deletion that is leased again replaces its waiting entry. One that is being executed gets no new entry,
// because its executor hands the result on.
func (d *Direct) Take(e eliminacion.EnMano) bool {
	taken := d.enter(e)
	if !taken {
		d.metrics.Directa(SinLugar, e.OperadorID)
	}
	return taken
}

// enter lets a deletion into its operador's line.
func (d *Direct) enter(e eliminacion.EnMano) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	line := d.lines[e.OperadorID]
	same := func(w eliminacion.EnMano) bool { return w.EventoID == e.EventoID }
	again := slices.IndexFunc(line, same)
	switch {
	case d.closed:
		return false
	case slices.ContainsFunc(d.busy[e.CarpetaID], same):
		return true
	case again >= 0: // leased again while it waited
		line[again] = e
		return true
	case e.Entregas == 0 && d.room(e.OperadorID) == 0: // what was leased already waits here sooner than in a queue
		return false
	case d.waiting >= d.cfg.Line && len(line) > 0:
		return false
	}
	d.lines[e.OperadorID] = append(line, e)
	d.waiting++
	d.call()
	return true
}

// call has a free place look, if there is one.
func (d *Direct) call() {
	select {
	case d.wake <- struct{}{}:
	default: // every place is awake already
	}
}

// Room implements Places.
func (d *Direct) Room(operadorID string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.room(operadorID)
}

// room is how many more deletions of an operador may wait here: 1 at least for one with nothing in line; the caller
// holds the lock.
func (d *Direct) room(operadorID string) int {
	n := len(d.lines[operadorID])
	free := max(min(d.cfg.Line-d.waiting, d.reachOf(operadorID)-n), 0)
	if n == 0 {
		return max(free, 1)
	}
	return free
}

// patience is how long a deletion may wait for its place: it has to end before its first lease does.
const patience = eliminacion.PrimerPlazo * 2 / 3

// reachOf is how long an operador's line may be; half of all places in line until it was seen to move.
func (d *Direct) reachOf(operadorID string) int {
	if reach, seen := d.reach[operadorID]; seen {
		return reach
	}
	return max(d.cfg.Line/2, eliminacion.MaxCierres)
}

// adapt lets no more wait in an operador's line than come to their turn in time: it halves the line when what it hands
// out has waited for too long, to no less than a quarter of all places in line: slow writes make a short line slow too.
// It lengthens it step by step while that is quick. The caller holds the lock.
func (d *Direct) adapt(operadorID string, waited time.Duration) {
	switch {
	case waited > patience:
		d.reach[operadorID] = max(len(d.lines[operadorID])/2, d.cfg.Line/4, eliminacion.MaxCierres)
	case waited < patience/2:
		d.reach[operadorID] = min(d.reachOf(operadorID)+eliminacion.MaxCierres, max(d.cfg.Line, eliminacion.MaxCierres))
	}
}

// Run executes until ctx ends, and finishes what is in hand. The commands of what still waits are sent.
func (d *Direct) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for range d.cfg.Places {
		wg.Go(func() {
			for ctx.Err() == nil {
				select {
				case <-d.wake:
					d.work(ctx)
				case <-ctx.Done():
				}
			}
		})
	}
	wg.Wait()
	for _, e := range d.close() {
		d.queue(e, Detenida)
	}
	return nil
}

// work executes until nobody waits, or ctx ends.
func (d *Direct) work(ctx context.Context) {
	for ctx.Err() == nil && d.ExecuteNext(context.WithoutCancel(ctx)) {
	}
}

// ExecuteNext executes the deletions whose turn it is; false if none can be executed now.
func (d *Direct) ExecuteNext(ctx context.Context) bool {
	group := d.next()
	if len(group) == 0 {
		return false
	}
	defer d.done(group[0].CarpetaID)
	d.execute(ctx, group)
	d.gather(ctx, group[0])
	return true
}

// gather waits a moment before the next group of a carpeta, if some of it wait and more fit: each group costs about as
// much as a single one. It keeps nobody else waiting, and who deletes one after the other never waits here.
func (d *Direct) gather(ctx context.Context, last eliminacion.EnMano) {
	if n := d.gathered(last); n > 0 && n < eliminacion.MaxCierres {
		d.rt.Wait(ctx, gather, nil)
	}
}

// gathered is how many of a carpeta wait; 0 also if no place is free for others meanwhile.
func (d *Direct) gathered(last eliminacion.EnMano) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.busy) >= d.cfg.Places {
		return 0
	}
	for _, e := range d.lines[last.OperadorID] {
		if e.CarpetaID == last.CarpetaID {
			n++
		}
	}
	return n
}

// done lets the next ones of a carpeta go.
func (d *Direct) done(carpetaID string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if delete(d.busy, carpetaID); d.waiting > 0 {
		d.call()
	}
}

// execute carries deletions on that did not wait too long for their place. What panics goes by the queues, which count it.
func (d *Direct) execute(ctx context.Context, group []eliminacion.EnMano) {
	fresh := make([]eliminacion.EnMano, 0, len(group))
	for _, e := range group {
		if d.rt.Clock().Sub(e.Leida) > eliminacion.PrimerPlazo {
			d.queue(e, Tardia)
			continue
		}
		fresh = append(fresh, e)
	}
	defer func() {
		if v := recover(); v != nil {
			d.log.Error("executing deletions panicked", "cuantas", len(fresh), "tipo", fmt.Sprintf("%T", v), "pila", string(debug.Stack()))
			for _, e := range fresh {
				d.queue(e, Detenida)
			}
		}
	}()
	for _, f := range d.sagas.Avanzar(ctx, fresh) {
		d.end(f)
	}
}

// end counts what became of a deletion in a place, and hands it on if it has not ended.
func (d *Direct) end(f eliminacion.Fin) {
	why := Ejecutada
	switch {
	case f.Err != nil, f.Intento > 0:
		why = Fallo
	case f.Relevo != "":
		why = Relevada
	}
	if fault.Transient(f.Err) {
		f.Relevo = eliminacion.Orden(f.Eliminacion)
	}
	if f.Err != nil {
		d.log.Warn("deletion not carried on here", "evento", f.EventoID, "paso", f.Paso, "error", f.Err)
	}
	d.metrics.Directa(why, f.OperadorID)
	d.tell(f)
	d.handOn(f)
}

// queue has the command sent of a deletion that this process does not carry on, for a reason.
func (d *Direct) queue(e eliminacion.EnMano, why Desenlace) {
	d.metrics.Directa(why, e.OperadorID)
	d.handOn(eliminacion.Fin{EnMano: e, Relevo: eliminacion.Orden(e.Eliminacion)})
}

// next takes out the deletion whose turn it is, and with it others of its carpeta: they cost little more
// together than one does alone. Groups of one carpeta follow each other: both would write its counter.
func (d *Direct) next() (group []eliminacion.EnMano) {
	d.mu.Lock()
	defer d.mu.Unlock()
	operadorID, carpetaID, found := d.whoseTurn()
	if !found {
		return nil
	}
	most := min(eliminacion.MaxCierres, d.turns.share(operadorID))
	rest := slices.DeleteFunc(d.lines[operadorID], func(e eliminacion.EnMano) bool {
		mine := len(group) < most && e.CarpetaID == carpetaID
		if mine {
			group = append(group, e)
		}
		return mine
	})
	d.busy[carpetaID] = group
	d.waiting -= len(group)
	if d.lines[operadorID] = rest; len(rest) == 0 {
		delete(d.lines, operadorID)
	}
	d.turns.spend(operadorID, len(group), len(rest) == 0)
	d.adapt(operadorID, d.rt.Clock().Sub(group[0].Leida))
	return group
}

// whoseTurn is the operador that is served next, and which of its carpetas; the caller holds the lock.
func (d *Direct) whoseTurn() (operadorID, carpetaID string, found bool) {
	free := map[string]string{}
	for o, line := range d.lines {
		if i := slices.IndexFunc(line, func(e eliminacion.EnMano) bool { return d.busy[e.CarpetaID] == nil }); i >= 0 {
			free[o] = line[i].CarpetaID
		}
	}
	for len(free) > 0 {
		if len(d.round) == 0 {
			d.round = d.turns.round(slices.Collect(maps.Keys(free)))
		}
		o := d.round[0]
		if c, is := free[o]; is && d.turns.share(o) > 0 {
			return o, c, true
		}
		d.round = d.round[1:]
	}
	return "", "", false
}

// close lets nobody in any more, and returns what waits.
func (d *Direct) close() (left []eliminacion.EnMano) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	for _, line := range d.lines {
		left = append(left, line...)
	}
	clear(d.lines)
	d.waiting = 0
	return left
}

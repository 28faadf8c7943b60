package sim

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// Way is how the processes of a run execute deletions.
type Way string

// The ways.
const (
	ByQueues Way = "colas"   // every step by a message
	Direct   Way = "directa" // in the process that wrote or leased them
	Mixed    Way = "mixta"   // each process as it likes, in each of its lives
)

// Ways are all of them.
var Ways = []Way{ByQueues, Direct, Mixed}

// executesItself draws whether a process that starts executes deletions itself.
func (w *world) executesItself() bool {
	return w.plan.way == Direct || w.plan.way == Mixed && w.oneIn(2)
}

// places is a process's outbox.Direct, and tells the scheduler.
type places struct {
	*outbox.Direct
	p         *process
	executing int
}

func newPlaces(p *process) *places {
	return &places{Direct: outbox.NewDirect(p.Dispatcher, executor{sagas{p.eliminaciones, p}}), p: p}
}

// Take implements outbox.Places; at times a place comes free late.
func (l *places) Take(d eliminacion.EnMano) bool {
	w := l.p.w
	if l.p.dead || w.Closed || !l.Direct.Take(d) {
		return false
	}
	if l.executing >= w.plan.despacho.Places {
		return true
	}
	l.executing++
	w.spawn(l.p, func(t *task) {
		if w.oneIn(4) {
			t.Wait(w.Now + w.between(0, 4*time.Second))
		}
		for !t.Dead() && l.ExecuteNext(taskContext{t}) {
			l.p.nudge()
		}
		l.executing--
	})
	return true
}

// sagas is the use cases of a process, as its outbox knows them.
type sagas struct {
	*eliminacion.Servicio
	p *process
}

// Avanzar implements outbox.Sagas.
func (x sagas) Avanzar(ctx context.Context, es []eliminacion.EnMano) []eliminacion.Fin {
	fs := x.Servicio.Avanzar(ctx, es)
	for _, f := range fs {
		if f.Estado.Terminal() {
			delete(x.p.held, f.EventoID)
		}
	}
	return fs
}

// executor is the same in a place, with the deadlines of the adapters.
type executor struct{ sagas }

// Avanzar implements outbox.Sagas. It is a delivery, if not by mail.
func (x executor) Avanzar(ctx context.Context, ds []eliminacion.EnMano) []eliminacion.Fin {
	w, t := x.p.w, x.p.w.current()
	defer func() {
		if v := recover(); v != nil {
			w.violate("an execution panicked: %v", v)
		}
	}()
	t.begun, t.deadline = w.Now, w.Now+handlerTimeout
	for _, d := range ds {
		w.broker.published[d.EventoID]++
		t.begun = min(t.begun, d.Leida.Sub(epoch)-x.p.skew)
		w.note(x.p, "executes %s itself, one of %d", w.short(d.EventoID), len(ds))
	}
	if w.bug == DirectEndless {
		if w.oneIn(2) {
			t.Wait(w.Now + w.between(0, 5*time.Minute))
		}
		t.begun, t.deadline, ds = w.Now, w.Now+handlerTimeout, slices.Clone(ds)
		for i := range ds { // as if they had just been written or leased
			ds[i].Leida = x.p.clock()
		}
	}
	fs, ended := x.sagas.Avanzar(ctx, ds), 0
	for _, f := range fs {
		if f.Estado.Terminal() {
			ended++
		}
	}
	if w.direct += ended; ended > 1 {
		w.groups++
	}
	return fs
}

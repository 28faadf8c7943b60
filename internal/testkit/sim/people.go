package sim

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const requestTimeout = 20 * time.Second // what a front door allows one request

// setGoing sets everything going: processes, faults, people; and the calm after.
func (w *world) setGoing() {
	for n := range w.processes {
		w.start(n)
	}
	w.After(w.between(0, 5*time.Second), w.chaos)
	for n, k := range w.claves {
		w.correctSometimes(k)
		if w.plan.codes {
			w.showSometimes(k)
		}
		if n == len(w.claves)-1 {
			break // the last document is nobody's wish
		}
		ask := w.askDelete
		if w.documentos[k.DocumentoID].Certificado {
			ask = w.solicitar
		}
		w.After(w.between(0, w.plan.chaos), func() { ask(k, 1) })
	}
	if w.plan.consents {
		w.askAndLook()
	}
	for id := range w.plan.carpetas {
		c := w.claves[id*w.plan.documentos].CarpetaID
		w.uploadSometimes(w.carpetas[c])
		w.After(w.between(0, w.plan.chaos/2), func() { w.subscribe(&subscriber{carpetaID: c}) })
		w.After(w.between(0, w.plan.chaos/2), func() { w.subscribe(&subscriber{carpetaID: c, news: true, since: -1}) })
	}
	w.After(w.between(0, 10*time.Second), w.operate)
	w.After(w.plan.chaos, func() {
		w.calm = true
		w.note(nil, "no more faults")
	})
}

// inSomeProcess runs a request in a process, if there is one.
func (w *world) inSomeProcess(f func(t *task, p *process)) {
	p := w.someProcess()
	if p == nil {
		w.After(time.Second, func() { w.inSomeProcess(f) })
		return
	}
	w.spawn(p, func(t *task) {
		t.deadline = w.Now + requestTimeout
		f(t, p)
	})
}

// repeats reports whether the process of a request died. Its sender asks again after a pause if so, or if it is told to.
func (w *world) repeats(t *task, told bool, repetitions int, pause time.Duration, ask func(repetitions int)) (died bool) {
	if (t.Dead() || told) && repetitions > 0 && !w.Closed {
		w.After(w.between(0, pause), func() { ask(repetitions - 1) })
	}
	return t.Dead()
}

// askDelete asks to delete a document; at times twice at once, with an undo window,
// and somebody who changes their mind.
func (w *world) askDelete(k documento.Clave, others int) {
	if others > 0 && w.oneIn(3) {
		w.After(w.between(0, 3*time.Second), func() { w.askDelete(k, others-1) })
	}
	if others > 0 && w.oneIn(3) {
		w.After(w.between(20*time.Second, 2*time.Minute), func() { w.askDelete(k, others-1) })
	}
	ventana := time.Duration(0)
	if w.oneIn(2) {
		ventana = w.between(time.Second, 20*time.Second)
	}
	w.asked[k.DocumentoID] = true
	w.inSomeProcess(func(t *task, p *process) {
		e, err := p.eliminaciones.Solicitar(taskContext{t}, w.duenos[k.CarpetaID], eliminacion.Pedido{Clave: k, Ventana: ventana})
		if t.Dead() {
			return
		}
		w.note(p, "request for %s, window %v: %s %v", w.short(k.DocumentoID), ventana, w.short(e.EventoID), codeOf(err))
		if err == nil {
			w.After(0, func() { w.onDeletion(e) })
		}
	})
}

// onDeletion: the asker watches, and may change their mind.
func (w *world) onDeletion(e eliminacion.Eliminacion) {
	s, found := w.letWatch(e)
	if !found {
		return
	}
	if s.VentanaHasta.IsZero() && !w.oneIn(4) || w.oneIn(2) {
		return
	}
	change := w.cancelar
	if s.EnPapelera && w.oneIn(3) {
		change = w.borrarYa
	}
	w.After(w.between(0, 22*time.Second), func() { change(s) })
}

// letWatch: some watch the requested deletion, which must be stored.
func (w *world) letWatch(e eliminacion.Eliminacion) (*saga, bool) {
	s, found := w.sagas[e.EventoID]
	if !found {
		w.violate("a request was answered with a deletion that is not stored")
		return nil, false
	}
	for range w.IntN(3) {
		w.subscribe(&subscriber{eventoID: e.EventoID, first: int64(w.IntN(2)) - 1})
	}
	return s, true
}

func (w *world) cancelar(s *saga) {
	quien := w.duenos[s.CarpetaID]
	if !s.expires.IsZero() && s.askedBy != quien.Sub && w.oneIn(2) {
		quien = auth.Principal{Sub: s.askedBy, Roles: []auth.Role{auth.Operador}, OperadorID: s.OperadorID}
	}
	w.inSomeProcess(func(t *task, p *process) {
		s.wishes = append(s.wishes, wish{quien.Sub, eliminacion.Retirada})
		e, err := p.eliminaciones.Cancelar(taskContext{t}, quien, s.EventoID)
		if t.Dead() {
			return
		}
		w.note(p, "cancel %s: %v", w.short(s.EventoID), codeOf(err))
		if err == nil && (e.Estado != eliminacion.Cancelada || s.Estado != eliminacion.Cancelada) {
			w.violate("a cancellation was confirmed, and the deletion is %s/%s", s.Estado, s.Paso)
		}
		w.checkAnswer("cancel", err)
	})
}

// operate: an operador looks now and then, and retries what failed; also, for the
// worse, one that did not.
func (w *world) operate() {
	w.After(w.between(5*time.Second, 25*time.Second), w.operate)
	for _, s := range w.inOrder {
		if s.failedPastPivot() || w.oneIn(20) && !w.calm {
			w.reintentar(s)
		}
	}
}

func (w *world) reintentar(s *saga) {
	w.inSomeProcess(func(t *task, p *process) {
		before := *s
		quien := auth.Principal{Sub: "op", Roles: []auth.Role{auth.Operador}, OperadorID: s.OperadorID}
		_, err := p.eliminaciones.Reintentar(taskContext{t}, quien, s.EventoID)
		if t.Dead() {
			return
		}
		w.note(p, "retry %s, which was %s/%s: %v", w.short(s.EventoID), before.Estado, before.Paso, codeOf(err))
		w.checkAnswer("retry", err)
	})
}

// checkAnswer: people get a reason they can understand, or are told to try later.
func (w *world) checkAnswer(what string, err error) {
	switch fault.CodeOf(err).Family() {
	case "", fault.NotAllowed, fault.Unavailable, fault.Conflict:
	default:
		w.violate("%s answered %v", what, err)
	}
}

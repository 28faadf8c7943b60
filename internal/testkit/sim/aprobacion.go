package sim

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// officials work for an operador: each may ask, and decide about the requests of others.
var officials = []string{"ana", "bruno", "caro"}

func (w *world) official(operadorID string) auth.Principal {
	return auth.Principal{Sub: officials[w.IntN(len(officials))], Roles: []auth.Role{auth.Operador}, OperadorID: operadorID}
}

const motivo = "duplicado"

// wish is a person's wish about a request, with any outcome.
type wish struct {
	quien string
	what  eliminacion.Decision
}

// solicitar asks for the deletion of a certified document: the owner, or one of
// the operador, and at times both. Some try deleteDocumento.
func (w *world) solicitar(k documento.Clave, others int) {
	if others > 0 && w.oneIn(3) {
		w.After(w.between(0, 90*time.Second), func() { w.solicitar(k, others-1) })
	}
	if w.oneIn(5) {
		w.After(w.between(0, time.Minute), func() { w.askDelete(k, 0) })
	}
	quien := w.duenos[k.CarpetaID]
	if w.oneIn(2) {
		quien = w.official(w.carpetas[k.CarpetaID].OperadorID)
	}
	w.asked[k.DocumentoID] = true
	w.inSomeProcess(func(t *task, p *process) {
		e, err := p.eliminaciones.SolicitarAprobacion(taskContext{t}, quien, eliminacion.Pedido{Clave: k, Motivo: motivo})
		if t.Dead() {
			return
		}
		w.note(p, "request for certified %s: %s %v", w.short(k.DocumentoID), w.short(e.EventoID), codeOf(err))
		if err == nil {
			w.After(0, func() { w.onRequest(e) })
		}
	})
}

// onRequest: some watch, and some have a wish, in time or not.
func (w *world) onRequest(e eliminacion.Eliminacion) {
	s, found := w.letWatch(e)
	if !found {
		return
	}
	for range w.IntN(4) {
		w.After(w.between(0, w.plan.plazos.Aprobacion*5/4), func() { w.meddle(s) })
	}
}

func (w *world) meddle(s *saga) {
	quien := w.official(s.OperadorID)
	switch w.IntN(8) {
	case 0, 1, 2, 3:
		w.decidir(s, quien, eliminacion.Aprobada)
	case 4:
		w.decidir(s, quien, eliminacion.Rechazada)
	case 5:
		w.cancelar(s)
	case 6: // at once: one of them is too late
		w.decidir(s, quien, eliminacion.Aprobada)
		w.cancelar(s)
	default:
		w.decidir(s, w.mayNotDecide(s), eliminacion.Aprobada)
	}
}

// mayNotDecide is the asker, the owner, or a person of another operador.
func (w *world) mayNotDecide(s *saga) auth.Principal {
	switch {
	case w.oneIn(3):
		return w.duenos[s.CarpetaID]
	case w.oneIn(3):
		return w.official("ajeno")
	default:
		return auth.Principal{Sub: s.askedBy, Roles: []auth.Role{auth.Operador}, OperadorID: s.OperadorID}
	}
}

func (w *world) decidir(s *saga, quien auth.Principal, what eliminacion.Decision) {
	w.inSomeProcess(func(t *task, p *process) {
		t.decide = true
		may := quien.OperadorID == s.OperadorID && quien.Sub != s.askedBy
		if may {
			s.wishes = append(s.wishes, wish{quien.Sub, what})
		}
		decide := p.eliminaciones.Aprobar
		if what == eliminacion.Rechazada {
			decide = p.eliminaciones.Rechazar
		}
		e, err := decide(taskContext{t}, quien, s.EventoID, "visto")
		if t.Dead() {
			return
		}
		w.note(p, "%s says %s of %s: %v", quien.Sub, what, w.short(s.EventoID), codeOf(err))
		switch a := s.Aprobacion; {
		case err == nil && !may:
			w.violate("%s decided about %s, and may not", quien.Sub, w.short(s.EventoID))
		case err == nil && (a.Decision != what || a.DecididaPor != quien.Sub || e.Aprobacion.Decision != what):
			w.violate("%s was told that it is %s, and it is %s by %s", quien.Sub, what, a.Decision, a.DecididaPor)
		case may:
			w.checkAnswer("decide", err)
		}
	})
}

// checkPermission checks how a request ended: once, by a permitted person that asked for it, and
// in time.
func (w *world) checkPermission(s *saga, before eliminacion.Eliminacion) {
	if before.Estado != eliminacion.Iniciada || before.Paso != eliminacion.Aprobacion {
		return
	}
	a := s.Aprobacion
	vencida := !a.DecididaEn.Before(s.expires)
	switch {
	case a.Decision == eliminacion.PorDecidir:
		w.violate("a request went on to %s/%s without a decision", s.Estado, s.Paso)
	case (a.Decision == eliminacion.Aprobada) != (s.Estado == eliminacion.Iniciada):
		w.violate("a request that is %s is %s/%s", a.Decision, s.Estado, s.Paso)
	case a.Decision == eliminacion.Vencida && !vencida:
		w.violate("a request expired %v too early", s.expires.Sub(a.DecididaEn))
	case a.Decision == eliminacion.Vencida:
	case !s.wished(a.DecididaPor, a.Decision):
		w.violate("a request is %s by %q, who did not ask for that", a.Decision, a.DecididaPor)
	case vencida && a.Decision != eliminacion.Retirada:
		w.violate("a request was %s after its expiry", a.Decision)
	}
}

func (s *saga) wished(quien string, what eliminacion.Decision) bool {
	return slices.Contains(s.wishes, wish{quien, what})
}

// unapproved reports whether a saga may not touch anything yet, or ever.
func (s *saga) unapproved() bool {
	return !s.expires.IsZero() && s.Aprobacion.Decision != eliminacion.Aprobada
}

// checkAprobacion: what a subscriber is told of a request was so at that secuencia.
func (w *world) checkAprobacion(e eliminacion.Eliminacion, s *saga) {
	if s.expires.IsZero() {
		return
	}
	want := s.Aprobacion.Decision
	if e.Secuencia == 1 {
		want = eliminacion.PorDecidir
	}
	if e.Aprobacion == nil || e.Aprobacion.Decision != want || e.Aprobacion.Motivo != motivo {
		w.violate("a subscriber saw the request at secuencia %d as %+v; it was %s", e.Secuencia, e.Aprobacion, want)
	}
}

// lie is the request that a planted bug shows the decider.
func (w *world) lie(e eliminacion.Eliminacion) eliminacion.Eliminacion {
	switch {
	case w.bug == DecidirUnseen && e.Aprobacion != nil:
		n := w.sagas[e.EventoID].first
		n.Secuencia = e.Secuencia
		return n
	case w.bug == DecidirOwn:
		e.SolicitadaPor = ""
	}
	return e
}

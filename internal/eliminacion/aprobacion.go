package eliminacion

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Decision is the outcome of the request to delete a certified document.
type Decision string

// The decisions.
const (
	PorDecidir Decision = "PENDIENTE"
	Aprobada   Decision = "APROBADA"
	Rechazada  Decision = "RECHAZADA"
	Vencida    Decision = "VENCIDA"  // nobody decided in time
	Retirada   Decision = "RETIRADA" // taken back by the owner, or by the asker
)

// PedidoDeAprobacion is the request to delete a certified document, and its decision. What
// people wrote and who they are is personal data: it stays out of messages and logs.
type PedidoDeAprobacion struct {
	Motivo      string    `json:"motivo"` // 1–500 characters
	Hasta       time.Time `json:"hasta"`  // it expires then, if nobody has decided
	Decision    Decision  `json:"decision"`
	DecididaPor string    `json:"decididaPor,omitempty"` // subject; empty for VENCIDA
	DecididaEn  time.Time `json:"decididaEn,omitzero"`
	Comentario  string    `json:"comentario,omitempty"` // of the decider, at most 500 characters
}

// en is the request as it stood at a change of its saga.
func (s *PedidoDeAprobacion) en(c Cambio) *PedidoDeAprobacion {
	if s == nil || (situacion{c.Estado, c.Paso}) != enAprobacion {
		return s
	}
	return &PedidoDeAprobacion{Motivo: s.Motivo, Hasta: s.Hasta, Decision: PorDecidir}
}

// igual also holds for two sagas without a request.
func (s *PedidoDeAprobacion) igual(t *PedidoDeAprobacion) bool {
	if s == nil || t == nil {
		return s == t
	}
	return s.Decision == t.Decision && s.DecididaPor == t.DecididaPor && s.DecididaEn.Equal(t.DecididaEn) && s.Comentario == t.Comentario
}

// empezo is when the saga itself could begin: people take their time.
func (e Eliminacion) empezo() time.Time {
	if e.Aprobacion != nil && !e.Aprobacion.DecididaEn.IsZero() {
		return e.Aprobacion.DecididaEn
	}
	return e.SolicitadaEn
}

// reglasAprobacion is the row of INICIADA/APROBACION. A request that was delivered too often
// has expired: the sweeper ends it itself.
var reglasAprobacion = map[Suceso]regla{
	AprobacionVencida: conDecision(Vencida, terminarEn(Cancelada, Aprobacion, Desbloquear)),
	SinProgreso:       conDecision(Vencida, terminarEn(Cancelada, Aprobacion, Desbloquear)),
	SucesoAprobar:     conDecision(Aprobada, pasarA(Iniciada, MinioCleanup, SinEfecto)),
	SucesoRechazar:    conDecision(Rechazada, terminarEn(Cancelada, Aprobacion, Desbloquear)),
	SucesoCancelar:    conDecision(Retirada, terminarEn(Cancelada, Aprobacion, Desbloquear)),
}

// conDecision writes a decision down. Expiry comes not before its time, a person's
// decision not after it; taking back is possible until somebody has decided.
func conDecision(que Decision, r regla) regla {
	return func(e Eliminacion, d Detalle) (Resultado, error) {
		vencio := !d.Now.Before(e.Aprobacion.Hasta)
		switch {
		case que == Vencida && !vencio:
			return Resultado{Nueva: e}, nil
		case (que == Aprobada || que == Rechazada) && vencio:
			return Resultado{Nueva: e}, yaDecidida(Vencida)
		case (que == Aprobada || que == Rechazada) && d.Quien == e.SolicitadaPor:
			return Resultado{Nueva: e}, fault.Plain(fault.OwnAprobacion)
		}
		n := e
		n.Aprobacion = &PedidoDeAprobacion{
			Motivo: e.Aprobacion.Motivo, Hasta: e.Aprobacion.Hasta, Decision: que,
			DecididaPor: d.Quien, DecididaEn: d.Now, Comentario: d.Comentario,
		}
		return r(n, Detalle{Now: d.Now}) // an expiry is no failure
	}
}

// yaNoEspera answers a decision about a saga that does not wait for one: the same
// again, by the same person, is done already.
func yaNoEspera(e Eliminacion, s Suceso, d Detalle) (Resultado, error) {
	a := e.Aprobacion
	if a == nil {
		return Resultado{Nueva: e}, fault.Plain(fault.NoAprobacion)
	}
	suya := a.DecididaPor == d.Quien && a.Comentario == d.Comentario
	if suya && (s == SucesoAprobar && a.Decision == Aprobada || s == SucesoRechazar && a.Decision == Rechazada) {
		return Resultado{Nueva: e}, nil
	}
	return Resultado{Nueva: e}, yaDecidida(a.Decision)
}

// retirarDeNuevo answers a person that takes back a request which has ended already.
func retirarDeNuevo(e Eliminacion, d Detalle) (Resultado, error) {
	if e.Aprobacion.Decision == Retirada {
		return nada(e, d)
	}
	return Resultado{Nueva: e}, yaDecidida(e.Aprobacion.Decision)
}

func yaDecidida(d Decision) error {
	return fault.Plain(map[Decision]fault.Code{
		Aprobada: fault.AprobacionGiven, Rechazada: fault.AprobacionRejected,
		Vencida: fault.AprobacionExpired, Retirada: fault.AprobacionWithdrawn,
	}[d])
}

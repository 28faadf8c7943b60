package sim

import "time"

// llamada is one remote call: when it takes effect and when it is answered,
// counted from the moment it is sent. Once sent, nothing that happens to the
// caller stops the effect.
type llamada struct {
	limite  time.Duration // moment at which the caller gives up
	efecto  time.Duration // negative: never
	vuelta  time.Duration // negative: no answer
	rechazo bool          // the answer comes, but is a refusal without effect
}

// hacer makes a call for a coroutine. It reports whether the answer came in time;
// what the effect found out is valid only then.
func (m *mundo) hacer(t *tarea, l llamada, efecto func()) bool {
	if t.muerta() || m.ahora >= l.limite {
		return false
	}
	if l.efecto >= 0 && !l.rechazo {
		m.tras(l.efecto, efecto)
	}
	if l.vuelta < 0 || m.ahora+l.vuelta > l.limite {
		t.esperar(l.limite)
		return false
	}
	if m.conPeso(ProcesoPausa, m.peso[ProcesoPausa]/8) {
		m.pausar(t.p) // before it sees the answer
	}
	t.esperar(m.ahora + l.vuelta)
	return !t.muerta() && m.ahora <= l.limite
}

// tiempos are the times of a call without fault: the effect first, the answer after.
func (m *mundo) tiempos(min, max time.Duration) (efecto, vuelta time.Duration) {
	efecto = m.entre(min, max)
	return efecto, efecto + m.entre(min, max)
}

package sim

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

const plazoPersona = 20 * time.Second // what a front door allows one request

// actuar sets everything going: processes, faults, people; and the calm after.
func (m *mundo) actuar() {
	for n := range m.procesos {
		m.arrancar(n)
	}
	m.tras(m.entre(0, 5*time.Second), m.caos)
	for n, k := range m.claves {
		if n == len(m.claves)-1 {
			break // the last document is nobody's wish
		}
		pedir := m.pedir
		if m.documentos[k.DocumentoID].Certificado {
			pedir = m.solicitar
		}
		m.tras(m.entre(0, m.plan.caos), func() { pedir(k, 1) })
	}
	for id := range m.plan.carpetas {
		c := m.claves[id*m.plan.documentos].CarpetaID
		m.tras(m.entre(0, m.plan.caos/2), func() { m.suscribir("", c, 0) })
	}
	m.tras(m.entre(0, 10*time.Second), m.operar)
	m.tras(m.plan.caos, func() {
		m.calma = true
		m.anotar(nil, "no more faults")
	})
}

// alguien runs a request in a process, if there is one.
func (m *mundo) alguien(f func(t *tarea, p *proceso)) {
	p := m.vivo()
	if p == nil {
		m.tras(time.Second, func() { m.alguien(f) })
		return
	}
	m.nueva(p, func(t *tarea) {
		t.limite = m.ahora + plazoPersona
		f(t, p)
	})
}

// pedir asks to delete a document; at times twice at once, with an undo window,
// and somebody who changes their mind.
func (m *mundo) pedir(k documento.Clave, otras int) {
	if otras > 0 && m.uno(3) {
		m.tras(m.entre(0, 3*time.Second), func() { m.pedir(k, otras-1) })
	}
	if otras > 0 && m.uno(3) {
		m.tras(m.entre(20*time.Second, 2*time.Minute), func() { m.pedir(k, otras-1) })
	}
	ventana := time.Duration(0)
	if m.uno(2) {
		ventana = m.entre(time.Second, 20*time.Second)
	}
	m.pedidas[k.DocumentoID] = true
	m.alguien(func(t *tarea, p *proceso) {
		e, err := p.servicio.Solicitar(contexto{t}, m.duenos[k.CarpetaID], eliminacion.Pedido{Clave: k, Ventana: ventana})
		if t.muerta() {
			return
		}
		m.anotar(p, "request for %s, window %v: %s %v", m.corto(k.DocumentoID), ventana, m.corto(e.EventoID), respuesta(err))
		if err == nil {
			m.tras(0, func() { m.pedida(e) })
		}
	})
}

// pedida: the one who asked watches, and may change their mind.
func (m *mundo) pedida(e eliminacion.Eliminacion) {
	s, hay := m.mirada(e)
	if !hay {
		return
	}
	if s.VentanaHasta.IsZero() && !m.uno(4) || m.uno(2) {
		return
	}
	m.tras(m.entre(0, 22*time.Second), func() { m.cancelar(s) })
}

// mirada: some watch what was asked for, which must be stored.
func (m *mundo) mirada(e eliminacion.Eliminacion) (*saga, bool) {
	s, hay := m.sagas[e.EventoID]
	if !hay {
		m.violar("a request was answered with a deletion that is not stored")
		return nil, false
	}
	for range m.IntN(3) {
		m.suscribir(e.EventoID, "", int64(m.IntN(2))-1)
	}
	return s, true
}

func (m *mundo) cancelar(s *saga) {
	quien := m.duenos[s.CarpetaID]
	if !s.vence.IsZero() && s.pidio != quien.Sub && m.uno(2) {
		quien = auth.Principal{Sub: s.pidio, Roles: []auth.Rol{auth.Operador}, OperadorID: s.OperadorID}
	}
	m.alguien(func(t *tarea, p *proceso) {
		s.opiniones = append(s.opiniones, opinion{quien.Sub, eliminacion.Retirada})
		e, err := p.servicio.Cancelar(contexto{t}, quien, s.EventoID)
		if t.muerta() {
			return
		}
		m.anotar(p, "cancel %s: %v", m.corto(s.EventoID), respuesta(err))
		if err == nil && (e.Estado != eliminacion.Cancelada || s.Estado != eliminacion.Cancelada) {
			m.violar("a cancellation was confirmed, and the deletion is %s/%s", s.Estado, s.Paso)
		}
		m.inesperado("cancel", err)
	})
}

// operar: an operador looks now and then, and retries what failed; also, for the
// worse, what did not.
func (m *mundo) operar() {
	m.tras(m.entre(5*time.Second, 25*time.Second), m.operar)
	for _, s := range m.orden {
		if s.fallidaMeta() || m.uno(20) && !m.calma {
			m.reintentar(s)
		}
	}
}

func (m *mundo) reintentar(s *saga) {
	m.alguien(func(t *tarea, p *proceso) {
		antes := *s
		quien := auth.Principal{Sub: "op", Roles: []auth.Rol{auth.Operador}, OperadorID: s.OperadorID}
		_, err := p.servicio.Reintentar(contexto{t}, quien, s.EventoID)
		if t.muerta() {
			return
		}
		m.anotar(p, "retry %s, which was %s/%s: %v", m.corto(s.EventoID), antes.Estado, antes.Paso, respuesta(err))
		m.inesperado("retry", err)
	})
}

// inesperado: people get a reason they can understand, or are told to try later.
func (m *mundo) inesperado(que string, err error) {
	switch fault.CodeOf(err) {
	case "", fault.NotAllowed, fault.Unavailable, fault.Conflict:
	default:
		m.violar("%s answered %v", que, err)
	}
}

package sim

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// funcionarios work for an operador: each may ask, and decide what others asked.
var funcionarios = []string{"ana", "bruno", "caro"}

func (m *mundo) funcionario(operadorID string) auth.Principal {
	return auth.Principal{Sub: funcionarios[m.IntN(len(funcionarios))], Roles: []auth.Rol{auth.Operador}, OperadorID: operadorID}
}

const motivo = "duplicado"

// opinion is what somebody wanted done about a request, whatever came of it.
type opinion struct {
	quien string
	que   eliminacion.Decision
}

// solicitar asks for the deletion of a certified document: the owner, or one of
// the operador, and at times both. Some try deleteDocumento.
func (m *mundo) solicitar(k documento.Clave, otras int) {
	if otras > 0 && m.uno(3) {
		m.tras(m.entre(0, 90*time.Second), func() { m.solicitar(k, otras-1) })
	}
	if m.uno(5) {
		m.tras(m.entre(0, time.Minute), func() { m.pedir(k, 0) })
	}
	quien := m.duenos[k.CarpetaID]
	if m.uno(2) {
		quien = m.funcionario(m.carpetas[k.CarpetaID].OperadorID)
	}
	m.pedidas[k.DocumentoID] = true
	m.alguien(func(t *tarea, p *proceso) {
		e, err := p.servicio.SolicitarAprobacion(contexto{t}, quien, eliminacion.Pedido{Clave: k, Motivo: motivo})
		if t.muerta() {
			return
		}
		m.anotar(p, "request for certified %s: %s %v", m.corto(k.DocumentoID), m.corto(e.EventoID), respuesta(err))
		if err == nil {
			m.tras(0, func() { m.solicitada(e) })
		}
	})
}

// solicitada: some watch, and some have an opinion, in time or not.
func (m *mundo) solicitada(e eliminacion.Eliminacion) {
	s, hay := m.mirada(e)
	if !hay {
		return
	}
	for range m.IntN(4) {
		m.tras(m.entre(0, m.plan.plazos.Aprobacion*5/4), func() { m.opinar(s) })
	}
}

func (m *mundo) opinar(s *saga) {
	quien := m.funcionario(s.OperadorID)
	switch m.IntN(8) {
	case 0, 1, 2, 3:
		m.decidir(s, quien, eliminacion.Aprobada)
	case 4:
		m.decidir(s, quien, eliminacion.Rechazada)
	case 5:
		m.cancelar(s)
	case 6: // at once: one of them is too late
		m.decidir(s, quien, eliminacion.Aprobada)
		m.cancelar(s)
	default:
		m.decidir(s, m.quienNoPuede(s), eliminacion.Aprobada)
	}
}

// quienNoPuede is who asked, the owner, or one of another operador.
func (m *mundo) quienNoPuede(s *saga) auth.Principal {
	switch {
	case m.uno(3):
		return m.duenos[s.CarpetaID]
	case m.uno(3):
		return m.funcionario("ajeno")
	default:
		return auth.Principal{Sub: s.pidio, Roles: []auth.Rol{auth.Operador}, OperadorID: s.OperadorID}
	}
}

func (m *mundo) decidir(s *saga, quien auth.Principal, que eliminacion.Decision) {
	m.alguien(func(t *tarea, p *proceso) {
		t.decide = true
		puede := quien.OperadorID == s.OperadorID && quien.Sub != s.pidio
		if puede {
			s.opiniones = append(s.opiniones, opinion{quien.Sub, que})
		}
		hacer := p.servicio.Aprobar
		if que == eliminacion.Rechazada {
			hacer = p.servicio.Rechazar
		}
		e, err := hacer(contexto{t}, quien, s.EventoID, "visto")
		if t.muerta() {
			return
		}
		m.anotar(p, "%s says %s of %s: %v", quien.Sub, que, m.corto(s.EventoID), respuesta(err))
		switch a := s.Aprobacion; {
		case err == nil && !puede:
			m.violar("%s decided about %s, and may not", quien.Sub, m.corto(s.EventoID))
		case err == nil && (a.Decision != que || a.DecididaPor != quien.Sub || e.Aprobacion.Decision != que):
			m.violar("%s was told that it is %s, and it is %s by %s", quien.Sub, que, a.Decision, a.DecididaPor)
		case puede:
			m.inesperado("decide", err)
		}
	})
}

// conPermiso checks how a request ended: once, by who asked for that and may, and
// in time.
func (m *mundo) conPermiso(s *saga, antes eliminacion.Eliminacion) {
	if antes.Estado != eliminacion.Iniciada || antes.Paso != eliminacion.Aprobacion {
		return
	}
	a := s.Aprobacion
	vencida := !a.DecididaEn.Before(s.vence)
	switch {
	case a.Decision == eliminacion.PorDecidir:
		m.violar("a request went on to %s/%s without a decision", s.Estado, s.Paso)
	case (a.Decision == eliminacion.Aprobada) != (s.Estado == eliminacion.Iniciada):
		m.violar("a request that is %s is %s/%s", a.Decision, s.Estado, s.Paso)
	case a.Decision == eliminacion.Vencida && !vencida:
		m.violar("a request expired %v too early", s.vence.Sub(a.DecididaEn))
	case a.Decision == eliminacion.Vencida:
	case !s.opino(a.DecididaPor, a.Decision):
		m.violar("a request is %s by %q, who did not ask for that", a.Decision, a.DecididaPor)
	case vencida && a.Decision != eliminacion.Retirada:
		m.violar("a request was %s after its expiry", a.Decision)
	}
}

func (s *saga) opino(quien string, que eliminacion.Decision) bool {
	return slices.Contains(s.opiniones, opinion{quien, que})
}

// sinAprobar reports whether a saga may not touch anything yet, or ever.
func (s *saga) sinAprobar() bool {
	return !s.vence.IsZero() && s.Aprobacion.Decision != eliminacion.Aprobada
}

// vistaSolicitud: what a subscriber is told of a request was so at that secuencia.
func (m *mundo) vistaSolicitud(e eliminacion.Eliminacion, s *saga) {
	if s.vence.IsZero() {
		return
	}
	want := s.Aprobacion.Decision
	if e.Secuencia == 1 {
		want = eliminacion.PorDecidir
	}
	if e.Aprobacion == nil || e.Aprobacion.Decision != want || e.Aprobacion.Motivo != motivo {
		m.violar("a subscriber saw the request at secuencia %d as %+v; it was %s", e.Secuencia, e.Aprobacion, want)
	}
}

// mentir is what a planted bug shows who decides.
func (m *mundo) mentir(s *saga, e eliminacion.Eliminacion) eliminacion.Eliminacion {
	switch {
	case m.plantado == DecidirSinMirar && e.Aprobacion != nil:
		n := s.pasado[0].e
		n.Secuencia = e.Secuencia
		return n
	case m.plantado == DecidirLoPropio:
		e.SolicitadaPor = ""
	}
	return e
}

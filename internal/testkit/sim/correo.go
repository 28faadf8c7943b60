package sim

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

const plazoConfirmar = 5 * time.Second // what an adapter waits for a confirm

// copia is a message in a work queue.
type copia struct {
	msg   broker.Message
	cola  string
	lista bool     // in the queue; otherwise delivered and not acknowledged, or on its way
	de    *proceso // who has it
	conex int      // over which of its connections
	fuera bool     // acknowledged, or wiped
}

// oficina is the broker: the queues and who is connected.
type oficina struct {
	caida      bool
	sinCola    bool // the topology is gone: commands are unroutable
	copias     []*copia
	muertas    int // dead letters
	publicadas map[string]int
}

// correo is one process's way to the broker.
type correo struct{ p *proceso }

// Publish implements broker.Publisher.
func (c correo) Publish(_ context.Context, msg broker.Message) error {
	m, t := c.p.m, c.p.m.actual
	if err := msg.Check(); err != nil {
		m.violar("a malformed message was published: %v", err)
	}
	err := c.publicar(t, msg)
	if m.traza != nil && !t.muerta() {
		m.anotar(c.p, "publish %s %s#%s: %v", msg.Type, m.corto(msg.SagaID), secuenciaDe(msg), siOk(err))
	}
	return err
}

func (c correo) publicar(t *tarea, msg broker.Message) error {
	m := c.p.m
	if m.oficina.caida || !c.p.enlace {
		t.esperar(m.ahora + time.Millisecond)
		return broker.ErrUnavailable
	}
	l := llamada{limite: min(m.ahora+plazoConfirmar, t.limite)}
	l.efecto, l.vuelta = m.tiempos(300*time.Microsecond, 3*time.Millisecond)
	if m.falla(CorreoSinConf) {
		if l.vuelta = -1; m.uno(2) {
			l.efecto = -1
		}
	}
	conexion, err := c.p.conexion, broker.ErrUnconfirmed
	respondio := m.hacer(t, l, func() {
		if c.p.conexion != conexion || m.oficina.caida {
			return
		}
		if m.oficina.sinCola && !broker.IsPureEvent(msg.Type) {
			err = broker.ErrUnroutable
			return
		}
		err = nil
		m.aceptar(msg)
		c.p.escribio(escritura)
	})
	if !respondio {
		return broker.ErrUnconfirmed
	}
	return err
}

// aceptar puts a message into the queues that take it, and tells those who listen.
func (m *mundo) aceptar(msg broker.Message) {
	m.oficina.publicadas[msg.SagaID]++
	for _, q := range broker.Queues {
		if !q.Takes(msg.Type) || m.falla(CorreoPierde) {
			continue
		}
		m.encolar(msg, q.Name, 0)
		if m.falla(CorreoDuplica) {
			m.encolar(msg, q.Name, m.entre(0, 10*time.Second))
		}
	}
	if slices.ContainsFunc(broker.EventKeys, func(k string) bool { return broker.Matches(k, msg.Type) }) {
		m.difundir(msg)
	}
}

// encolar makes a copy that is ready after a while.
func (m *mundo) encolar(msg broker.Message, cola string, tras time.Duration) {
	switch {
	case m.falla(CorreoDemora):
		tras += m.entre(10*time.Second, 3*time.Minute)
	case m.falla(CorreoDesordena):
		tras += m.entre(0, 2*time.Second)
	}
	c := &copia{msg: msg, cola: cola}
	m.oficina.copias = append(m.oficina.copias, c)
	m.tras(tras+m.entre(100*time.Microsecond, 2*time.Millisecond), func() {
		c.lista = true
		m.repartir(c)
	})
}

// repartir hands a copy that is ready to a process that is connected.
func (m *mundo) repartir(c *copia) {
	if c.fuera || !c.lista || m.oficina.caida {
		return
	}
	var quien []*proceso
	for _, p := range m.procesos {
		if !p.muerto && p.enlace {
			quien = append(quien, p)
		}
	}
	if len(quien) == 0 {
		return // the next connection takes it
	}
	p := quien[m.IntN(len(quien))]
	c.lista, c.de, c.conex = false, p, p.conexion
	m.nueva(p, func(t *tarea) { m.atender(t, c) })
}

// atender runs the handler as every adapter does, and settles the message.
func (m *mundo) atender(t *tarea, c *copia) {
	p := t.p
	if t.muerta() {
		return
	}
	t.inicio = m.ahora // a paused process begins when it goes on
	t.limite = t.inicio + plazoManejador
	if m.traza != nil {
		m.anotar(p, "gets %s %s#%s attempt %d", c.msg.Type, m.corto(c.msg.SagaID), secuenciaDe(c.msg), c.msg.Intento)
	}
	v := broker.Execute(contexto{t}, p.servicio.Handler(c.cola), c.msg, plazoManejador, p.servicio.Plazos.Reintento)
	var panico *broker.PanicError
	if errors.As(v.Err, &panico) {
		m.violar("a handler panicked: %v\n%s", panico, panico.Stack)
	}
	if t.muerta() || c.de != p || c.conex != p.conexion || m.oficina.caida {
		return // not acknowledged: it comes again
	}
	switch v.Outcome {
	case broker.Retry:
		otra := c.msg
		otra.Intento++
		m.encolar(otra, c.cola, v.Delay)
	case broker.Dead:
		m.oficina.muertas++
	case broker.CutShort:
		return
	case broker.Done:
	}
	if m.traza != nil && v.Outcome != broker.Done {
		m.anotar(p, "%s %s fails: %v", c.msg.Type, m.corto(c.msg.SagaID), v.Reason)
	}
	m.quitar(c)
}

func (m *mundo) quitar(c *copia) {
	c.fuera = true
	m.oficina.copias = slices.DeleteFunc(m.oficina.copias, func(o *copia) bool { return o == c })
}

// Ready implements the part of broker.Health that the sweeper needs.
func (c correo) Ready(context.Context) error {
	t := c.p.m.actual
	t.esperar(c.p.m.ahora + 2*time.Millisecond)
	if t.muerta() || c.p.m.oficina.caida || !c.p.enlace {
		return broker.ErrUnavailable
	}
	return nil
}

// difundir gives every process that listens its own copy of an event.
func (m *mundo) difundir(msg broker.Message) {
	a, err := eliminacion.ReadAviso(msg)
	if err != nil {
		m.violar("an event cannot be read: %v", err)
	}
	for _, p := range m.procesos {
		if p.muerto || !p.oye || m.falla(EventoPierde) {
			continue
		}
		tras := m.entre(100*time.Microsecond, 2*time.Millisecond)
		if m.falla(CorreoDesordena) {
			tras += m.entre(0, 2*time.Second)
		}
		conexion := p.conexion
		m.tras(tras, func() { m.oir(p, conexion, a) })
	}
}

// oir is what app does with an event.
func (m *mundo) oir(p *proceso, conexion int, a eliminacion.Aviso) {
	switch {
	case p.muerto || p.conexion != conexion:
		return
	case p.pausadoHasta > m.ahora:
		m.tras(p.pausadoHasta-m.ahora, func() { m.oir(p, conexion, a) })
		return
	}
	p.board.Oido(a.OperadorID)
	if a.Estado.Terminal() {
		p.board.Soltar(a.EventoID)
	}
	p.tocar()
	p.hub.Publish(a)
	p.avisarSesiones()
}

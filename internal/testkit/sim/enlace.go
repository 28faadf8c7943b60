package sim

import (
	"slices"
	"time"
)

// conectar brings a process back to the broker after a while: its consumers at
// once, its listener with a gap.
func (m *mundo) conectar(p *proceso) {
	m.tras(m.entre(time.Millisecond, 300*time.Millisecond), func() {
		if p.muerto || p.enlace || m.oficina.caida || p.cortadoSolo {
			return
		}
		p.enlace, p.oye = true, true
		p.board.Perdido()
		p.tocar()
		if m.plantado != HubSinRelectura {
			p.hub.Missed()
			p.avisarSesiones()
		}
		m.anotar(p, "connected to the broker")
		m.volverARepartir()
	})
}

func (m *mundo) volverARepartir() {
	for _, c := range slices.Clone(m.oficina.copias) {
		m.repartir(c)
	}
}

// desconectar: what was delivered and not acknowledged is the queue's again.
func (m *mundo) desconectar(p *proceso) {
	p.enlace, p.oye = false, false
	p.conexion++
	for _, c := range slices.Clone(m.oficina.copias) {
		if c.de == p {
			c.de, c.lista = nil, true
			m.tras(m.entre(0, 50*time.Millisecond), func() { m.repartir(c) })
		}
	}
}

// cortar takes the connection of one process away for a while.
func (m *mundo) cortar(p *proceso, tanto time.Duration) {
	m.anotar(p, "loses its connection to the broker")
	p.cortadoSolo = true
	m.desconectar(p)
	m.tras(tanto, func() {
		p.cortadoSolo = false
		m.conectar(p)
	})
}

// tumbarCorreo stops the broker; vacia also takes everything that was in it.
func (m *mundo) tumbarCorreo(vacia bool) {
	if m.oficina.caida {
		return
	}
	m.anotar(nil, "broker down, wiped: %v", vacia)
	m.oficina.caida = true
	for _, p := range m.procesos {
		m.desconectar(p)
	}
	if vacia {
		for _, c := range m.oficina.copias {
			c.fuera = true
		}
		m.oficina.copias, m.oficina.muertas = nil, 0
		m.oficina.sinCola = true
	}
	m.tras(m.entre(200*time.Millisecond, 40*time.Second), m.levantarCorreo)
}

func (m *mundo) levantarCorreo() {
	m.anotar(nil, "broker up")
	m.oficina.caida = false
	if m.oficina.sinCola {
		m.tras(m.entre(0, 60*time.Second), func() {
			m.oficina.sinCola = false
			m.anotar(nil, "topology declared again")
		})
	}
	for _, p := range m.procesos {
		if !p.muerto {
			m.conectar(p)
		}
	}
}

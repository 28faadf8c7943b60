package sim

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// plan is what a seed draws before anything happens.
type plan struct {
	procesos, carpetas, documentos int
	certificados                   bool          // half of the documents
	caos                           time.Duration // how long faults happen
	despacho                       outbox.Config
	plazos                         eliminacion.Plazos
	porEntregas                    bool // how the store recognises that a lease was given back
}

// planear draws the world. Times are the product's own, as their relations are
// what is tried; sizes are small, so that every bound is met.
func (m *mundo) planear() plan {
	p := plan{
		procesos: 1 + m.IntN(3), carpetas: 1 + m.IntN(2), documentos: 2 + m.IntN(3),
		caos: m.entre(20*time.Second, 150*time.Second), porEntregas: m.uno(2),
		despacho: outbox.DefaultConfig, plazos: eliminacion.PlazosNormales,
	}
	p.despacho.Publishers, p.despacho.Batch = 1+m.IntN(4), 1+m.IntN(8)
	if p.despacho.Queue = 64; m.uno(2) {
		p.despacho.Queue = 1 + m.IntN(4)
	}
	if m.uno(3) {
		p.despacho.Window, p.despacho.WindowEach = 1+m.IntN(3), 1+m.IntN(2)
	}
	if m.uno(4) {
		p.caos *= 3
	}
	p.certificados, p.plazos.Aprobacion = m.uno(3), m.entre(5*time.Second, 4*time.Minute)
	p.plazos.MaxEntregas = []int{2, 3, 10}[m.IntN(3)]
	return m.plantar(p)
}

// caos makes the faults that nobody's call meets.
func (m *mundo) caos() {
	if m.ahora >= m.plan.caos {
		return
	}
	const peso = 0.12
	p := m.vivo()
	switch {
	case p != nil && m.conPeso(ProcesoMuere, peso):
		m.matar(p)
	case p != nil && m.conPeso(ProcesoPausa, peso):
		m.pausar(p)
	case p != nil && p.enlace && m.conPeso(EnlaceCorta, peso):
		m.cortar(p, m.entre(100*time.Millisecond, 30*time.Second))
	case m.conPeso(CorreoReinicia, peso):
		m.tumbarCorreo(false)
	case m.conPeso(CorreoVacia, peso):
		m.tumbarCorreo(true)
	case !m.almacenCaido && m.conPeso(AlmacenCaido, peso):
		m.apagar(&m.almacenCaido, "store")
	case !m.objetosCaidos && m.conPeso(ObjetosCaido, peso):
		m.apagar(&m.objetosCaidos, "object store")
	}
	m.tras(m.entre(time.Second, 12*time.Second), m.caos)
}

func (m *mundo) apagar(caido *bool, que string) {
	*caido = true
	m.anotar(nil, "%s does not answer", que)
	m.tras(m.entre(time.Second, 40*time.Second), func() {
		*caido = false
		m.anotar(nil, "%s answers again", que)
	})
}

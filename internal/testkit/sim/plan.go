package sim

import (
	"cmp"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// plan is what a seed draws before anything happens.
type plan struct {
	processes, carpetas, documentos int
	certificados                    bool          // half of the documents
	chaos                           time.Duration // how long faults happen
	despacho                        outbox.Config
	plazos                          eliminacion.Plazos
	cargas                          bool // people and entities send documents
	links                           documento.Limites
	way                             Way
	divided                         bool // the roles are, among the processes
	codes                           bool // owners show certified documents by codes, and entities replace what they delivered
	consents                        bool // entities ask for documents, owners answer, entities look; and they replace what they delivered
}

// makePlan draws the world. Times are the product's own, as their relations are
// the tries; sizes are small, so that every bound is met.
func (w *world) makePlan(cargas bool, way Way) plan {
	p := plan{
		processes: 1 + w.IntN(3), carpetas: 1 + w.IntN(2), documentos: 2 + w.IntN(3),
		chaos:    w.between(20*time.Second, 150*time.Second),
		despacho: outbox.DefaultConfig, plazos: eliminacion.PlazosNormales,
	}
	p.despacho.Publishers, p.despacho.Batch = 1+w.IntN(4), 1+w.IntN(8)
	if p.despacho.Queue = 64; w.oneIn(2) {
		p.despacho.Queue = 1 + w.IntN(4)
	}
	if w.oneIn(3) {
		p.despacho.Window, p.despacho.WindowEach = 1+w.IntN(3), 1+w.IntN(2)
	}
	if w.oneIn(4) {
		p.chaos *= 3
	}
	p.certificados, p.plazos.Aprobacion = w.oneIn(3), w.between(5*time.Second, 4*time.Minute)
	p.plazos.MaxEntregas = []int{2, 3, 10}[w.IntN(3)]
	if p.cargas = cargas; cargas {
		p.links = documento.Limites{
			MaxTamano: sizeInParts, CargaVence: w.between(5*time.Second, time.Minute), Cuota: carpeta.Cuota{Bytes: 1 << 40, Documentos: 9, Pendientes: 3},
		}
	}
	p.divided = w.oneIn(3)
	p.way, p.despacho.Places, p.despacho.Line = cmp.Or(way, Ways[w.IntN(len(Ways))]), 1+w.IntN(3), 1+w.IntN(4)
	if w.bug == ReserveEndless {
		p.despacho.Reserve = 1000 * time.Hour
	}
	if w.bug == CompensarAtOnce {
		p.plazos.Reposo = -5 * time.Second // not even the allowance for clocks that differ
	}
	p.despacho.Plazos = p.plazos
	return p
}

// chaos makes the faults that nobody's call meets.
func (w *world) chaos() {
	if w.Now >= w.plan.chaos {
		return
	}
	const weight = 0.12
	p := w.someProcess()
	switch {
	case p != nil && w.strikesWith(ProcessDies, weight):
		w.kill(p)
	case p != nil && w.strikesWith(ProcessPauses, weight):
		w.pause(p)
	case p != nil && p.connected && w.strikesWith(ConnectionCut, weight):
		w.cut(p, w.between(100*time.Millisecond, 30*time.Second))
	case w.strikesWith(BrokerRestarts, weight):
		w.stopBroker(false)
	case w.strikesWith(BrokerWiped, weight):
		w.stopBroker(true)
	case !w.storeDown && w.strikesWith(StoreDown, weight):
		w.turnOff(&w.storeDown, "store")
	case !w.objetosDown && w.strikesWith(ObjetosDown, weight):
		w.turnOff(&w.objetosDown, "object store")
	}
	w.After(w.between(time.Second, 12*time.Second), w.chaos)
}

func (w *world) turnOff(down *bool, what string) {
	*down = true
	w.note(nil, "%s does not answer", what)
	w.After(w.between(time.Second, 40*time.Second), func() {
		*down = false
		w.note(nil, "%s answers again", what)
	})
}

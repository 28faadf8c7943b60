package sim

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// held is a deletion for which a process may have a place in its dispatch window.
type held struct {
	operadorID string
	until      time.Time
	goesOn     bool // it certainly has one, unless the deletion has ended: a request had it go on
}

func (p *process) hold(eventoID, operadorID string, d time.Duration, goesOn bool) {
	p.held[eventoID] = held{operadorID, p.clock().Add(d), goesOn}
}

// Plazo implements eliminacion.Cola. An operador has no more under way than its window holds.
func (p *process) Plazo(e eliminacion.Eliminacion) time.Time {
	p.checkRoom(e.OperadorID)
	until := p.Dispatcher.Plazo(e)
	if !until.After(p.clock()) {
		return until
	}
	all, mine, most := 0, 0, p.w.plan.despacho
	for eventoID, h := range p.held {
		if s, found := p.w.sagas[eventoID]; !found || !h.goesOn || eventoID == e.EventoID || s.Estado.Terminal() || !h.until.After(p.clock()) {
			continue
		}
		if all++; h.operadorID == e.OperadorID {
			mine++
		}
	}
	if mine >= most.WindowEach || mine > 0 && all >= most.Window {
		p.w.violate("a deletion goes on beside %d of its operador, %d in all, that are under way", mine, all)
	}
	p.hold(e.EventoID, e.OperadorID, outbox.DefaultConfig.Reserve, false)
	return until
}

// Seguir implements eliminacion.Cola.
func (p *process) Seguir(f eliminacion.Fin) {
	if f.Relevo != "" {
		p.hold(f.EventoID, f.OperadorID, p.w.plan.plazos.Respuesta, true)
		if p.w.bug == ReserveShort {
			p.Enviar(eliminacion.Mensaje(f.Eliminacion, f.Relevo, p.clock()))
			return
		}
	}
	p.Dispatcher.Seguir(f)
	p.nudge()
}

// told lets the board hear an event.
func (p *process) told(tipo string, a eliminacion.Aviso) {
	if a.Estado.Terminal() {
		delete(p.held, a.EventoID)
		if p.w.bug == EndUnheard {
			p.checkRoom(a.OperadorID)
			return
		}
	}
	p.board.Oido(tipo, a.OperadorID, a.EventoID)
	p.checkRoom(a.OperadorID)
}

// checkRoom: an operador with nothing under way gets a place. Places that are overdue are taken back once a second.
func (p *process) checkRoom(operadorID string) {
	if !p.board.Vista(operadorID).SinLugar {
		return
	}
	for _, h := range p.held {
		if h.operadorID == operadorID && !h.until.Add(time.Second).Before(p.clock()) {
			return
		}
	}
	p.w.violate("%s has no place for a deletion of %s, and none is under way there", p.name(), operadorID)
}

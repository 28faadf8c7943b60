package sim

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// place is where the lists of the store have a document.
type place struct {
	orders map[documento.CampoOrden]bool
	bin    bool
}

// list puts a document into every order.
func (w *world) list(documentoID string) {
	p := place{orders: map[documento.CampoOrden]bool{}}
	for _, campo := range documento.CamposOrden {
		p.orders[campo] = true
	}
	w.places[documentoID] = p
}

// intoBin moves a document out of the lists.
func (w *world) intoBin(d *documento.Documento, e eliminacion.Eliminacion) {
	d.PapeleraDesde, d.PapeleraHasta = e.SolicitadaEn, e.VentanaHasta
	w.places[d.DocumentoID] = place{bin: true}
	w.count(d.CarpetaID, -1, 1)
}

// outOfBin moves it back.
func (w *world) outOfBin(d *documento.Documento) {
	d.PapeleraDesde, d.PapeleraHasta = time.Time{}, time.Time{}
	w.list(d.DocumentoID)
	if w.bug == RestoreHalf {
		delete(w.places[d.DocumentoID].orders, documento.PorTipo)
	}
	if w.bug == RestoreUncounted {
		w.count(d.CarpetaID, 0, -1)
		return
	}
	w.count(d.CarpetaID, 1, -1)
}

// count counts a change of a carpeta's documents.
func (w *world) count(carpetaID string, listed, binned int64) {
	c := w.carpetas[carpetaID]
	c.TotalDocumentos, c.TotalPapelera, c.Version = c.TotalDocumentos+listed, c.TotalPapelera+binned, c.Version+1
	w.changes[carpetaID]++
}

// checkPlace: a document is in every list, or in the bin alone; and there exactly while a deletion with a window is under
// way.
func (w *world) checkPlace(d *documento.Documento) {
	p := w.places[d.DocumentoID]
	if n := len(p.orders); n != 0 && n != len(documento.CamposOrden) || p.bin == (n > 0) {
		w.violate("a document is in %d of %d lists, and in the bin %v", n, len(documento.CamposOrden), p.bin)
	}
	s, found := w.sagas[d.EliminacionID]
	if p.bin != d.EnPapelera() || p.bin != (found && s.EnPapelera) {
		w.violate("a document is in the bin %v, says %v, and its deletion %v", p.bin, d.EnPapelera(), found && s.EnPapelera)
	}
}

// borrarYa ends the window of a deletion. Who took it back meanwhile, or was too late to, is told.
func (w *world) borrarYa(s *saga) {
	w.inSomeProcess(func(t *task, p *process) {
		e, err := p.eliminaciones.BorrarYa(taskContext{t}, w.duenos[s.CarpetaID], s.EventoID)
		if t.Dead() {
			return
		}
		w.note(p, "erase %s now: %v", w.short(s.EventoID), codeOf(err))
		if err == nil && (e.Paso == eliminacion.Espera || s.Estado == eliminacion.Cancelada) {
			w.violate("an erasure was confirmed, and the deletion is %s/%s", s.Estado, s.Paso)
		}
		w.checkAnswer("erase now", err)
	})
}

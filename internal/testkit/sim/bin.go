package sim

import (
	"context"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// place is where the lists of the store have a document.
type place struct {
	lists int
	bin   bool
}

// The indexes of the lists, and of the bin.
const listPrefix, binIndex = "lista_", "papelera"

// allLists is how many lists an index keeps; the table itself is one more.
var allLists = len(documento.CamposOrden) - 1

// place looks in which indexes a document is.
func (w *world) place(k documento.Clave) (p place) {
	var i records.Item
	_, err := w.db.Read(context.Background(), rules.Documentos, records.Key{Partition: k.CarpetaID, Sort: k.DocumentoID}, records.Consistent, func(s records.Source) error {
		i = s.(records.Whole).Item()
		return nil
	})
	if err != nil {
		w.violate("a document cannot be read: %v", err)
	}
	for _, x := range rules.Documentos.Indexes {
		switch _, in := i[x.Sort]; {
		case in && strings.HasPrefix(x.Name, listPrefix):
			p.lists++
		case in && x.Name == binIndex:
			p.bin = true
		}
	}
	return p
}

// checkPlace: a document is in every list, or in the bin alone; and there exactly while a deletion with a window is under
// way.
func (w *world) checkPlace(d *documento.Documento) {
	p := w.places[d.DocumentoID]
	if p.lists != 0 && p.lists != allLists || p.bin == (p.lists > 0) {
		w.violate("a document is in %d of %d lists, and in the bin %v", p.lists, allLists, p.bin)
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

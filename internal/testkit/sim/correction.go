package sim

import (
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// correctSometimes is an owner who reads a document, thinks, and corrects its title, while
// others do the same, or delete it.
func (w *world) correctSometimes(k documento.Clave) {
	for range w.IntN(4) {
		w.After(w.between(0, w.plan.chaos), func() {
			d, found := w.documentos[k.DocumentoID]
			if !found {
				return
			}
			w.wishes++
			titulo := fmt.Sprintf("title %d", w.wishes)
			c := documento.Correccion{Version: d.Version(), Titulo: &titulo}
			w.After(w.between(0, 10*time.Second), func() { w.correct(k, c, 2) })
		})
	}
}

// correct sends a correction, and sends it again if nobody knows what became of it.
func (w *world) correct(k documento.Clave, c documento.Correccion, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		_, err := p.documentos.Corregir(taskContext{t}, w.duenos[k.CarpetaID], k, c)
		if w.repeats(t, errors.Is(err, fault.Unavailable), repetitions, 5*time.Second, func(n int) { w.correct(k, c, n) }) {
			return
		}
		w.note(p, "correct version %d of %s: %v", c.Version, w.short(k.DocumentoID), codeOf(err))
		if err == nil && (int64(len(w.titles[k.DocumentoID])) <= c.Version || w.titles[k.DocumentoID][c.Version] != *c.Titulo) {
			w.violate("a correction of version %d was confirmed, and is not what follows it", c.Version)
		}
		if _, found := w.documentos[k.DocumentoID]; found || !errors.Is(err, fault.NotFound) {
			w.checkAnswer("correct", err)
		}
	})
}

// onCorrect checks a correction that was stored: none is lost, and none touches what is locked.
func (w *world) onCorrect(p *process, before, after documento.Documento) {
	w.note(p, "[store] %s has version %d", w.short(after.DocumentoID), after.Version())
	if before.Estado != documento.Procesado {
		w.violate("a document was corrected that is %s", before.Estado)
	}
	if after.Version() != before.Version()+1 {
		w.violate("a correction went from version %d to %d", before.Version(), after.Version())
	}
}

// checkModified: every change of a document is later than the one before.
func (w *world) checkModified(before, after documento.Documento) {
	if !after.FechaUltimaModificacion.After(before.FechaUltimaModificacion) {
		w.violate("a change of a document is not later than the one before")
	}
}

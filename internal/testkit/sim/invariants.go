package sim

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// alive reports whether something is still to happen to a saga; one that failed
// past its pivot waits for an operador.
func (s *saga) alive() bool { return !s.Estado.Terminal() || s.failedPastPivot() }

func (s *saga) failedPastPivot() bool {
	return s.Estado == eliminacion.Fallida && pastPivot(s.Paso)
}

// pastPivot reports whether a step comes after the erasure of the file.
func pastPivot(p eliminacion.Paso) bool {
	return slices.Index(eliminacion.Pasos, p) > slices.Index(eliminacion.Pasos, eliminacion.MinioCleanup)
}

// onBegin checks a request that was stored.
func (w *world) onBegin(p *process, previous documento.Documento, s *saga) {
	w.note(p, "[store] %s begins: %s/%s, document %s", w.short(s.EventoID), s.Estado, s.Paso, w.short(s.DocumentoID))
	if previous.Estado != documento.Procesado {
		w.violate("a deletion locked a document that is %s", previous.Estado)
	}
	if previous.Certificado != (s.Paso == eliminacion.Aprobacion) {
		w.violate("a deletion of a document that is certified (%v) began with %s", previous.Certificado, s.Paso)
	}
	if s.Recuerdo == nil || s.Recuerdo.Titulo != previous.Titulo || s.Recuerdo.Tipo != previous.Tipo {
		w.violate("a deletion does not remember the document that it locked")
	}
	if s.NoAntesDe.IsZero() {
		w.violate("a new deletion is not due")
	}
}

// onSave checks changes that one write stored: there are no gaps, in the numbers nor in the history.
func (w *world) onSave(p *process, s *saga, before eliminacion.Eliminacion, changes int) {
	w.note(p, "[store] %s#%d: %s/%s, was %s/%s", w.short(s.EventoID), s.Secuencia, s.Estado, s.Paso, before.Estado, before.Paso)
	if s.Secuencia != before.Secuencia+int64(changes) {
		w.violate("secuencia went from %d to %d in %d changes", before.Secuencia, s.Secuencia, changes)
	}
	for i, c := range s.historia {
		if c.Secuencia != int64(i)+1 {
			w.violate("the history has %d in the place of %d", c.Secuencia, i+1)
		}
	}
	if s.Estado.Terminal() == !s.NoAntesDe.IsZero() {
		w.violate("%s/%s with something due %v", s.Estado, s.Paso, s.NoAntesDe)
	}
	if before.Estado.Terminal() && (before.Estado != eliminacion.Fallida || !pastPivot(before.Paso)) {
		w.violate("%s went on to %s/%s", before.Estado, s.Estado, s.Paso)
	}
	w.checkReason(s, before)
	w.checkPermission(s, before)
	w.checkWhole(s)
}

// checkWhole checks that the document is what the saga says of it.
func (w *world) checkWhole(s *saga) {
	d, found := w.documentos[s.DocumentoID]
	file := w.files[s.StoragePath]
	switch {
	case s.Estado == eliminacion.Completada:
		if found {
			w.violate("COMPLETADA, and the metadata are there")
		}
	case s.alive():
		if !found || d.EliminacionID != s.EventoID {
			w.violate("a deletion under way does not lock its document")
		} else if !s.Recuerdo.De(d.Fila) {
			w.violate("a locked document is not what its deletion remembers")
		} else {
			w.checkPlace(d)
		}
	default: // given back
		if !found || d.EliminacionID == s.EventoID {
			w.violate("%s/%s did not give the document back", s.Estado, s.Paso)
		}
		if s.Estado == eliminacion.Cancelada && len(file.ids) < s.fileVersions {
			w.violate("a cancelled deletion erased %d versions of the file", s.fileVersions-len(file.ids))
		}
		if found {
			w.checkPlace(d)
		}
		if len(file.ids) == 0 {
			w.violate("%s/%s gave back a document without a file", s.Estado, s.Paso)
		}
	}
}

// checkReason: a step fails because its store refused for good, or because it was
// delivered too often; never for a failure of another step.
func (w *world) checkReason(s *saga, before eliminacion.Eliminacion) {
	gaveUp := s.Estado == eliminacion.Fallida && before.Estado == eliminacion.Iniciada || s.Estado == eliminacion.Compensando && before.Estado == eliminacion.Iniciada
	if !gaveUp || before.Paso == eliminacion.MinioCleanup && w.files[s.StoragePath].denied {
		return
	}
	if before.Entregas <= w.plan.plazos.MaxEntregas {
		w.violate("%s/%s was given up after %d deliveries", before.Estado, before.Paso, before.Entregas)
	}
	if w.quiet() && w.broker.published[s.EventoID] < w.plan.plazos.MaxEntregas {
		w.violate("%s/%s was given up after %d messages that the broker took", before.Estado, before.Paso, w.broker.published[s.EventoID])
	}
}

// quiet: with these faults a lease may stay counted that led to no message.
func (w *world) quiet() bool {
	for _, f := range []Fault{StoreRefuses, StoreConflicts, StoreSilent, StoreRepeats, StoreSlow, StoreDown, ProcessDies, ProcessPauses} {
		if w.happened[f] > 0 {
			return false
		}
	}
	return true
}

// onArrendar: only a due command is leased, so nobody has a lease of it.
func (w *world) onArrendar(p *process, s eliminacion.Eliminacion) {
	if s.NoAntesDe.After(p.clock()) {
		w.violate("a command was leased that is not due before %v", s.NoAntesDe.Sub(epoch))
	}
}

// onMetadataGone: the last thing that goes.
func (w *world) onMetadataGone(d documento.Documento) {
	if n := len(w.files[d.StoragePath].ids); n > 0 {
		w.violate("metadata gone with %d versions of the file left", n)
	}
	if !w.asked[d.DocumentoID] {
		w.violate("a document is gone that nobody asked to delete")
	}
	if d.Certificado && w.sagas[d.EliminacionID].unapproved() {
		w.violate("a certified document is gone, and nobody approved it")
	}
	w.checkCounts()
}

func (w *world) checkCounts() {
	n, binned, uso := map[string]int64{}, map[string]int64{}, map[string]carpeta.Uso{}
	for _, d := range w.documentos {
		switch uso[d.CarpetaID] = uso[d.CarpetaID].Mas(d.Uso()); {
		case d.EnPapelera():
			binned[d.CarpetaID]++
		case d.Listado():
			n[d.CarpetaID]++
		}
		if d.Estado != documento.Cargando {
			w.checkPlace(d)
		}
	}
	for id, c := range w.carpetas {
		if c.Uso != uso[id] {
			w.violate("a carpeta counts a usage of %+v and has %+v", c.Uso, uso[id])
		}
		if c.Version != w.changes[id] {
			w.violate("a carpeta has version %d after %d changes", c.Version, w.changes[id])
		}
		if c.TotalDocumentos != n[id] || c.TotalPapelera != binned[id] {
			w.violate("a carpeta counts %d documents, and %d in the bin, and has %d and %d", c.TotalDocumentos, c.TotalPapelera, n[id], binned[id])
		}
	}
}

// onVersionErased: a file is erased only while a deletion past its undo window, or
// approved, locks its document.
func (w *world) onVersionErased(name string) {
	w.note(nil, "[objects] a version of %s is erased", w.short(name))
	for _, d := range w.documentos {
		if d.StoragePath != name {
			continue
		}
		if d.Estado == documento.Cargando && d.Expirado(epoch.Add(w.Now)) {
			continue // the sweep
		}
		s, found := w.sagas[d.EliminacionID]
		if !found || s.Paso == eliminacion.Espera || s.Estado == eliminacion.Cancelada || s.unapproved() {
			w.violate("a file is erased whose document is %s", d.Estado)
		}
	}
}

// checkEnd checks the world after everything came to rest.
func (w *world) checkEnd() {
	for id, e := range w.entregas {
		stands := e.RevocadaEn.IsZero() && e.ReemplazadaPor == ""
		if d := w.documentos[id]; d != nil && stands != (d.Juridico == "") {
			w.violate("a delivery was revoked at %v, or replaced by %q, and its document is %q", e.RevocadaEn, e.ReemplazadaPor, d.Juridico)
		}
	}
	if w.violated != "" {
		return
	}
	for _, s := range w.inOrder {
		if s.alive() {
			w.violate("%s/%s is not at an end after %v without faults", s.Estado, s.Paso, w.Now-w.plan.chaos)
		}
	}
	for _, s := range w.people {
		if s.behind() {
			w.violate("a subscriber of %s was not told the end", cmp.Or(s.eventoID, s.carpetaID))
		}
	}
	for _, k := range w.claves {
		w.checkDocumento(k)
	}
	w.checkUploads()
	w.checkReplacements()
	w.checkCodes()
	w.checkConsents()
	w.checkCounts()
	w.checkTrail()
}

// checkDocumento: a document is there whole, or gone whole by a deletion that says so.
func (w *world) checkDocumento(k documento.Clave) {
	d, found := w.documentos[k.DocumentoID]
	versions := len(w.files[documento.NombreObjeto(k)].ids)
	completed := 0
	for _, s := range w.inOrder {
		if s.DocumentoID == k.DocumentoID && s.Estado == eliminacion.Completada {
			completed++
		}
	}
	switch {
	case !found && (completed != 1 || versions > 0):
		w.violate("document gone, with %d deletions completed and %d versions of the file", completed, versions)
	case found && (d.Estado != documento.Procesado || versions == 0 || completed > 0):
		w.violate("document %s at the end, with %d versions of the file", d.Estado, versions)
	}
}

// violate ends the run: an invariant does not hold.
func (w *world) violate(format string, args ...any) {
	if w.violated == "" {
		w.violated = fmt.Sprintf(format, args...)
		w.note(nil, "VIOLATED: %s", w.violated)
	}
}

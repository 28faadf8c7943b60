package sim

import (
	"cmp"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// putUpload begins to follow an upload that was announced.
func (w *world) putUpload(d documento.Documento) {
	w.titles[d.DocumentoID] = []string{d.Titulo}
	w.files[d.StoragePath] = &file{uploaded: true, stubborn: w.strikesWith(ObjetosStubborn, 0.5)}
	u := &upload{Clave: d.Clave(), delivered: d.EsEntregado(), happened: map[auditoria.Tipo]int{}}
	w.uploads, w.byID[d.DocumentoID] = append(w.uploads, u), u
	w.shortNames[d.DocumentoID] = "u" + d.DocumentoID[33:]
	w.shortNames[d.StoragePath] = w.shortNames[d.DocumentoID]
}

// remember keeps what an upload was, and checks the carpeta.
func (w *world) remember(p *process, d documento.Documento) {
	u := w.byID[d.DocumentoID]
	u.past = append(u.past, version[documento.Documento]{w.Now, d})
	w.note(p, "[store] %s is %s until %v, reserved until %v", w.short(d.DocumentoID), d.Estado, d.ExpiraEn.Sub(epoch), d.ReservadaHasta.Sub(epoch))
	w.checkCounts()
}

// onUpload checks a change of an upload: it changed, became visible, or was forgotten.
func (w *world) onUpload(c *written, before, after documento.Documento) {
	id := before.DocumentoID
	switch after.Estado {
	case "":
		w.remember(c.p, documento.Documento{Fila: documento.Fila{DocumentoID: id}})
	case documento.Cargando:
		if w.byID[id].cancelled {
			w.violate("a cancelled upload waits again")
		}
		w.titles[id][0] = after.Titulo
		w.remember(c.p, after)
	default:
		w.onConfirm(c.p, before, after)
	}
	w.tellUpload(before, after, c.ofUpload(id))
}

// onConfirm checks an upload that became visible: once, in time, with its file.
func (w *world) onConfirm(p *process, before, after documento.Documento) {
	u := w.byID[after.DocumentoID]
	w.remember(p, after)
	switch late := epoch.Add(w.Now).Sub(before.ExpiraEn); {
	case late > documento.MargenVencida:
		w.violate("an upload became visible that ended %v ago", late)
	case after.Titulo != w.titles[after.DocumentoID][0]:
		w.violate("an upload became visible as %q, and was announced as %q after that", after.Titulo, w.titles[after.DocumentoID][0])
	case u.cancelled:
		w.violate("a cancelled upload became visible")
	case u.confirmed:
		w.violate("an upload became visible twice")
	case len(w.files[after.StoragePath].ids) == 0:
		w.violate("an upload became visible without its file")
	}
	u.confirmed = true
}

// onNamed: a file appears only while its document waits for it, or beside what is there; else what was erased would be
// back. The copy of a confirmation that had no answer may land when another one has made the document visible.
func (w *world) onNamed(name string) {
	w.note(nil, "[objects] %s has a file", w.short(name))
	if d := w.documentOf(name); d == nil || d.Estado != documento.Cargando && len(w.files[name].ids) == 1 {
		w.violate("a file appeared whose document does not wait for it")
	}
}

// onArrive: a link stores nothing once the document was visible.
func (w *world) onArrive(name string) {
	w.note(nil, "[objects] an upload of %s is there", w.short(name))
	for _, u := range w.uploads {
		if documento.NombreObjeto(u.Clave) == name && u.confirmed {
			w.violate("an old link stored a file again")
		}
	}
}

// onUploadErased: what arrived goes when its document is visible, or does not wait any more.
func (w *world) onUploadErased(name string) {
	w.note(nil, "[objects] the upload of %s is gone", w.short(name))
	d := w.documentOf(name)
	if d == nil || d.Estado != documento.Cargando {
		return
	}
	// On the clock of who sweeps it may be over a moment earlier; a confirmation at that moment finds nothing.
	end := epoch.Add(w.Now + maxSkew)
	seen, _ := w.byID[d.DocumentoID].past.asOf(w.Now - objetosTimeout - objetosLateness)
	if !d.Expirado(end) && !seen.Expirado(end) {
		w.violate("an upload is erased that waits for its confirmation")
	}
}

func (w *world) documentOf(name string) *documento.Documento {
	for _, d := range w.documentos {
		if d.StoragePath == name {
			return d
		}
	}
	return nil
}

// tellUpload checks the event of a change of an upload that was stored: there is one if somebody is to know of it.
// None is what it was before it was announced, and what it is once it is forgotten.
func (w *world) tellUpload(before, after documento.Documento, h []auditoria.Evento) {
	want := tipoOfUpload(before, after)
	if want != "" {
		w.byID[cmp.Or(after.DocumentoID, before.DocumentoID)].happened[want]++
	}
	for _, e := range h {
		if u := w.byID[e.DocumentoID]; u == nil || e.OperadorID != w.carpetas[u.CarpetaID].OperadorID || e.CarpetaID != u.CarpetaID {
			w.violate("%s is told of another document, or in another trail", e.Tipo)
		}
		if e.Tipo != want {
			w.violate("an upload that became %s, and was %s, is told as %q, not %q", after.Estado, before.Estado, e.Tipo, want)
		}
	}
}

// tipoOfUpload is the kind of event of a change, seen from what the store had and has; "" if nobody is told.
func tipoOfUpload(before, after documento.Documento) auditoria.Tipo {
	switch {
	case before.DocumentoID == "":
		return auditoria.CargaAnunciada
	case after.DocumentoID == "" && before.Cancelada(), after.Cancelada() && before.Cancelada():
		return ""
	case after.DocumentoID == "":
		return auditoria.CargaVencida
	case after.Cancelada() && after.EsEntregado():
		return auditoria.CargaVencida
	case after.Cancelada():
		return auditoria.CargaCancelada
	case after.Estado == documento.Procesado && after.EsEntregado():
		return auditoria.DocumentoEntregado
	case after.Estado == documento.Procesado:
		return auditoria.CargaConfirmada
	case after.FechaUltimaModificacion.After(before.FechaUltimaModificacion): // signed anew; a reservation is not
		return auditoria.CargaAnunciada
	default:
		return ""
	}
}

// checkTold: every change of an upload has its event, every event its change, and who reads the trail knows
// how it ended.
func (w *world) checkTold(u *upload) {
	told := func(t auditoria.Tipo) int { return w.uploadTrail[change{u.DocumentoID, string(t)}] }
	for _, t := range ofUpload {
		if told(t) != u.happened[t] {
			w.violate("of an upload %s is told %d times, and it happened %d times", t, told(t), u.happened[t])
		}
	}
	came := told(auditoria.CargaConfirmada) + told(auditoria.DocumentoEntregado)
	went := told(auditoria.CargaCancelada) + told(auditoria.CargaVencida)
	_, found := w.documentos[u.DocumentoID]
	if (came == 1) != u.confirmed || (went == 1) != (!u.confirmed && !found) {
		w.violate("the trail tells of an upload that it came %d times and ended %d times", came, went)
	}
}

// settled reports whether nothing of an upload is left to sweep: it waits, or it is all there, or gone.
func (w *world) settled(u *upload) bool {
	f := w.files[documento.NombreObjeto(u.Clave)]
	d, found := w.documentos[u.DocumentoID]
	if found && d.Estado == documento.Cargando {
		return d.ExpiraEn.After(epoch.Add(w.plan.chaos + time.Hour))
	}
	received := 0
	for _, parts := range f.parts {
		received += len(parts)
	}
	return f.sent == 0 && !f.sealed && received == 0 && (found || len(f.ids) == 0)
}

// checkUploads checks the uploads after everything came to rest.
func (w *world) checkUploads() {
	for c := range w.uploadTrail {
		if w.byID[c.id] == nil {
			w.violate("%s is told of an upload that never was", c.number)
		}
	}
	for _, u := range w.uploads {
		if !w.settled(u) {
			w.violate("an upload is not at an end, and nobody swept it")
		}
		w.checkTold(u)
		if u.confirmed {
			w.checkDocumento(u.Clave)
		}
	}
}

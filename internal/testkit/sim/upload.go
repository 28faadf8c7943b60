package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// upload is a document that was announced while the world went on, and what became of it.
type upload struct {
	documento.Clave
	past      past[documento.Documento] // for indexes that lag
	delivered bool                      // by an entity
	confirmed bool                      // it became visible
	cancelled bool                      // its owner was told so
	happened  map[auditoria.Tipo]int    // what somebody is to be told of
}

// link is a signed PUT: of a file, or of one part of an upload in parts.
type link struct {
	name  string
	until time.Duration // the object store refuses it from then on
	id    string        // of the upload in parts
	part  int
}

const (
	sizeAtOnce  = 1000
	sizeInParts = 20 << 20 // bytes; three parts
)

// uploadSometimes are the owner and entities of a carpeta that send documents into it.
func (w *world) uploadSometimes(c *carpeta.Carpeta) {
	if !w.plan.cargas {
		return
	}
	for range w.IntN(3) {
		n := w.content(w.IntN(1000))
		w.After(w.between(0, w.plan.chaos), func() { w.announce(c.CarpetaID, n, 2) })
	}
	for range w.IntN(2) {
		w.oldUpload(c)
	}
	for range w.IntN(2) {
		w.deliverSometimes(c)
	}
	for range w.IntN(2) {
		w.oldDelivery(c)
	}
}

// content is a file of its own for each number, and how it is announced.
func (w *world) content(n int) documento.Nuevo {
	d := documento.Nuevo{
		Titulo: fmt.Sprintf("file %d", n), Tipo: documento.Otro, NombreArchivo: "f", TipoContenido: "application/octet-stream",
		TamanoBytes: sizeAtOnce, Hash: fmt.Sprintf("%064x", n),
	}
	if w.oneIn(4) {
		d.PorPartes, d.TamanoBytes = true, sizeInParts
	}
	return d
}

// oldUpload was announced long ago, and ends while the world goes on.
func (w *world) oldUpload(c *carpeta.Carpeta) {
	n, k := w.content(1000+w.IntN(1000)), documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: w.newID()}
	ends := epoch.Add(w.between(-time.Minute, w.plan.chaos))
	age := documento.VigenciaSinConfirmar
	if w.oneIn(3) {
		age = documento.MaxVigenciaCarga // signing it anew puts nothing off
	}
	d := oldDocument(k, n, ends, age)
	if n.PorPartes {
		d.Partes.Tamano = documento.TamanoParte
	}
	if w.truth.CrearCarga(context.Background(), d, carpeta.SinCuota, w.before(c.OperadorID)) != nil {
		return // the same was announced before
	}
	w.readSeeded(d)
	if w.oneIn(2) && !n.PorPartes {
		w.arrive(link{name: d.StoragePath})
	}
	w.After(w.between(0, w.plan.chaos), func() { w.live(k, "") })
	w.After(max(0, ends.Sub(epoch)-maxSkew), func() { w.changeAtItsEnd(k) })
}

// oldDocument was announced so long before its end, and waits.
func oldDocument(k documento.Clave, n documento.Nuevo, ends time.Time, age time.Duration) documento.Documento {
	return documento.Documento{
		Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: n.Titulo, Tipo: n.Tipo, Estado: documento.Cargando,
			TamanoBytes: n.TamanoBytes, FechaRecepcion: ends.Add(-age)},
		Hash: n.Hash, TipoContenido: n.TipoContenido, NombreArchivo: n.NombreArchivo, StoragePath: documento.NombreObjeto(k),
		FechaUltimaModificacion: ends.Add(-age), ExpiraEn: ends.Truncate(time.Second),
	}
}

// changeAtItsEnd is what a person does from two devices while an upload has ended on some clocks, and not on others.
func (w *world) changeAtItsEnd(k documento.Clave) {
	w.After(w.between(0, 2*maxSkew), func() {
		w.cancelUpload(k, 0)
		w.After(w.between(0, time.Second), func() { w.renew(k) })
	})
}

// announce begins an upload, and again if nobody knows what became of it, or with another title.
func (w *world) announce(carpetaID string, n documento.Nuevo, repetitions int) {
	again := func(repetitions int) {
		if w.oneIn(2) {
			w.wishes++
			n.Titulo = fmt.Sprintf("title %d", w.wishes)
		}
		w.announce(carpetaID, n, repetitions)
	}
	if repetitions > 0 && w.oneIn(3) {
		w.After(w.between(0, 20*time.Second), func() { again(repetitions - 1) })
	}
	w.inSomeProcess(func(t *task, p *process) {
		d, carga, err := p.documentos.IniciarCarga(taskContext{t}, w.duenos[carpetaID], carpetaID, n)
		if w.repeats(t, errors.Is(err, fault.Unavailable), repetitions, 5*time.Second, again) {
			return
		}
		w.note(p, "announce: %s %v", w.short(d.DocumentoID), codeOf(err))
		w.checkUpload("announce", d.Clave(), err, fault.QuotaExceeded)
		if err == nil {
			w.checkLink(d.Clave(), carga.URL)
			w.After(0, func() { w.live(d.Clave(), carga.URL) })
		}
	})
}

// live is what a person does with an upload: sends it, sends it late, again, never; signs it anew;
// confirms, often twice; cancels. Each at a time of its own.
func (w *world) live(k documento.Clave, url string) {
	soon := func(f func()) { w.After(w.between(0, 20*time.Second), f) }
	if w.oneIn(4) {
		soon(func() { w.renew(k) })
	}
	if w.oneIn(5) {
		soon(func() { w.cancelUpload(k, 2) })
	}
	if url != "" {
		w.sendSometimes(url)
	}
	if w.documentos[k.DocumentoID] != nil && w.documentos[k.DocumentoID].Partes.Tamano > 0 {
		soon(func() { w.signParts(k, 2) })
	}
	for range 1 + w.IntN(2) {
		soon(func() {
			w.confirmUpload(k, 3)
			if w.oneIn(3) { // from two devices
				w.After(w.between(0, 30*time.Millisecond), func() { w.confirmUpload(k, 0) })
			}
		})
	}
}

// sendSometimes: an honest client sends once; others send late, or the same again when all is over.
func (w *world) sendSometimes(url string) {
	if w.oneIn(8) {
		return
	}
	w.After(w.between(0, 10*time.Second), func() { w.send(url) })
	for w.oneIn(3) {
		w.After(w.between(0, 2*w.plan.links.CargaVence), func() { w.send(url) })
	}
}

func (w *world) renew(k documento.Clave) {
	w.inSomeProcess(func(t *task, p *process) {
		_, carga, err := p.documentos.RenovarCarga(taskContext{t}, w.duenos[k.CarpetaID], k)
		if t.Dead() {
			return
		}
		w.note(p, "renew %s: %v", w.short(k.DocumentoID), codeOf(err))
		w.checkUpload("renew", k, err)
		if err == nil && carga.URL != "" {
			w.checkLink(k, carga.URL)
			w.sendSometimes(carga.URL)
		}
	})
}

// signParts signs some parts, and sends them; what is missing at the confirmation is signed then.
func (w *world) signParts(k documento.Clave, repetitions int) {
	var parts []documento.Parte
	for n := range sizeInParts/documento.TamanoParte + 1 {
		if repetitions == 0 || !w.oneIn(4) {
			parts = append(parts, documento.Parte{Numero: n + 1, Hash: fmt.Sprintf("%064x", n)})
		}
	}
	if len(parts) == 0 {
		return
	}
	w.inSomeProcess(func(t *task, p *process) {
		_, signed, err := p.documentos.FirmarPartes(taskContext{t}, w.duenos[k.CarpetaID], k, parts)
		if w.repeats(t, err != nil || len(signed) < 3, repetitions, 10*time.Second, func(n int) { w.signParts(k, n) }) {
			return
		}
		w.note(p, "sign %d parts of %s: %v", len(parts), w.short(k.DocumentoID), codeOf(err))
		w.checkUpload("sign parts", k, err)
		for _, s := range signed {
			w.checkLink(k, s.Carga.URL)
			w.sendSometimes(s.Carga.URL)
		}
	})
}

func (w *world) confirmUpload(k documento.Clave, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		d, err := p.documentos.ConfirmarCarga(taskContext{t}, w.duenos[k.CarpetaID], k)
		if errors.Is(err, fault.Unavailable) && w.oneIn(3) { // who does not want to try again
			w.After(w.between(0, 5*time.Second), func() { w.cancelUpload(k, 0) })
		}
		if w.repeats(t, err != nil && !errors.Is(err, fault.NotFound), repetitions, 10*time.Second, func(n int) { w.confirmUpload(k, n) }) {
			return
		}
		w.note(p, "confirm %s: %s %v", w.short(k.DocumentoID), d.Estado, codeOf(err))
		w.checkUpload("confirm", k, err, fault.FileMissing, fault.StillVerifying)
		if err == nil {
			w.onConfirmed(d)
		}
	})
}

// onConfirmed: the document is there; somebody corrects it, or deletes it at once.
func (w *world) onConfirmed(d documento.Documento) {
	if !w.byID[d.DocumentoID].confirmed || d.Estado == documento.Cargando {
		w.violate("a confirmation was answered, and the document is %s", d.Estado)
	}
	if w.Now > w.plan.chaos {
		return
	}
	if w.oneIn(4) {
		w.correctSometimes(d.Clave())
	}
	if !w.oneIn(2) {
		return
	}
	ask := w.askDelete
	if d.Certificado {
		ask = w.solicitar
	}
	w.After(w.between(0, 3*time.Second), func() { ask(d.Clave(), 1) })
}

func (w *world) cancelUpload(k documento.Clave, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		_, err := p.documentos.CancelarCarga(taskContext{t}, w.duenos[k.CarpetaID], k)
		if w.repeats(t, errors.Is(err, fault.Unavailable), repetitions, 5*time.Second, func(n int) { w.cancelUpload(k, n) }) {
			return
		}
		w.note(p, "cancel upload %s: %v", w.short(k.DocumentoID), codeOf(err))
		w.checkUpload("cancel upload", k, err)
		if err != nil {
			return
		}
		if _, found := w.documentos[k.DocumentoID]; found && w.byID[k.DocumentoID].confirmed {
			w.violate("an upload was cancelled, and the document is visible")
		}
		w.byID[k.DocumentoID].cancelled = !w.byID[k.DocumentoID].confirmed
	})
}

// checkUpload: as checkAnswer; an upload may also have come to its end meanwhile.
func (w *world) checkUpload(what string, k documento.Clave, err error, also ...fault.Code) {
	for _, c := range also {
		if errors.Is(err, c) {
			return
		}
	}
	if errors.Is(err, fault.NotFound) && w.endedSince(k, w.current().begun) {
		return
	}
	w.checkAnswer(what, err)
}

// endedSince reports whether an upload is gone, or had ended on somebody's clock at a moment of the request that began
// then: another request that was in time may have put its end off since, or confirmed it.
func (w *world) endedSince(k documento.Clave, begun time.Duration) bool {
	if _, found := w.documentos[k.DocumentoID]; !found {
		return true
	}
	until := w.Now
	for _, v := range slices.Backward(w.byID[k.DocumentoID].past) {
		if v.is.Expirado(epoch.Add(until + maxSkew + time.Second)) { // no link is signed for less than a second
			return true
		}
		if v.at <= begun {
			return false
		}
		until = v.at
	}
	return false
}

// checkLink: a link does not outlive its upload.
func (w *world) checkLink(k documento.Clave, url string) {
	d, found := w.documentos[k.DocumentoID]
	if url == "" || !found || d.Estado != documento.Cargando || d.Expirado(epoch.Add(w.Now)) {
		return
	}
	if l := w.links[url]; epoch.Add(l.until).After(d.ExpiraEn.Add(maxSkew)) {
		w.violate("a link is good %v longer than its upload", epoch.Add(l.until).Sub(d.ExpiraEn))
	}
}

// everything are the documents that ever were.
func (w *world) everything() []documento.Clave {
	ks := slices.Clone(w.claves)
	for _, u := range w.uploads {
		ks = append(ks, u.Clave)
	}
	return ks
}

package sim

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// use is a use of a code that the store counted, and what was so at that moment.
type use struct {
	code     *code
	before   codigo.Codigo
	document documento.Documento
}

// onShown checks what somebody saw: it was written down before, and it was so when it was written down.
func (w *world) onShown(t *task, m codigo.Mostrado) {
	if t.use == nil {
		w.violate("a code showed something that was not counted")
		return
	}
	c := t.use.code
	c.shown++
	switch state := t.use.before.Estado(epoch.Add(t.begun - maxSkew)); {
	case c.told[auditoria.CodigoUsado] < c.shown:
		w.violate("a code showed something %d times, and the trail tells of %d", c.shown, c.told[auditoria.CodigoUsado])
	case c.MaxUsos > 0 && int64(c.shown) > c.MaxUsos:
		w.violate("a code for %d uses showed something %d times", c.MaxUsos, c.shown)
	case state != codigo.Vigente:
		w.violate("a code that was %s showed something", state)
	case t.use.document.Estado != documento.Procesado:
		w.violate("a code showed a document that was %q", t.use.document.Estado)
	case m.Estado != t.use.document.EstadoJuridico(epoch.Format(time.DateOnly)):
		w.violate("a code showed a document as %s that was %q", m.Estado, t.use.document.Juridico)
	case m.Pase != "" && t.use.document.Juridico != "":
		w.violate("a code gave out a file that was %s", t.use.document.Juridico)
	}
}

// onPiece checks a piece of a file before it is sent: the right to it was asked for since it ended, or not long ago.
func (w *world) onPiece(r *reader) {
	if !r.told() {
		w.violate("a file leaves, and the trail does not tell of it")
	}
	if r.allowed() {
		r.right = w.Now
	}
	since := max(r.right, r.t.p.pausedUntil) // who stands still asks nobody
	if late := w.Now - since; late > streamCheck+r.pace+asking*storeTimeout {
		w.violate("a file is sent %v after the right to it ended", late)
	}
}

// asking is how many calls to the store it takes, at most, to ask for a right.
const asking = 6

// streamCheck is how often a long fetch asks for its right: server/streamed.
const streamCheck = 10 * time.Second

// showsFile reports whether a code allows its file now.
func (w *world) showsFile(c *code) bool {
	d := w.documentos[c.DocumentoID]
	state := c.Estado(epoch.Add(w.Now - maxSkew))
	return d != nil && d.Estado == documento.Procesado && d.Juridico == "" && (state == codigo.Vigente || state == codigo.Agotado)
}

// checkRefusal: whoever has a code learns that it cannot be used, or is told to try later.
func (w *world) checkRefusal(what string, err error) {
	switch fault.CodeOf(err).Family() {
	case "", fault.NotFound, fault.Unavailable, fault.Conflict:
	default:
		w.violate("%s answered %v", what, err)
	}
}

// checkCodes checks the codes after everything came to rest: each change has its event, and no event is without one.
func (w *world) checkCodes() {
	for _, c := range w.codes {
		ended := 0
		if !c.TerminadoEn.IsZero() {
			ended = 1
		}
		switch {
		case c.told[auditoria.CodigoCreado] != 1 || c.told[auditoria.CodigoTerminado] != ended:
			w.violate("a code is told as made %d times, and as ended %d", c.told[auditoria.CodigoCreado], c.told[auditoria.CodigoTerminado])
		case int64(c.told[auditoria.CodigoUsado]) != c.Usos:
			w.violate("a code was used %d times, and is told %d", c.Usos, c.told[auditoria.CodigoUsado])
		case c.MaxUsos > 0 && c.Usos > c.MaxUsos:
			w.violate("a code for %d uses was used %d times", c.MaxUsos, c.Usos)
		}
	}
}

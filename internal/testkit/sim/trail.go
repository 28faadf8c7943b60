package sim

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
)

// trail is what the store keeps of the events: how many there are of each change.
type trail map[change]int

// change is a state of a saga, or a version of a document, that was stored; of an upload, the kind of its changes.
type change struct{ id, number string }

func numbered(id string, n int64) change { return change{id, strconv.FormatInt(n, 10)} }

// tell checks what the events of changes say, oldest first.
func (w *world) tell(s *saga, hs []auditoria.Evento) {
	for i, h := range hs {
		after, _ := s.EnSecuencia(s.Secuencia - int64(len(hs)-1-i))
		w.checkChange(after, h)
		if i > 0 && h.ClaveOrden() <= hs[i-1].ClaveOrden() {
			w.violate("of two changes the later one is told first")
		}
	}
}

// checkChange checks what an event says of a change. That it is of the right kind a test of the domain proves.
func (w *world) checkChange(after eliminacion.Eliminacion, h auditoria.Evento) {
	if person := h.Actor.Tipo != auditoria.DelPrograma; person != byPerson(h, after) {
		w.violate("%s is told as done by %s %s", h.Tipo, h.Actor.Tipo, h.Actor.ID)
	}
	if h.Recurso.ID != after.EventoID || h.CorrelacionID != after.EventoID || h.OperadorID != after.OperadorID || h.DocumentoID != after.DocumentoID || h.Datos["secuencia"] != strconv.FormatInt(after.Secuencia, 10) {
		w.violate("the event of %d is told of another deletion or change", after.Secuencia)
	}
}

// tellCorrection is tell for a correction.
func (w *world) tellCorrection(before, after documento.Documento, h []auditoria.Evento) {
	for _, e := range h {
		c := w.carpetas[after.CarpetaID]
		if e.Tipo != auditoria.DocumentoEditado || e.Actor != (auditoria.Actor{Tipo: "ciudadano", ID: c.CiudadanoID}) || e.OperadorID != c.OperadorID {
			w.violate("a correction is told as %s by %+v", e.Tipo, e.Actor)
		}
		if (change{e.Recurso.ID, e.Datos["version"]}) != numbered(before.DocumentoID, before.Version()+1) {
			w.violate("a correction of version %d is told as of %s", before.Version(), e.Datos["version"])
		}
	}
}

// ofUpload are the kinds of events of an upload or a delivery. Only a renewal comes again.
var ofUpload = []auditoria.Tipo{
	auditoria.CargaAnunciada, auditoria.CargaConfirmada, auditoria.CargaCancelada, auditoria.CargaVencida, auditoria.DocumentoEntregado,
}

// keep counts an event of the trail: the first and only one of its change.
func (w *world) keep(e auditoria.Evento) {
	w.note(nil, "[trail] %s %s", e.Tipo, w.short(e.Recurso.ID))
	if e.Tipo == auditoria.Emision {
		w.emissions[e.EventoID]++
		return
	}
	if slices.Contains(ofUpload, e.Tipo) {
		w.uploadTrail[change{e.DocumentoID, string(e.Tipo)}]++
		return
	}
	if e.Recurso.Tipo == codigo.RecursoCodigo {
		if c := w.codeByID[e.Recurso.ID]; c != nil {
			c.told[e.Tipo]++
		}
		return
	}
	if told := w.ofConsent(e); told != nil {
		told[e.Tipo]++
		return
	}
	if e.Recurso.Tipo == entrega.RecursoEntrega {
		e.Datos = map[string]string{"version": string(e.Tipo)} // a delivery is revoked once, and replaced once
	}
	c := change{e.Recurso.ID, cmp.Or(e.Datos["secuencia"], e.Datos["version"])}
	if w.trail[c]++; w.trail[c] > 1 {
		w.violate("change %s of one thing is told %d times", c.number, w.trail[c])
	}
}

// checkTrail: every change has its event, every event its change.
func (w *world) checkTrail() {
	told := 0
	for _, s := range w.inOrder {
		for n := int64(1); n <= s.Secuencia; n++ {
			if w.trail[numbered(s.EventoID, n)] == 1 {
				told++
			} else {
				w.violate("nobody told of change %d of a deletion that ended %s/%s", n, s.Estado, s.Paso)
			}
		}
	}
	for _, k := range w.everything() {
		for n := range w.titles[k.DocumentoID][1:] { // version 1 was there before
			if w.trail[numbered(k.DocumentoID, int64(n)+2)] == 1 {
				told++
			} else {
				w.violate("nobody told of version %d of a document", n+2)
			}
		}
	}
	emissions := 0
	for id, e := range w.entregas {
		if emissions += w.emissions[e.EmisionID]; e.EmisionID != "" && w.emissions[e.EmisionID] != 1 {
			w.violate("a delivery names an event that is told %d times", w.emissions[e.EmisionID])
		}
		for tipo, happened := range map[auditoria.Tipo]bool{auditoria.EntregaRevocada: !e.RevocadaEn.IsZero(), auditoria.EntregaReemplazada: e.ReemplazadaPor != ""} {
			switch {
			case !happened:
			case w.trail[change{id, string(tipo)}] == 1:
				told++
			default:
				w.violate("nobody told of %s of a delivery", tipo)
			}
		}
	}
	if emissions != len(w.emissions) {
		w.violate("the trail tells of %d deliveries that never were", len(w.emissions)-emissions)
	}
	if told != len(w.trail) {
		w.violate("the trail tells of %d changes that never were", len(w.trail)-told)
	}
}

// byPerson reports whether only a person can have made a change.
func byPerson(h auditoria.Evento, after eliminacion.Eliminacion) bool {
	switch h.Tipo {
	case auditoria.EliminacionSolicitada, auditoria.EliminacionCancelada, auditoria.EliminacionReintentada:
		return true
	case auditoria.EliminacionDecidida:
		return after.Aprobacion.Decision != eliminacion.Vencida
	default:
		return h.Datos["suceso"] == string(eliminacion.SucesoBorrarYa)
	}
}

package sim

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/rules"
)

// written is what one write changed, as the rules read it.
type written struct {
	p          *process
	t          *task
	documentos []changed[documento.Documento]
	sagas      []changed[eliminacion.Eliminacion]
	entregas   []changed[entrega.Entrega]
	codes      []changed[codigo.Codigo]
	requests   []changed[consentimiento.Solicitud]
	granted    []changed[consentimiento.Autorizacion]
	places     []pair
	events     []auditoria.Evento
}

// changed is a thing before a write and after it; nil if it is not there.
type changed[T any] struct{ before, after *T }

// observe reads what a write changed, and checks it.
func (w *world) observe(p *process, t *task, parts []records.Part) {
	c := &written{p: p, t: t}
	for _, part := range parts {
		if part.Do != records.DoCheck {
			w.read(c, part.Table, part.Key)
		}
	}
	for _, e := range c.events {
		w.keep(e)
	}
	for _, d := range c.documentos {
		w.onDocumento(c, d)
	}
	for _, s := range c.sagas {
		w.onSaga(c, s)
	}
	for _, e := range c.entregas {
		w.onEntrega(e)
	}
	for _, x := range c.codes {
		w.onCode(c, x)
	}
	w.onConsents(c)
}

// read reads what an item that was written belongs to. The keys are those of store/rules.
func (w *world) read(c *written, t *records.Table, k records.Key) {
	of, name, _ := strings.Cut(k.Partition, "#")
	switch t {
	case rules.Carpetas:
		if relay.IsUUID(k.Partition) {
			w.readCarpeta(k.Partition)
		}
	case rules.Documentos:
		c.documentos = append(c.documentos, w.readDocumento(documento.Clave{CarpetaID: k.Partition, DocumentoID: k.Sort}))
	case rules.Eliminaciones:
		if relay.IsUUID(k.Partition) {
			c.sagas = append(c.sagas, w.readSaga(k.Partition))
		}
	case rules.Entidades:
		if of == "e" { // a delivery of an entity
			c.entregas = append(c.entregas, w.readEntrega(entrega.Nombre{EntidadID: name, EntregaID: k.Sort}))
		}
	case rules.Consentimientos:
		if parts := strings.Split(k.Sort, "#"); of == "c" && parts[0] == "k" { // a code of a carpeta
			c.codes = append(c.codes, w.readCode(codigo.Nombre{CarpetaID: name, DocumentoID: parts[1], CodigoID: parts[2]}))
		} else {
			w.readConsent(c, of, name, k.Sort)
		}
	case rules.Eventos:
		id := k.Sort[strings.LastIndexByte(k.Sort, '#')+1:]
		if _, is := auditoria.MomentoDeID(id); is { // not the days that have events
			e, err := w.truth.Evento(context.Background(), of, id)
			if there(w, e, err) != nil {
				c.events = append(c.events, e)
			}
		}
	}
}

// there is what was read; nil if it is not there.
func there[T any](w *world, v T, err error) *T {
	if err == nil {
		return &v
	}
	if !errors.Is(err, fault.NotFound) {
		w.violate("what was written cannot be read: %v", err)
	}
	return nil
}

func (w *world) readCarpeta(id string) {
	c, err := w.truth.Carpeta(context.Background(), id)
	if known := w.carpetas[id]; known == nil || there(w, c, err) == nil {
		w.violate("a carpeta came, or went")
		return
	}
	*w.carpetas[id] = c
}

// readDocumento reads a document, and the lists in which it is.
func (w *world) readDocumento(k documento.Clave) changed[documento.Documento] {
	before := w.documentos[k.DocumentoID]
	d, err := w.truth.AunVencido(context.Background(), k)
	after := there(w, d, err)
	was, is := w.places[k.DocumentoID], w.place(k)
	if after == nil {
		delete(w.documentos, k.DocumentoID)
		delete(w.places, k.DocumentoID)
	} else {
		w.documentos[k.DocumentoID], w.places[k.DocumentoID] = after, is
	}
	if (was.lists > 0) != (is.lists > 0) || was.bin != is.bin {
		w.changes[k.CarpetaID]++
	}
	return changed[documento.Documento]{before, after}
}

func (w *world) readSaga(id string) (c changed[eliminacion.Eliminacion]) {
	e, err := w.truth.Eliminacion(context.Background(), id)
	if c.after = there(w, e, err); c.after == nil {
		return c
	}
	s, known := w.sagas[id]
	if known {
		before := s.Eliminacion
		c.before = &before
	} else {
		s = &saga{first: e, born: w.Now, fileVersions: len(w.files[e.StoragePath].ids), askedBy: e.SolicitadaPor}
		if e.Aprobacion != nil {
			s.expires = e.Aprobacion.Hasta
		}
		w.sagas[id], w.inOrder = s, append(w.inOrder, s)
	}
	s.Eliminacion = e
	return c
}

func (w *world) readEntrega(n entrega.Nombre) (c changed[entrega.Entrega]) {
	if before, was := w.entregas[n.EntregaID]; was {
		c.before = &before
	}
	e, err := w.truth.Entrega(context.Background(), n)
	if c.after = there(w, e, err); c.after != nil {
		w.entregas[n.EntregaID] = e
	}
	return c
}

func (w *world) readCode(n codigo.Nombre) (c changed[codigo.Codigo]) {
	v, err := w.truth.Codigo(context.Background(), n)
	if c.after = there(w, v, err); c.after == nil {
		return c
	}
	x, known := w.codeByID[n.CodigoID]
	if known {
		before := x.Codigo
		c.before = &before
	} else {
		x = &code{told: map[auditoria.Tipo]int{}}
		w.codes, w.codeByID[n.CodigoID] = append(w.codes, x), x
	}
	x.Codigo = v
	return c
}

// onDocumento checks what became of a document.
func (w *world) onDocumento(c *written, d changed[documento.Documento]) {
	before, after := cmp.Or(d.before, &documento.Documento{}), cmp.Or(d.after, &documento.Documento{})
	pending := func(v *documento.Documento) bool { return v != nil && v.Estado == documento.Cargando }
	switch {
	case d.before == nil && d.after == nil:
	case d.before == nil:
		w.putUpload(*after)
		w.remember(c.p, *after)
		w.tellUpload(*before, *after, c.ofUpload(after.DocumentoID))
	case pending(d.before):
		w.onUpload(c, *before, *after)
	case d.after == nil:
		w.checkRole(c.p, role.MetadataEraser)
		w.onMetadataGone(*before)
	default:
		w.checkModified(*before, *after)
		if after.Correcciones != before.Correcciones {
			w.titles[after.DocumentoID] = append(w.titles[after.DocumentoID], after.Titulo)
			w.onCorrect(c.p, *before, *after)
			w.tellCorrection(*before, *after, c.of(after.DocumentoID))
		}
	}
}

// of are the events about a thing, and ofUpload those about an upload.
func (c *written) of(id string) []auditoria.Evento {
	return slices.DeleteFunc(slices.Clone(c.events), func(e auditoria.Evento) bool { return e.Recurso.ID != id })
}

func (c *written) ofUpload(documentoID string) []auditoria.Evento {
	return slices.DeleteFunc(slices.Clone(c.events), func(e auditoria.Evento) bool {
		return e.DocumentoID != documentoID || !slices.Contains(ofUpload, e.Tipo)
	})
}

// onSaga checks a change of a deletion, or that somebody leased it.
func (w *world) onSaga(c *written, e changed[eliminacion.Eliminacion]) {
	if e.after == nil {
		return
	}
	s, told := w.sagas[e.after.EventoID], c.of(e.after.EventoID)
	switch {
	case e.before == nil:
		s.historia = slices.Clone(s.Historia)
		var locked documento.Documento
		for _, d := range c.documentos {
			if d.before != nil && d.before.DocumentoID == s.DocumentoID {
				locked = *d.before
			}
		}
		w.onBegin(c.p, locked, s)
		w.tell(s, told)
	case s.Secuencia != e.before.Secuencia || len(told) > 0:
		byOwner := len(told) > 0 && told[0].Datos["suceso"] == string(eliminacion.SucesoBorrarYa)
		if e.before.Paso == eliminacion.Espera && s.Paso == eliminacion.MinioCleanup && !byOwner {
			w.checkRole(c.p, role.Coordinator)
		}
		s.historia = append(s.historia, s.Historia[max(0, len(s.Historia)-len(told)):]...)
		w.onSave(c.p, s, *e.before, len(told))
		w.tell(s, told)
	case s.Arriendos != e.before.Arriendos:
		w.onArrendar(c.p, *e.before)
	}
}

// onEntrega checks what became of a delivery.
func (w *world) onEntrega(e changed[entrega.Entrega]) {
	if e.after == nil {
		return
	}
	before, after := cmp.Or(e.before, &entrega.Entrega{}), e.after
	corrected := !after.RevocadaEn.Equal(before.RevocadaEn) || after.ReemplazadaPor != before.ReemplazadaPor
	d := w.documentos[after.EntregaID]
	switch {
	case !before.RevocadaEn.IsZero() && corrected:
		w.violate("a delivery was revoked, and changes once more")
	case !after.RevocadaEn.IsZero() && corrected && d != nil && d.Juridico == "":
		w.violate("a delivery was taken back, and its document stands")
	}
	if before.EntregadaEn.IsZero() && !after.EntregadaEn.IsZero() && after.Declaracion.ReemplazaA != "" {
		w.replaces[after.EntregaID] = after.Declaracion.ReemplazaA
	}
	if d != nil && (e.before == nil || before.EntregadaEn.IsZero()) {
		w.onDeliver(*d)
	}
}

// onCode remembers a use that was counted, for who made it.
func (w *world) onCode(c *written, x changed[codigo.Codigo]) {
	if x.before == nil || x.after == nil || x.after.Usos == x.before.Usos {
		return
	}
	d := cmp.Or(w.documentos[x.after.DocumentoID], &documento.Documento{})
	c.t.use = &use{code: w.codeByID[x.after.CodigoID], document: *d, before: *x.before}
}

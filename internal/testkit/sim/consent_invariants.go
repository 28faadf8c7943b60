package sim

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// look is a look whose event was written, and what was so at that moment.
type look struct {
	id       string
	document documento.Documento
}

// pair is an entity and a citizen that it asks.
type pair struct{ entidadID, ciudadanoID string }

// readConsent reads what an item of consent that was written belongs to.
func (w *world) readConsent(c *written, of, name, sort string) {
	kind, id, _ := strings.Cut(sort, "#")
	switch {
	case of == "p" && kind == "s":
		before := w.requestByID[id].stored()
		c.requests = append(c.requests, changed[consentimiento.Solicitud]{before, w.readRequest(consentimiento.NombreSolicitud{CiudadanoID: name, SolicitudID: id}).stored()})
	case of == "c" && kind == "a":
		before := w.grantByID[id].stored()
		c.granted = append(c.granted, changed[consentimiento.Autorizacion]{before, w.readGrant(consentimiento.NombreAutorizacion{CarpetaID: name, AutorizacionID: id}).stored()})
	case of == "q":
		c.places = append(c.places, pair{name, sort})
	}
}

// stored is a copy of what is stored; nil without any.
func (r *request) stored() *consentimiento.Solicitud {
	if r == nil {
		return nil
	}
	v := r.Solicitud
	return &v
}

func (g *grant) stored() *consentimiento.Autorizacion {
	if g == nil {
		return nil
	}
	v := g.Autorizacion
	return &v
}

func (w *world) readRequest(n consentimiento.NombreSolicitud) *request {
	v, err := w.truth.Solicitud(context.Background(), n)
	r := w.requestByID[n.SolicitudID]
	if there(w, v, err) == nil {
		return r
	}
	if r == nil {
		r = &request{told: map[auditoria.Tipo]int{}}
		w.requests, w.requestByID[n.SolicitudID] = append(w.requests, r), r
	}
	r.Solicitud = v
	return r
}

func (w *world) readGrant(n consentimiento.NombreAutorizacion) *grant {
	v, err := w.truth.Autorizacion(context.Background(), n)
	g := w.grantByID[n.AutorizacionID]
	if there(w, v, err) == nil {
		return g
	}
	if g == nil {
		g = &grant{told: map[auditoria.Tipo]int{}}
		w.grants, w.grantByID[n.AutorizacionID] = append(w.grants, g), g
	}
	g.Autorizacion = v
	return g
}

// ofConsent is where the events of a request or an authorisation are counted; nil for those of something else.
func (w *world) ofConsent(e auditoria.Evento) map[auditoria.Tipo]int {
	if g := w.grantByID[e.Recurso.ID]; g != nil {
		return g.told
	}
	if r := w.requestByID[e.Recurso.ID]; r != nil {
		return r.told
	}
	return nil
}

// onConsents checks what a write did.
func (w *world) onConsents(c *written) {
	for _, r := range c.requests {
		w.onAsked(r)
	}
	for _, g := range c.granted {
		w.onGrant(c, g)
	}
	for _, p := range c.places {
		w.checkPlaces(p)
	}
	for _, e := range c.events {
		if e.Tipo == auditoria.AutorizacionUsada {
			w.onLookTold(c, e)
		}
	}
}

// onAsked: one for each number, and no change of it is lost.
func (w *world) onAsked(r changed[consentimiento.Solicitud]) {
	switch {
	case r.after == nil:
		w.violate("a request is gone")
	case r.before == nil:
		for _, o := range w.requests {
			if o.SolicitudID != r.after.SolicitudID && o.EntidadID == r.after.EntidadID && o.NumeroInterno == r.after.NumeroInterno {
				w.violate("one number of an entity has two requests")
			}
		}
	case r.after.Version != r.before.Version+1 || !r.after.ModificadaEn.After(r.before.ModificadaEn):
		w.violate("a request went from version %d to %d, changed at %v and %v", r.before.Version, r.after.Version, r.before.ModificadaEn, r.after.ModificadaEn)
	case !r.before.RechazadaEn.IsZero() || !r.before.RetiradaEn.IsZero():
		w.violate("a request that was closed changes once more")
	}
}

// onGrant: it is made of documents as they are, or ended once.
func (w *world) onGrant(c *written, g changed[consentimiento.Autorizacion]) {
	switch {
	case g.after == nil:
		w.violate("an authorisation is gone")
	case g.before != nil:
		if !g.before.TerminadaEn.IsZero() {
			w.violate("an authorisation was ended twice")
		}
	default:
		for _, a := range g.after.Documentos {
			if d := w.documentos[a.DocumentoID]; d == nil || a.Disponibilidad(*d) != consentimiento.Disponible {
				w.violate("a document was authorised that is not to be shown")
			}
		}
		if len(c.requests) != 1 {
			w.violate("an authorisation was made without an answer")
		}
	}
}

// checkPlaces: of what an entity asks a citizen, all that is not complete has a place, and nothing else has.
func (w *world) checkPlaces(p pair) {
	q, err := w.truth.Abiertas(context.Background(), p.entidadID, p.ciudadanoID)
	if err != nil {
		w.violate("places cannot be read: %v", err)
	}
	soon, now := epoch.Add(w.plan.chaos+restTimeout), epoch.Add(w.Now)
	for _, r := range w.requests {
		if r.EntidadID != p.entidadID || r.CiudadanoID != p.ciudadanoID || r.Hasta.Before(soon) {
			continue
		}
		n := slices.IndexFunc(q.Lugares, func(l consentimiento.Lugar) bool { return l.SolicitudID == r.SolicitudID })
		switch complete := r.Estado(now) == consentimiento.Completa; {
		case n < 0 != complete:
			w.violate("a request that is %s has a place: %v", r.Estado(now), n >= 0)
		case n >= 0 && q.Lugares[n].Retirada == r.RetiradaEn.IsZero():
			w.violate("a request that is %s has another place", r.Estado(now))
		}
	}
	if len(q.Lugares) > 3 {
		w.violate("an entity has %d places with a citizen", len(q.Lugares))
	}
}

// onLookTold checks a look when its event is written: at that moment it is allowed, and what it shows is what was authorised.
func (w *world) onLookTold(c *written, e auditoria.Evento) {
	g := w.grantByID[e.Recurso.ID]
	if g == nil {
		w.violate("a look under no authorisation")
		return
	}
	a, _ := g.De(e.DocumentoID)
	d := w.documentos[e.DocumentoID]
	switch {
	case !g.TerminadaEn.IsZero():
		w.violate("a look after the end of its authorisation")
	case !e.Momento.Before(g.Hasta):
		w.violate("a look at %v, and its authorisation lasts until %v", e.Momento.Sub(epoch), g.Hasta.Sub(epoch))
	case d == nil || d.Estado != documento.Procesado || d.Hash != a.Hash:
		w.violate("a look at a document that is not what was authorised")
	case c.t != nil:
		c.t.look = &look{e.Datos[auditoria.Mirada], *d}
	}
	if w.seen[e.Datos[auditoria.Mirada]]++; w.seen[e.Datos[auditoria.Mirada]] > 1 {
		w.violate("one look is told twice")
	}
}

// onLook checks what an entity saw: it was written down before, and it was so when it was written down.
func (w *world) onLook(t *task, g *grant, v consentimiento.Visto) {
	if t.look == nil || t.look.id != v.MiradaID || w.seen[v.MiradaID] != 1 {
		w.violate("an entity saw a document, and the trail does not tell of it")
		return
	}
	g.shown++
	switch d := t.look.document; {
	case v.Documento.Hash != d.Hash || v.Estado != d.EstadoJuridico(epoch.Format(time.DateOnly)):
		w.violate("an entity saw a document as %s that was %q", v.Estado, d.Juridico)
	case v.Pase != "" && d.Juridico != "":
		w.violate("a look gave out a file that was %s", d.Juridico)
	}
}

// onLookRefused: an entity is refused for a reason, and told which.
func (w *world) onLookRefused(g *grant, err error) {
	w.checkAnswer("look", err)
	if errors.Is(err, fault.AutorizacionOver) && g.Estado(epoch.Add(w.Now+maxSkew)) == consentimiento.Vigente {
		w.violate("a look was refused as after the end of an authorisation that is in force")
	}
}

// allows reports whether an authorisation allows the file of a document now.
func (w *world) allows(g *grant, a consentimiento.Autorizado) bool {
	d := w.documentos[a.DocumentoID]
	return g.Estado(epoch.Add(w.Now-maxSkew)) == consentimiento.Vigente && d != nil && a.Disponibilidad(*d) == consentimiento.Disponible
}

// checkConsents checks after everything came to rest: each change has its event, and no event is without one.
func (w *world) checkConsents() {
	count := func(happened bool) int {
		if happened {
			return 1
		}
		return 0
	}
	for _, r := range w.requests {
		for t, n := range map[auditoria.Tipo]int{
			auditoria.SolicitudCreada: 1, auditoria.SolicitudRechazada: count(!r.RechazadaEn.IsZero()), auditoria.SolicitudRetirada: count(!r.RetiradaEn.IsZero()),
		} {
			if r.told[t] != n {
				w.violate("%s of a request is told %d times, not %d", t, r.told[t], n)
			}
		}
		for _, q := range r.Requisitos {
			w.checkGiven(r, q)
		}
	}
	for _, g := range w.grants {
		looks := g.told[auditoria.AutorizacionUsada]
		switch ended := count(!g.TerminadaEn.IsZero()); {
		case g.told[auditoria.AutorizacionOtorgada] != 1 || g.told[auditoria.AutorizacionTerminada] != ended:
			w.violate("an authorisation is told as given %d times, and as ended %d", g.told[auditoria.AutorizacionOtorgada], g.told[auditoria.AutorizacionTerminada])
		case looks < g.shown || looks > g.shown+g.unsure:
			w.violate("an entity saw %d looks, does not know of %d, and the trail tells of %d", g.shown, g.unsure, looks)
		}
		for _, a := range g.Documentos {
			if r := w.requestByID[g.SolicitudID]; r == nil || !slices.ContainsFunc(r.Requisitos, func(q consentimiento.Pedido) bool {
				return q.Requisito == a.Requisito && q.AutorizacionID == g.AutorizacionID && q.DocumentoID == a.DocumentoID
			}) {
				w.violate("an authorisation holds a document that its request does not name")
			}
		}
	}
}

// checkGiven: what a request says that was given is in an authorisation.
func (w *world) checkGiven(r *request, q consentimiento.Pedido) {
	if q.Respuesta != consentimiento.Entregado {
		return
	}
	g := w.grantByID[q.AutorizacionID]
	if g == nil || g.SolicitudID != r.SolicitudID {
		w.violate("a request names an authorisation that is not there")
		return
	}
	if _, holds := g.De(q.DocumentoID); !holds {
		w.violate("a request names a document that its authorisation does not hold")
	}
}

func (w *world) endsOfConsents(f map[string]int) {
	now := epoch.Add(w.Now)
	for _, r := range w.requests {
		f["solicitud/"+string(r.Estado(now))]++
	}
	for _, g := range w.grants {
		f["autorizacion/"+string(g.Estado(now))]++
		f["recibido abierto"] += g.shown
	}
	f["recibido negado"] += w.refused
}

package sim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/server/streamed"
)

// consents is what entities asked for, and what citizens allowed them to see.
type consents struct {
	requests    []*request
	requestByID map[string]*request
	grants      []*grant
	grantByID   map[string]*grant
	seen        map[string]int // looks of the trail, by their id
	refused     int            // looks
	asks        int
}

func newConsents() consents {
	return consents{requestByID: map[string]*request{}, grantByID: map[string]*grant{}, seen: map[string]int{}}
}

// request is a request as it is stored, with what is in the trail of it.
type request struct {
	consentimiento.Solicitud
	told map[auditoria.Tipo]int
}

// grant is an authorisation as it is stored, with what is in the trail of it.
type grant struct {
	consentimiento.Autorizacion
	told   map[auditoria.Tipo]int
	shown  int // looks that an entity saw
	unsure int // looks of which an entity does not know whether they happened
}

// The procedures; each asks for a document, and for one that need not be given.
var procedures = []string{"CREDITO", "EMPLEO"}

func procedure(code string) tramite.Tramite {
	both := func(s string) tipo.Texto { return tipo.Texto{Es: s, En: s} }
	return tramite.Tramite{
		Codigo: code, Nombre: both(code), Finalidad: both("f"), BaseLegal: both("l"), ConservacionDias: 1, PlazoMaximoDias: 30, Version: 1, RegistradoEn: signedAt,
		Requisitos: []tramite.Requisito{
			{Codigo: "UNO", Nombre: both("uno"), Tipos: []string{string(documento.Otro)}},
			{Codigo: "DOS", Nombre: both("dos"), Tipos: []string{string(documento.Otro)}, Opcional: true},
		},
		Entidades: entities,
	}
}

// askedBefore registers the procedures, and makes requests and authorisations of before the run, of which some end during it.
func (w *world) askedBefore() {
	ctx := context.Background()
	for _, code := range procedures {
		w.must(w.truth.GuardarTramite(ctx, procedure(code), w.before("op0")))
	}
	for _, c := range w.carpetasInOrder() {
		k := w.someDocument(c)
		r := consentimiento.Solicitud{
			CiudadanoID: w.duenos[c].Sub, SolicitudID: w.newID(), EntidadID: entities[0], EntidadNombre: entities[0], NIT: "1", Tramite: procedures[0], TramiteVersion: 1,
			NumeroInterno: w.newNumber(), PedidaPor: "program", CreadaEn: signedAt, ModificadaEn: signedAt, Version: 1, Hasta: epoch.Add(consentimiento.VidaSolicitud),
			Requisitos: []consentimiento.Pedido{{Requisito: "UNO"}, {Requisito: "DOS", Opcional: true}},
		}
		if w.oneIn(3) {
			r.Hasta = w.soon()
		}
		q := consentimiento.Abiertas{EntidadID: r.EntidadID, CiudadanoID: r.CiudadanoID, Version: 1}
		q.Lugares = []consentimiento.Lugar{{SolicitudID: r.SolicitudID, Tramite: r.Tramite, Hasta: r.Hasta}}
		w.must(w.truth.CrearSolicitud(ctx, r, q, w.before("op0")))
		w.readRequest(r.Nombre()).told[auditoria.SolicitudCreada]++
		a := consentimiento.Autorizacion{
			CarpetaID: c, AutorizacionID: w.newID(), CiudadanoID: r.CiudadanoID, OperadorID: w.carpetas[c].OperadorID, SolicitudID: r.SolicitudID, EntidadID: r.EntidadID,
			EntidadNombre: r.EntidadNombre, NIT: r.NIT, Tramite: r.Tramite, TramiteVersion: 1, NumeroInterno: r.NumeroInterno, DesdeEn: signedAt, ModificadaEn: signedAt,
			Hasta: w.soon(), EventoID: w.newID(),
		}
		d := w.documentos[k.DocumentoID]
		a.Documentos = []consentimiento.Autorizado{{DocumentoID: k.DocumentoID, Requisito: "DOS", Hash: d.Hash}}
		r.Version, r.Requisitos[1] = 2, consentimiento.Pedido{
			Requisito: "DOS", Opcional: true, Respuesta: consentimiento.Entregado, CarpetaID: c, AutorizacionID: a.AutorizacionID, DocumentoID: k.DocumentoID,
		}
		w.must(w.truth.Responder(ctx, r, nil, a, []documento.Documento{*d}, w.before("op0")))
		w.readRequest(r.Nombre())
		w.readGrant(a.Nombre()).told[auditoria.AutorizacionOtorgada]++
	}
}

// soon is a moment at which something ends while the world goes on.
func (w *world) soon() time.Time {
	return documento.Milisegundos(epoch.Add(w.between(maxSkew, w.plan.chaos)))
}

func (w *world) newNumber() string {
	w.asks++
	return fmt.Sprintf("N-%d", w.asks)
}

func (w *world) carpetasInOrder() (ids []string) {
	for n := range w.plan.carpetas {
		ids = append(ids, w.claves[n*w.plan.documentos].CarpetaID)
	}
	return ids
}

// someDocument is one of a carpeta's first documents; it may be gone.
func (w *world) someDocument(carpetaID string) documento.Clave {
	for {
		if k := w.claves[w.IntN(len(w.claves))]; k.CarpetaID == carpetaID {
			return k
		}
	}
}

// workerOf is somebody who works for an entity.
func workerOf(entidadID string) auth.Principal {
	return auth.Principal{Sub: "program", Roles: []auth.Role{auth.Entidad}, EntidadID: entidadID, Permisos: []auth.Permiso{auth.Solicitar, auth.Consultar}}
}

// askAndLook sets entities and citizens going.
func (w *world) askAndLook() {
	for _, r := range w.requests {
		w.answerSometimes(r)
	}
	for _, g := range w.grants {
		w.useGrant(g)
	}
	for _, c := range w.carpetasInOrder() {
		for range 1 + w.IntN(3) {
			n := consentimiento.NuevaSolicitud{CiudadanoID: w.duenos[c].Sub, Tramite: procedures[w.IntN(len(procedures))], NumeroInterno: w.newNumber()}
			entity, at := entities[w.IntN(len(entities))], w.between(0, w.plan.chaos*2/3)
			for range 1 + w.IntN(2) { // twice with one number is one request
				w.After(at+w.between(0, atOnce), func() { w.ask(entity, n, 3) })
			}
			if other := n; w.oneIn(3) { // the same number for somebody else, who has no carpeta
				other.CiudadanoID = nobody
				w.After(at+w.between(0, atOnce), func() { w.ask(entity, other, 3) })
			}
			if second := n; w.oneIn(2) { // of the same procedure
				second.NumeroInterno = w.newNumber()
				w.After(at+w.between(0, atOnce), func() { w.ask(entity, second, 3) })
			}
		}
	}
}

// nobody is a citizen without a carpeta.
const nobody = "1000000001"

func (w *world) ask(entidadID string, n consentimiento.NuevaSolicitud, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		r, err := p.consents.Pedir(taskContext{t}, workerOf(entidadID), n)
		if w.repeats(t, tryLater(err), repetitions, 5*time.Second, func(k int) { w.ask(entidadID, n, k) }) {
			return
		}
		w.note(p, "ask %s: %s %v", n.NumeroInterno, w.short(r.SolicitudID), codeOf(err))
		w.checkAnswer("ask", err)
		if err != nil {
			return
		}
		if known := w.requestByID[r.SolicitudID]; known == nil || known.NumeroInterno != n.NumeroInterno {
			w.violate("a request was confirmed that is not stored")
		} else if n.CiudadanoID != nobody {
			w.answerSometimes(known)
		}
	})
}

// tryLater reports whether somebody asks again: the system said so, or nothing.
func tryLater(err error) bool {
	return errors.Is(err, fault.Unavailable) || errors.Is(err, fault.Conflict)
}

// answerSometimes is a citizen who reads a request, thinks, and answers, at times from two tabs, or refuses; at times its entity
// takes it back meanwhile.
func (w *world) answerSometimes(r *request) {
	for range 1 + w.IntN(2) {
		at := w.between(0, w.plan.chaos/2)
		w.After(at, func() {
			version, thinks := r.Version, w.between(0, 10*time.Second)
			for range 1 + w.IntN(2) {
				w.After(thinks+w.between(0, atOnce), func() { w.answer(r, version, 2) })
			}
			switch w.IntN(8) {
			case 0:
				w.After(thinks, func() { w.closeRequest(r, true) })
			case 1:
				w.After(thinks, func() { w.closeRequest(r, false) })
			case 2:
				n := consentimiento.NuevaSolicitud{CiudadanoID: r.CiudadanoID, Tramite: procedures[w.IntN(len(procedures))], NumeroInterno: w.newNumber()}
				w.After(thinks+w.between(0, atOnce), func() { w.ask(r.EntidadID, n, 2) })
			}
		})
	}
}

// answer gives a document, or two; what it gives may end in some way at the same moment.
func (w *world) answer(r *request, version int64, repetitions int) {
	c := w.carpetaOf(r.CiudadanoID)
	k := w.someDocument(c)
	wanted := consentimiento.Contestacion{Nombre: r.Nombre(), Version: version, Dias: 1 + w.Int64N(30), Lengua: "es"}
	for _, q := range r.Requisitos {
		switch other := w.someDocument(c); {
		case q.Respuesta == consentimiento.Entregado:
		case q.Requisito == "UNO" && w.oneIn(3), q.Requisito == "DOS" && (other == k || w.oneIn(2)):
			wanted.Respuestas = append(wanted.Respuestas, consentimiento.RespuestaA{Requisito: q.Requisito, NoEntrega: true})
		case q.Requisito == "UNO":
			wanted.Respuestas = append(wanted.Respuestas, consentimiento.RespuestaA{Requisito: q.Requisito, DocumentoID: k.DocumentoID})
		default:
			wanted.Respuestas = append(wanted.Respuestas, consentimiento.RespuestaA{Requisito: q.Requisito, DocumentoID: other.DocumentoID})
		}
	}
	if w.oneIn(3) {
		w.After(w.between(0, atOnce), func() { w.endDocument(k) })
	}
	w.inSomeProcess(func(t *task, p *process) {
		given, err := p.consents.Responder(taskContext{t}, w.duenos[c], wanted)
		if w.repeats(t, tryLater(err), repetitions, 5*time.Second, func(n int) { w.answer(r, version, n) }) {
			return
		}
		w.note(p, "answer version %d of %s: %v", version, w.short(r.SolicitudID), codeOf(err))
		if err != nil && !errors.Is(err, fault.BadUserInput) { // a document is not there any more
			w.checkAnswer("answer", err)
		}
		if a := given.Autorizacion; err == nil && a != nil {
			g := w.grantByID[a.AutorizacionID]
			if g == nil {
				w.violate("an answer was confirmed, and its authorisation is not stored")
				return
			}
			w.useGrant(g)
		}
	})
}

func (w *world) carpetaOf(ciudadanoID string) string {
	for _, id := range w.carpetasInOrder() {
		if w.duenos[id].Sub == ciudadanoID {
			return id
		}
	}
	panic("nobody asks a citizen without a carpeta here")
}

// closeRequest is a citizen who gives nothing more, or an entity that takes its request back.
func (w *world) closeRequest(r *request, byCitizen bool) {
	w.inSomeProcess(func(t *task, p *process) {
		var err error
		if byCitizen {
			_, err = p.consents.Rechazar(taskContext{t}, w.duenos[w.carpetaOf(r.CiudadanoID)], r.Nombre())
		} else {
			_, err = p.consents.Retirar(taskContext{t}, workerOf(r.EntidadID), r.Nombre())
		}
		if t.Dead() {
			return
		}
		w.note(p, "close %s: %v", w.short(r.SolicitudID), codeOf(err))
		w.checkAnswer("close a request", err)
		if closed := !r.RechazadaEn.IsZero() || !r.RetiradaEn.IsZero(); err == nil && !closed {
			w.violate("a request was closed, and is open")
		}
	})
}

// useGrant: its entity looks, at times several at once, and at the moment at which it ends; its citizen may end it.
func (w *world) useGrant(g *grant) {
	if w.oneIn(3) {
		w.After(w.between(0, w.plan.chaos/2), func() { w.endGrant(g, 3) })
	}
	if left := g.Hasta.Sub(epoch) - w.Now; left > 0 && left < w.plan.chaos {
		for range 6 {
			w.After(max(0, left-w.between(0, atOnce)), func() { w.lookAt(g, 0) })
		}
	}
	for range 1 + w.IntN(4) {
		at := w.between(0, w.plan.chaos/3)
		for range 1 + w.IntN(3) {
			w.After(at+w.between(0, atOnce), func() { w.lookAt(g, 2) })
		}
		switch w.IntN(4) {
		case 0:
			for range 1 + w.IntN(2) {
				w.After(at+w.between(0, atOnce), func() { w.endGrant(g, 3) })
			}
		case 2:
			w.After(at, func() {
				w.endDocument(documento.Clave{CarpetaID: g.CarpetaID, DocumentoID: g.Documentos[0].DocumentoID})
			})
		}
	}
}

// endDocument ends in one of the ways in which a document comes not to be shown, or not as it was.
func (w *world) endDocument(k documento.Clave) {
	e, delivered := w.entregas[k.DocumentoID]
	d, found := w.documentos[k.DocumentoID]
	switch {
	case !found:
	case delivered && w.oneIn(2):
		w.revoke(issuerOf(e), e, 3)
	case delivered && w.oneIn(2):
		w.replace(issuerOf(e), e)
	case d.Certificado:
		w.solicitar(k, 0)
	default:
		w.askDelete(k, 0)
	}
}

func (w *world) endGrant(g *grant, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		_, err := p.consents.Terminar(taskContext{t}, w.duenos[g.CarpetaID], g.Nombre())
		if w.repeats(t, err != nil, repetitions, 5*time.Second, func(n int) { w.endGrant(g, n) }) {
			return
		}
		w.note(p, "end authorisation %s: %v", w.short(g.AutorizacionID), codeOf(err))
		w.checkAnswer("end an authorisation", err)
		if err == nil && g.Estado(epoch.Add(w.Now+maxSkew)) == consentimiento.Vigente {
			w.violate("an authorisation was ended, and is in force")
		}
	})
}

// lookAt is an entity that opens a document, and may fetch its file.
func (w *world) lookAt(g *grant, repetitions int) {
	d := g.Documentos[w.IntN(len(g.Documentos))]
	n := consentimiento.NombreRecibido{NombreAutorizacion: g.Nombre(), DocumentoID: d.DocumentoID}
	w.inSomeProcess(func(t *task, p *process) {
		v, err := p.consents.Abrir(taskContext{t}, workerOf(g.EntidadID), n)
		if t.Dead() || errors.Is(err, fault.Unavailable) {
			g.unsure++
		}
		if w.repeats(t, tryLater(err), repetitions, 5*time.Second, func(r int) { w.lookAt(g, r) }) {
			return
		}
		w.note(p, "look at %s: %v", w.short(d.DocumentoID), codeOf(err))
		if err != nil {
			w.refused++
			w.onLookRefused(g, err)
			return
		}
		w.onLook(t, g, v)
		if v.Pase == "" {
			return
		}
		for range w.IntN(3) {
			w.After(w.between(0, 10*time.Second), func() { w.fetchReceived(g, d, v.Pase) })
		}
	})
}

// fetchReceived reads the file of a look.
func (w *world) fetchReceived(g *grant, d consentimiento.Autorizado, pass string) {
	w.inSomeProcess(func(t *task, p *process) {
		ctx := taskContext{t}
		a, err := p.consents.Archivo(ctx, pass)
		if err == nil {
			err = a.Anotar(ctx)
		}
		w.note(p, "file of a look, %s: %v", w.short(a.DocumentoID), codeOf(err))
		if t.Dead() || err != nil {
			w.checkRefusal("file of a look", err)
			return
		}
		told := func() bool { return g.told[auditoria.AutorizacionArchivoServido] > 0 }
		w.serve(t, a.DocumentoID, streamed.File{Size: a.TamanoBytes, Open: a.Abrir, Allowed: a.Sigue}, told, func() bool { return w.allows(g, d) })
	})
}

// oneAfterTheOther is consentimiento.Servicio.Juntos: any order, and time passes in between.
func (w *world) oneAfterTheOther(ctx context.Context, reads ...func(context.Context) error) error {
	for _, n := range w.Perm(len(reads)) {
		if err := reads[n](ctx); err != nil {
			return err
		}
	}
	return nil
}

// beforeAgain is consentimiento.Servicio.Pausa. How long it lasts is the seed's.
func (p *process) beforeAgain(ctx context.Context, _ time.Duration) error {
	if !p.pause(ctx, p.w.between(0, atOnce)) {
		return errDown
	}
	return nil
}

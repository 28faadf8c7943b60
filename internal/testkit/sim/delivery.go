package sim

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// The entities that deliver; all sign with one key, the same in every run.
var (
	entities  = []string{"notaria", "universidad"}
	entityKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	entityJWK = fmt.Sprintf(`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":%q}]}`,
		base64.RawURLEncoding.EncodeToString(entityKey.Public().(ed25519.PublicKey)))
)

// signedAt is when the entities signed what they deliver.
var signedAt = epoch.Add(-time.Hour)

// entidadOf is an entity as it is registered, whose key was seen before.
func entidadOf(id string) entidad.Entidad {
	seen := []entidad.LlaveVista{{Llave: "k1", Huella: entityThumbprint, VistaEn: epoch}}
	return entidad.Entidad{EntidadID: id, Nombre: id, Roles: []entidad.Rol{entidad.RolEmisor, entidad.RolReceptor}, Llaves: entityJWK, Vistas: seen, Activa: true, Version: 1}
}

var entityThumbprint = func() string {
	keys, err := auth.ParseKeySet([]byte(entityJWK))
	if err != nil {
		panic(err)
	}
	return keys[0].Huella()
}()

// signed is a request to deliver, with its signature.
func signed(ciudadanoID string, n documento.Nuevo) entrega.Pedido {
	return entrega.Pedido{CiudadanoID: ciudadanoID, Nuevo: n, Firma: jws(entrega.Contenido(ciudadanoID, n))}
}

func jws(content []byte) string {
	b64 := base64.RawURLEncoding.EncodeToString
	header := b64(fmt.Appendf(nil, `{"alg":"EdDSA","kid":"k1","iat":%d}`, signedAt.Unix()))
	return header + ".." + b64(ed25519.Sign(entityKey, []byte(header+"."+b64(content))))
}

// mark says that an entity delivers a content to a carpeta.
type mark struct{ carpetaID, hash, entidadID string }

func markOf(d documento.Documento) mark { return mark{d.CarpetaID, d.Hash, d.EmisorID} }

// onDeliver: the same content of the same entity is one document, that waits or is there.
func (w *world) onDeliver(d documento.Documento) {
	for _, o := range w.documentos {
		if o.DocumentoID != d.DocumentoID && o.EsEntregado() && markOf(*o) == markOf(d) && !o.Cancelada() {
			w.violate("a delivery made a second document")
		}
	}
}

// deliverSometimes is an entity that delivers a document, at times the same again, also when it was erased.
func (w *world) deliverSometimes(c *carpeta.Carpeta) {
	v := w.newDelivery(c, 3000+w.IntN(2))
	for range 1 + w.IntN(2) {
		w.After(w.between(0, w.plan.chaos), func() { w.announceDelivery(v, 2) })
	}
}

// delivery is what an entity wants to deliver.
type delivery struct {
	entrega.Pedido
	quien auth.Principal
}

func (w *world) newDelivery(c *carpeta.Carpeta, content int) delivery {
	n := w.content(content)
	n.PorPartes, n.TamanoBytes = false, sizeAtOnce
	return delivery{
		Pedido: signed(c.CiudadanoID, n),
		quien:  auth.Principal{Sub: "program", Roles: []auth.Role{auth.Entidad}, EntidadID: entities[w.IntN(len(entities))]},
	}
}

// oldDelivery was announced a day ago, and never confirmed. It is announced again, and confirmed, while it has ended
// on some clocks, and not on others.
func (w *world) oldDelivery(c *carpeta.Carpeta) {
	v, k := w.newDelivery(c, 4000+w.IntN(1000)), documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: w.newID()}
	ends := epoch.Add(w.between(0, w.plan.chaos)).Truncate(time.Second)
	d := oldDocument(k, v.Nuevo, ends, documento.VigenciaSinConfirmar)
	d.Certificado, d.EmisorID, d.EmisorNombre, d.FechaEmision = true, v.quien.EntidadID, v.quien.EntidadID, signedAt
	e := entrega.Entrega{
		EntidadID: v.quien.EntidadID, EntregaID: k.DocumentoID, CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID,
		Firma: entidad.Firma{JWS: v.Firma, JWK: entityJWK[len(`{"keys":[`) : len(entityJWK)-len(`]}`)], FirmadaEn: signedAt}, AnunciadaEn: d.FechaRecepcion, ExpiraEn: d.FechaRecepcion.Add(entrega.Retencion),
	}
	first, err := w.truth.CrearEntrega(context.Background(), e, d, carpeta.SinCuota, w.before(c.OperadorID))
	if err != nil || first.EntregaID != e.EntregaID {
		return // the same was announced before
	}
	w.readSeeded(d)
	w.entregas[k.DocumentoID] = e
	if !w.oneIn(4) {
		w.arrive(link{name: d.StoragePath})
	}
	w.After(max(0, ends.Sub(epoch)-maxSkew), func() {
		w.After(w.between(0, 2*maxSkew), func() { w.announceDelivery(v, 1) })
		w.After(w.between(0, 2*maxSkew), func() { w.confirmDelivery(v.quien, e, 1) })
	})
}

// announceDelivery delivers, and again if nobody knows what became of it, or without need.
func (w *world) announceDelivery(v delivery, repetitions int) {
	again := func(n int) { w.announceDelivery(v, n) }
	if repetitions > 0 && w.oneIn(3) {
		w.After(w.between(0, 2*time.Second), func() { again(repetitions - 1) })
	}
	w.inSomeProcess(func(t *task, p *process) {
		e, carga, err := p.entregas.Entregar(taskContext{t}, v.quien, v.Pedido)
		if w.repeats(t, errors.Is(err, fault.Unavailable), repetitions, 5*time.Second, again) {
			return
		}
		w.note(p, "deliver: %s %v", w.short(e.EntregaID), codeOf(err))
		w.checkUpload("deliver", e.Clave(), err)
		if err != nil || carga == nil {
			return
		}
		w.checkLink(e.Clave(), carga.URL)
		w.After(0, func() { w.sendSometimes(carga.URL) })
		for range 1 + w.IntN(2) {
			w.After(w.between(0, 20*time.Second), func() { w.confirmDelivery(v.quien, e, 3) })
		}
	})
}

func (w *world) confirmDelivery(quien auth.Principal, e entrega.Entrega, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		final, err := p.entregas.Confirmar(taskContext{t}, quien, e.EntregaID)
		if w.repeats(t, err != nil, repetitions, 20*time.Second, func(n int) { w.confirmDelivery(quien, e, n) }) {
			return
		}
		w.note(p, "confirm delivery %s: %v", w.short(e.EntregaID), codeOf(err))
		w.checkUpload("confirm delivery", e.Clave(), err, fault.FileMissing)
		if err != nil {
			return
		}
		if final.EntregadaEn.IsZero() {
			w.violate("a delivery was confirmed, and is not delivered")
		}
		if d, found := w.documentos[e.EntregaID]; found {
			w.onConfirmed(*d)
		}
		if w.oneIn(2) {
			w.After(w.between(0, w.plan.chaos), func() { w.revoke(quien, e, 3) })
		}
		if w.plan.codes {
			w.correctLater(quien, e)
		}
	})
}

// revoke takes a delivery back, whatever becomes of its document meanwhile.
func (w *world) revoke(quien auth.Principal, e entrega.Entrega, repetitions int) {
	const why = "No corresponde."
	r := entrega.Revocacion{EntregaID: e.EntregaID, Motivo: why, Firma: jws(verificable.Revocacion{EntregaID: e.EntregaID, Motivo: why}.Bytes())}
	w.inSomeProcess(func(t *task, p *process) {
		done, err := p.entregas.Revocar(taskContext{t}, quien, r)
		if w.repeats(t, err != nil, repetitions, 20*time.Second, func(n int) { w.revoke(quien, e, n) }) {
			return
		}
		w.note(p, "revoke %s: %v", w.short(e.EntregaID), codeOf(err))
		w.checkAnswer("revoke", err)
		if err == nil && (done.RevocadaEn.IsZero() || w.entregas[e.EntregaID].RevocadaEn.IsZero()) {
			w.violate("a delivery was revoked, and stands")
		}
	})
}

package sim

import (
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
)

// The entities that deliver; all sign with one key, the same in every run.
var (
	entities  = []string{"notaria", "universidad"}
	entityKey = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	entityJWK = fmt.Sprintf(`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":%q}]}`,
		base64.RawURLEncoding.EncodeToString(entityKey.Public().(ed25519.PublicKey)))
)

// entidadOf is an entity as it is registered.
func entidadOf(id string) entidad.Entidad {
	return entidad.Entidad{EntidadID: id, Nombre: id, Llaves: entityJWK, Activa: true, Version: 1}
}

// signed is a request to deliver, with its signature.
func signed(ciudadanoID string, n documento.Nuevo) entrega.Pedido {
	b64 := base64.RawURLEncoding.EncodeToString
	header := b64(fmt.Appendf(nil, `{"alg":"EdDSA","kid":"k1","iat":%d}`, epoch.Add(-time.Hour).Unix()))
	signature := ed25519.Sign(entityKey, []byte(header+"."+b64(entrega.Contenido(ciudadanoID, n))))
	return entrega.Pedido{CiudadanoID: ciudadanoID, Nuevo: n, Firma: header + ".." + b64(signature)}
}

// deliverSometimes is an entity that delivers a document, at times the same again, also when it was erased.
func (w *world) deliverSometimes(c *carpeta.Carpeta) {
	n := w.content(3000 + w.IntN(2))
	n.PorPartes, n.TamanoBytes = false, sizeAtOnce
	d := delivery{
		Pedido: signed(c.CiudadanoID, n),
		quien:  auth.Principal{Sub: "program", Roles: []auth.Role{auth.Entidad}, EntidadID: entities[w.IntN(len(entities))]},
	}
	for range 1 + w.IntN(2) {
		w.after(w.between(0, w.plan.chaos), func() { w.announceDelivery(d, 2) })
	}
}

// delivery is what an entity wants to deliver.
type delivery struct {
	entrega.Pedido
	quien auth.Principal
}

// announceDelivery delivers, and again if nobody knows what became of it, or without need.
func (w *world) announceDelivery(v delivery, repetitions int) {
	again := func() { w.announceDelivery(v, repetitions-1) }
	if repetitions > 0 && w.oneIn(3) {
		w.after(w.between(0, 2*time.Second), again)
	}
	w.inSomeProcess(func(t *task, p *process) {
		e, carga, err := p.entregas.Entregar(taskContext{t}, v.quien, v.Pedido)
		if (t.dead() || errors.Is(err, fault.Unavailable)) && repetitions > 0 && !w.closed {
			w.after(w.between(0, 5*time.Second), again)
		}
		if t.dead() {
			return
		}
		w.note(p, "deliver: %s %v", w.short(e.EntregaID), codeOf(err))
		w.checkUpload("deliver", e.Clave(), err)
		if err != nil || carga == nil {
			return
		}
		w.checkLink(e.Clave(), carga.URL)
		w.after(0, func() { w.sendSometimes(carga.URL) })
		for range 1 + w.IntN(2) {
			w.after(w.between(0, 20*time.Second), func() { w.confirmDelivery(v.quien, e, 3) })
		}
	})
}

func (w *world) confirmDelivery(quien auth.Principal, e entrega.Entrega, repetitions int) {
	w.inSomeProcess(func(t *task, p *process) {
		final, err := p.entregas.Confirmar(taskContext{t}, quien, e.EntregaID)
		if repetitions > 0 && !w.closed && (t.dead() || err != nil) {
			w.after(w.between(0, 20*time.Second), func() { w.confirmDelivery(quien, e, repetitions-1) })
		}
		if t.dead() {
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
	})
}

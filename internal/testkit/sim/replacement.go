package sim

import (
	"encoding/base64"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// replace delivers another document in the place of a delivery, whatever becomes of that one meanwhile.
func (w *world) replace(quien auth.Principal, old entrega.Entrega) {
	n := w.content(5000 + w.IntN(1000))
	n.PorPartes, n.TamanoBytes = false, sizeAtOnce
	w.announceDelivery(delivery{Pedido: replacing(old, n), quien: quien}, 2)
}

// replacing is a request to deliver in the place of another delivery, with its signature.
func replacing(old entrega.Entrega, n documento.Nuevo) entrega.Pedido {
	salt := make([]byte, 16)
	d := &entrega.Declarado{FechaEmision: epoch.Format(time.DateOnly), Nombre: "Ana", Sal: base64.RawURLEncoding.EncodeToString(salt), ReemplazaA: old.EntregaID}
	states := verificable.Declaracion{
		Version: 2, HashDocumento: n.Hash, TipoDocumento: string(n.Tipo), Titulo: n.Titulo, FechaEmision: d.FechaEmision, ReemplazaA: d.ReemplazaA,
		Titular: verificable.Titular{CiudadanoID: old.CiudadanoID, Nombre: d.Nombre, Sal: salt}.Sello(),
	}
	return entrega.Pedido{CiudadanoID: old.CiudadanoID, Nuevo: n, Firma: jws(states.Bytes()), Declarado: d}
}

// correctLater: what replaced a document is replaced too, at times twice at once, and its owner shows it.
func (w *world) correctLater(quien auth.Principal, e entrega.Entrega) {
	if w.oneIn(3) {
		at := w.between(0, w.plan.chaos)
		for range 1 + w.IntN(2) {
			w.After(at, func() { w.replace(quien, e) })
		}
	}
	if w.oneIn(2) {
		w.After(w.between(0, w.plan.chaos), func() { w.makeCode(e.Clave(), 2) })
	}
}

// checkReplacements: what was replaced says by what, one only, and whoever goes from one to the next comes to an end.
func (w *world) checkReplacements() {
	for by, old := range w.replaces {
		if w.entregas[old].ReemplazadaPor != by {
			w.violate("a delivery replaces one that says another")
		}
	}
	for id, e := range w.entregas {
		steps := 0
		for at := e; at.ReemplazadaPor != "" && steps <= len(w.replaces); steps++ {
			at = w.entregas[at.ReemplazadaPor]
		}
		if steps > len(w.replaces) {
			w.violate("deliveries replace each other in a circle")
		}
		if by := e.ReemplazadaPor; by != "" && (w.replaces[by] != id || w.entregas[by].EntregadaEn.IsZero()) {
			w.violate("a delivery is replaced by one that was not delivered in its place")
		}
	}
}

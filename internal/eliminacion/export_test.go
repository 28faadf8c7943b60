package eliminacion

import "github.com/carpeta-ciudadana/servidor/internal/ground/relay"

// HechoDe is the event of a change.
var HechoDe = hechoDe

// MensajeDe is what a citizen reads of a failed step.
var MensajeDe = mensajeDe

// Scope is scope, for tests.
func (f Filtro) Scope(sub, carpetaID string) relay.Scope { return f.scope(sub, carpetaID) }

// DatosPaso is datosPaso, for tests.
type DatosPaso struct{ Orden, Exito, Objeto, Almacen, Resto string }

// DatosDe is what messages and texts say of a step.
func DatosDe(p Paso) DatosPaso {
	d := datosPasos[p]
	return DatosPaso{d.orden, d.exito, d.objeto, d.almacen, d.resto}
}

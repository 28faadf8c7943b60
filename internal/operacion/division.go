package operacion

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// Division is how the indexes of an operador's deletions are divided. A deletion never waits for it: not while the
// number of parts changes either.
type Division struct {
	Partes          int
	Antes           *int       // the number before the change under way; nil if none is
	EscribeDesde    *time.Time // since when, or from when, Partes are written; nil if they were never others
	TerminableDesde *time.Time // from when the change under way may be ended; nil if none is
}

// divisionDe is the division of an operador among those that were ever divided.
func divisionDe(operadorID string, divididos map[string]eliminacion.Particion) Division {
	p, hay := divididos[operadorID]
	if !hay {
		return Division{Partes: eliminacion.Entera.Luego}
	}
	d := Division{Partes: p.Luego}
	if !p.Cambia.IsZero() {
		d.EscribeDesde = &p.Cambia
	}
	if p.EnCambio() {
		terminable := p.Asentable()
		d.Antes, d.TerminableDesde = &p.Antes, &terminable
	}
	return d
}

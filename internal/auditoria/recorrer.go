package auditoria

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// What a store may do for one list: then it gives what it found, and Sigue.
const (
	MaxEventos  = 16384 // events that it looks at
	MaxLlamadas = 256   // calls, or as many megabytes
)

// HolguraOculta is how many times further a list goes that hides events from its reader. The bounds above count
// what the reader may see: a walk that ended early because of hidden events would tell that there are some.
const HolguraOculta = 16

// Vela reports whether the list may hide events of which its reader must not know.
func (f Filtro) Vela() bool { return f.Lector != "" || f.Velo != nil }

// maxEventos is one more than the largest page: it tells whether there is a next one.
const maxEventos = 1001

// Sigue is the error of a Consulta whose work is done before it is full: its events are good, and it
// goes on after this key.
func Sigue(clave string) error { return relay.Stopped{After: clave} }

// DondeSigue is the key of Sigue; false for any other error, and for none.
func DondeSigue(err error) (clave string, sigue bool) {
	var s relay.Stopped
	sigue = errors.As(err, &s)
	return s.After, sigue
}

// EventosEnVano charges the operation of this context for n events that a store read and its filter kept back.
// Events that are hidden from the reader are not among them: the price would tell how many there are.
func EventosEnVano(ctx context.Context, n int) { quota.Spend(ctx, n) }

// Validar refuses a query that no store can answer. Every store asks here first, so all refuse alike.
func (c Consulta) Validar() error {
	keyless := c.OperadorID == "" && c.CarpetaID == "" && c.CorrelacionID == ""
	if keyless || c.DocumentoID != "" && c.CarpetaID == "" || c.Limite < 1 || c.Limite > maxEventos {
		return fault.Wrap(fault.InvalidPaginationArguments, fmt.Errorf("operador %q, limit %d", c.OperadorID, c.Limite))
	}
	if c.Despues != "" {
		_, err := MomentoDeClave(c.Despues)
		return err
	}
	return nil
}

// Incluye reports whether an event passes.
func (f Filtro) Incluye(e Evento) bool {
	return !f.Oculta(e) && same(f.CarpetaID, e.CarpetaID) && same(f.DocumentoID, e.DocumentoID) &&
		same(f.CorrelacionID, e.CorrelacionID) && same(f.Tipo, e.Tipo) && same(f.Servicio, e.Servicio) &&
		same(f.Resultado, e.Resultado) && same(f.Gravedad, e.Gravedad) && same(f.Actor, e.Actor.ID) &&
		!e.Momento.Before(f.Desde) && (f.Hasta.IsZero() || e.Momento.Before(f.Hasta))
}

func same[T ~string](want, got T) bool { return want == "" || want == got }

// Claves bounds a walk: the keys of what can pass lie between them, and no key is one of them; "" is
// no bound.
func (c Consulta) Claves() (desde, hasta string) {
	if !c.Desde.IsZero() {
		desde = ClaveEn(c.Desde, "")
	}
	if !c.Hasta.IsZero() {
		hasta = ClaveEn(c.Hasta.Add(time.Millisecond-1), "")
	}
	if c.Despues == "" {
		return desde, hasta
	}
	if !c.Descendente {
		return max(desde, c.Despues), hasta
	}
	if hasta == "" || c.Despues < hasta {
		hasta = c.Despues
	}
	return desde, hasta
}

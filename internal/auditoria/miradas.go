package auditoria

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// AccesoNuevo is one message to an owner who follows the looks at their carpeta.
type AccesoNuevo struct {
	Acceso *Acceso // nil: load the list, news begin here
	Cursor string  // everything up to here was sent
}

// AccesosDesde are the looks at a carpeta since a moment, oldest first.
type AccesosDesde struct {
	Accesos []Acceso
	Todos   bool      // false: there are more
	Al      time.Time // when they were read
}

// Desde are the looks since a moment, at most limite; if that is zero, those that may have come while somebody
// began to follow. The caller was allowed to read the carpeta. May lag behind writes.
func (a *Accesos) Desde(ctx context.Context, carpetaID string, desde time.Time, limite int) (AccesosDesde, error) {
	now := a.Clock()
	if desde.IsZero() {
		desde = now.Add(-Asentamiento)
	}
	p := paseo{a: a, c: Consulta{Filtro: Filtro{CarpetaID: carpetaID, Desde: desde}, Limite: min(limite, Paginas.Max)}, limite: limite, now: now}
	_, sigue, err := detenida(nil, p.andar(ctx))
	return AccesosDesde{p.hallados, sigue == "" && len(p.hallados) < limite, now}, err
}

// Nuevos are those of some events, just written, that are looks which the owner of the carpeta may see.
func (a *Accesos) Nuevos(ctx context.Context, carpetaID, operadorID string, eventoIDs []string) (as []Acceso, err error) {
	var es []Evento
	for _, id := range eventoIDs {
		e, err := a.Rastro.Evento(ctx, operadorID, id)
		if fault.CodeOf(err) == fault.NotFound {
			continue
		}
		if err != nil {
			return nil, err
		}
		if e.CarpetaID == carpetaID && slices.Contains(TiposDeMirada, e.Tipo) {
			es = append(es, e)
		}
	}
	velo, err := a.Rastro.EmbargosDe(ctx, carpetaID) // after the events: see paseo.velar
	if err != nil {
		return nil, err
	}
	now := a.Clock()
	for _, e := range es {
		if !velo.Oculta(e, now) {
			as = append(as, accesoDe(e))
		}
	}
	return as, nil
}

// A cursor of looks is the moment until which they were sent.
const (
	cursorDeAccesos    = "a1"
	memoriaDeAccesos   = 24 * time.Hour
	maxMiradasPorAviso = 10 // each is read by itself
)

// CursorDeAccesos says that every look at a carpeta until a moment was sent.
func CursorDeAccesos(carpetaID string, hasta time.Time) string {
	return relay.MomentCursor(cursorDeAccesos, carpetaID, hasta)
}

// MomentoDeCursor is the moment of a CursorDeAccesos; false if it is none of this carpeta's, lies in the future,
// or too far back to go on.
func MomentoDeCursor(carpetaID, cursor string, now time.Time) (time.Time, bool) {
	return relay.OpenMoment(cursorDeAccesos, carpetaID, cursor, now.Add(-memoriaDeAccesos), now.Add(desfase))
}

// ConAviso writes events, and then tells of the looks among them.
type ConAviso struct {
	Anotador
	Avisar func(Miradas)
}

// Miradas are looks at one carpeta that were just written, as its followers receive them.
type Miradas struct {
	CarpetaID, OperadorID string
	EventoIDs             []string
}

// Anotar implements Anotador.
func (c ConAviso) Anotar(ctx context.Context, es ...Evento) error {
	if err := c.Anotador.Anotar(ctx, es...); err != nil {
		return err
	}
	for _, m := range miradasEn(es) {
		c.Avisar(m)
	}
	return nil
}

// miradasEn are the looks among events, by carpeta.
func miradasEn(es []Evento) (all []Miradas) {
	for _, e := range es {
		if e.CarpetaID == "" || !slices.Contains(TiposDeMirada, e.Tipo) {
			continue
		}
		i := slices.IndexFunc(all, func(m Miradas) bool {
			return m.CarpetaID == e.CarpetaID && m.OperadorID == e.OperadorID && len(m.EventoIDs) < maxMiradasPorAviso
		})
		if i < 0 {
			i, all = len(all), append(all, Miradas{CarpetaID: e.CarpetaID, OperadorID: e.OperadorID})
		}
		all[i].EventoIDs = append(all[i].EventoIDs, e.EventoID)
	}
	return all
}

package eliminacion

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxConflictos bounds how often a lost race is tried again.
const maxConflictos = 5

// pliegue is what a deletion becomes by what happened to it, one thing after the other: one write.
type pliegue struct {
	guardada Eliminacion // as it is stored
	nueva    Eliminacion
	efecto   Efecto
	hechos   []hecho
	eventos  []auditoria.Evento // of each change; they have no id yet
}

func (p pliegue) cambia() bool { return len(p.eventos) > 0 }

// plegar adds one thing that happened at a moment, by the transition table. It asks nobody and changes nothing else.
// What changes nothing has no event.
func (ps Plazos) plegar(p pliegue, h hecho, now time.Time) (pliegue, error) {
	r, err := Transicion(p.nueva, h.suceso, ps.detalle(h, now))
	if err != nil {
		return p, err
	}
	p.hechos = append(slices.Clip(p.hechos), h)
	if !r.Cambia {
		return p, nil
	}
	n := ps.programar(r.Nueva, h, now)
	evento := hechoDe(p.nueva, n, h.suceso)
	evento.Servicio = h.servicio
	p.nueva, p.efecto, p.eventos = n, r.Efecto, append(slices.Clip(p.eventos), evento)
	return p, nil
}

// plegarTodo folds several things that happened to a deletion as it is stored.
func (ps Plazos) plegarTodo(e Eliminacion, hs []hecho, now time.Time) (p pliegue, err error) {
	p = pliegue{guardada: e, nueva: e}
	for _, h := range hs {
		if p, err = ps.plegar(p, h, now); err != nil {
			return p, err
		}
	}
	return p, nil
}

// cierre is the write of a pliegue. The ids of its events are drawn here: one that waits for its write may be refused.
func (x *Ejecutor) cierre(ctx context.Context, p pliegue) Cierre {
	eventos := make([]auditoria.Evento, len(p.eventos))
	for i, h := range p.eventos {
		como := ctx
		if h.Servicio != "" {
			como = auditoria.Como(ctx, h.Servicio)
		}
		eventos[i] = x.Escribano.Levantar(como, h)
	}
	eventos = auditoria.EnOrden(eventos...)
	ultimo := len(eventos) - 1
	return Cierre{Guardado{p.nueva, p.efecto, eventos[:ultimo]}, eventos[ultimo]}
}

// ocurrir stores what happened to a deletion in one write. It returns the deletion as it stands afterwards, and whether
// this very call changed it.
func (x *Ejecutor) ocurrir(ctx context.Context, e Eliminacion, hs ...hecho) (Eliminacion, bool, error) {
	p, err := x.Plazos.plegarTodo(e, hs, x.now())
	if err != nil {
		return e, false, err
	}
	return x.guardar(ctx, p)
}

// guardar stores a pliegue. If another write was faster, the same things happen to the deletion as it is by now;
// CONFLICT if every write lost such a race.
func (x *Ejecutor) guardar(ctx context.Context, p pliegue) (Eliminacion, bool, error) {
	for range maxConflictos {
		if !p.cambia() {
			return p.guardada, false, nil
		}
		if empieza[p.hechos[0].suceso] {
			p.nueva.NoAntesDe = x.plazo(p.nueva)
		}
		c := x.cierre(ctx, p)
		err := x.Store.Guardar(ctx, c.Guardado, c.Hecho)
		if err == nil {
			x.registrar(p.nueva)
			return p.nueva, true, nil
		}
		actual := p.guardada
		if errors.Is(err, fault.Conflict) {
			actual, err = x.Store.Eliminacion(ctx, actual.EventoID)
		}
		switch {
		case err != nil:
			return p.guardada, false, err
		case esMia(actual, p.nueva):
			x.registrar(p.nueva)
			return actual, true, nil
		case p.hechos[0].suceso == SinProgreso && !x.Plazos.Agotada(actual):
			return actual, false, nil // the change in between counts: the sweeper looks again
		}
		if p, err = x.Plazos.plegarTodo(actual, p.hechos, x.now()); err != nil {
			return actual, false, err
		}
	}
	return p.guardada, false, fault.Wrap(fault.Conflict, errors.New("saga kept changing"))
}

// registrar counts and logs the end of a deletion that this process stored.
func (x *Ejecutor) registrar(n Eliminacion) {
	if n.Estado.Terminal() {
		x.Metrics.SagaTerminada(string(n.Estado), n.CompletadaEn.Sub(n.empezo()), n.Traza)
	}
	if n.Aprobacion != nil && n.Aprobacion.Decision == Vencida {
		x.anotar(n, "rol", "sistema")
	}
}

func (x *Ejecutor) anotar(e Eliminacion, quien ...any) {
	atributos := []any{"evento", e.EventoID, "decision", e.Aprobacion.Decision, "operador", e.OperadorID}
	x.Log.Info("deletion of a certified document", append(atributos, quien...)...)
}

// desvio is by how much clocks may differ: a command comes so much later than it
// may be followed, or a process whose clock is behind would send it away.
const desvio = 5 * time.Second

// empieza are the sucesos after which the work begins: it needs a place in the dispatch window.
var empieza = map[Suceso]bool{SucesoAprobar: true, SucesoBorrarYa: true, SucesoReintentar: true}

// programar sets NoAntesDe, the time at which the sweeper sends the next command. Progress resets the counters of leases
// and deliveries. If the broker will not redeliver the command (sinCola: no message brought it, or the last attempt
// failed), the sweeper retries at ProximoReintento. This write also ends a lease that another process took in between: the
// new secuencia fences its holder off, and its delivery is not counted.
func (ps Plazos) programar(n Eliminacion, h hecho, now time.Time) Eliminacion {
	suceso := h.suceso
	if suceso != IntentoFallido {
		n.Entregas, n.Arriendos, n.ArrendadaPor = 0, 0, ""
	}
	n.FalloEnvio = "" // the command was delivered, because it was executed
	n.NoAntesDe = time.Time{}
	if n.Estado.Terminal() {
		return n
	}
	n.NoAntesDe = ps.Siguiente(n, now)
	switch {
	case n.Estado == Compensando && suceso != IntentoFallido:
		n.NoAntesDe = n.compensaDesde().Add(ps.Reposo + desvio)
	case h.sinCola && suceso == IntentoFallido:
		n.NoAntesDe = n.ProximoReintento
	case h.sinCola:
		n.NoAntesDe = now.Add(ps.Primero())
	case suceso == IntentoFallido && n.ProximoReintento.IsZero():
		n.ProximoReintento = n.NoAntesDe
	}
	n.NoAntesDe = n.conArchivo(n.NoAntesDe)
	return n
}

// conArchivo is when a command is due again that would be due at a moment: not while the file may not be erased.
func (e Eliminacion) conArchivo(cuando time.Time) time.Time {
	if desde := e.ArchivoDesde.Add(desvio); e.situacion() == enMinio && cuando.Before(desde) {
		return desde
	}
	return cuando
}

// plazo is the end of the lease with which a deletion is stored whose work begins.
func (x *Ejecutor) plazo(n Eliminacion) time.Time {
	return n.conArchivo(documento.Milisegundos(x.Cola.Plazo(n)))
}

// esMia recognises a write whose answer was lost: the stored history ends with
// the very change that was to be written. Of two who decide in one millisecond only
// one did.
func esMia(guardada, mia Eliminacion) bool {
	a, b := len(guardada.Historia), len(mia.Historia)
	return a > 0 && b > 0 && guardada.Historia[a-1].igual(mia.Historia[b-1]) && guardada.Aprobacion.igual(mia.Aprobacion)
}

func (c Cambio) igual(d Cambio) bool {
	return c.En.Equal(d.En) && c.Secuencia == d.Secuencia && c.Estado == d.Estado && c.Paso == d.Paso && c.Intento == d.Intento
}

// detalle completes what a step tells with the moment, and with the time of the broker's next attempt.
func (ps Plazos) detalle(h hecho, now time.Time) Detalle {
	d := h.Detalle
	d.Now = now
	if espera, hay := ps.Reintento.Delay(d.Falla.Intento); h.suceso == IntentoFallido && (hay || h.sinCola) {
		d.ProximoReintento = now.Add(espera)
	}
	return d
}

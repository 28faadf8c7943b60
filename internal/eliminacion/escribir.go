package eliminacion

import (
	"context"
	"errors"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxConflictos bounds how often a lost race is tried again.
const maxConflictos = 5

// ocurrir stores what happened to a deletion, one thing after the other, in one write. It returns the deletion as it
// stands afterwards, and whether this very call changed it; CONFLICT if every write lost a race. Others may have changed
// it meanwhile: then the same things happen to it as it is by now.
func (x *Ejecutor) ocurrir(ctx context.Context, e Eliminacion, hs ...hecho) (Eliminacion, bool, error) {
	for range maxConflictos {
		c, err := x.plegar(ctx, e, hs)
		if err != nil || c.Nueva.Secuencia == e.Secuencia {
			return e, false, err
		}
		if err = x.Store.Guardar(ctx, c.Guardado, c.Hecho); err == nil {
			x.registrar(c.Nueva)
			return c.Nueva, true, nil
		}
		actual := e
		if errors.Is(err, fault.Conflict) {
			if actual, err = x.Store.Eliminacion(ctx, e.EventoID); err == nil && esMia(actual, c.Nueva) {
				x.registrar(c.Nueva)
				return actual, true, nil
			}
		}
		if seAdmite[hs[0].suceso] {
			x.Despacho.Soltar(e.EventoID)
		}
		if err != nil {
			return e, false, err
		}
		e = actual
		if hs[0].suceso == SinProgreso && !x.Agotada(e) {
			return e, false, nil // the change in between counts: the sweeper looks again
		}
	}
	return e, false, fault.Wrap(fault.Conflict, errors.New("saga kept changing"))
}

// plegar makes one write of several things that happened. What changes nothing is left out.
func (x *Ejecutor) plegar(ctx context.Context, e Eliminacion, hs []hecho) (c Cierre, err error) {
	var eventos []auditoria.Evento
	c.Nueva = e
	for _, h := range hs {
		r, err := Transicion(c.Nueva, h.suceso, x.detalle(h))
		if err != nil {
			return c, err
		}
		if !r.Cambia {
			continue
		}
		n := x.programar(r.Nueva, h)
		como := ctx
		if h.servicio != "" {
			como = auditoria.Como(ctx, h.servicio)
		}
		eventos = append(eventos, x.Escribano.Levantar(como, hechoDe(c.Nueva, n, h.suceso)))
		c.Nueva, c.Efecto = n, r.Efecto
	}
	if ultimo := len(eventos) - 1; ultimo >= 0 {
		eventos = auditoria.EnOrden(eventos...)
		c.Antes, c.Hecho = eventos[:ultimo], eventos[ultimo]
	}
	return c, nil
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

// seAdmite are the sucesos after which the work begins: it takes a place in the dispatch window.
var seAdmite = map[Suceso]bool{SucesoAprobar: true, SucesoBorrarYa: true, SucesoReintentar: true}

// programar sets NoAntesDe, the time at which the sweeper sends the next command. Progress resets the counters of leases
// and deliveries. If the broker will not redeliver the command (sinCola: no message brought it, or the last attempt
// failed), the sweeper retries at ProximoReintento. This write also ends a lease that another process took in between: the
// new secuencia fences its holder off, and its delivery is not counted.
func (x *Ejecutor) programar(n Eliminacion, h hecho) Eliminacion {
	suceso := h.suceso
	if suceso != IntentoFallido {
		n.Entregas, n.Arriendos, n.ArrendadaPor = 0, 0, ""
	}
	n.FalloEnvio = "" // the command was delivered, because it was executed
	n.NoAntesDe = time.Time{}
	if n.Estado.Terminal() {
		return n
	}
	n.NoAntesDe = x.Plazos.Siguiente(n, x.now())
	switch {
	case n.Estado == Compensando && suceso != IntentoFallido:
		n.NoAntesDe = n.compensaDesde().Add(x.Plazos.Reposo + desvio)
	case h.sinCola:
		n.NoAntesDe = n.ProximoReintento
	case suceso == IntentoFallido && n.ProximoReintento.IsZero():
		n.ProximoReintento = n.NoAntesDe
	case suceso == VentanaVencida && x.ejecuta(n):
		n.NoAntesDe = x.now().Add(x.primerPlazo())
	case seAdmite[suceso]:
		n.NoAntesDe = x.admitir(n)
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

// admitir is when a command is due again that is to be executed now; due at once if it has to wait in the store for its
// turn.
func (x *Ejecutor) admitir(n Eliminacion) time.Time {
	now := x.now()
	hasta := x.Plazos.Siguiente(n, now)
	if x.ejecuta(n) && !x.Lugares.Cabe(n.OperadorID) || !x.Despacho.Admitir(n.OperadorID, n.EventoID, hasta) {
		return now
	}
	if x.ejecuta(n) {
		return now.Add(x.primerPlazo())
	}
	return hasta
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
func (x *Ejecutor) detalle(h hecho) Detalle {
	d := h.Detalle
	d.Now = x.now()
	if espera, hay := x.Plazos.Reintento.Delay(d.Falla.Intento); h.suceso == IntentoFallido && (hay || h.sinCola) {
		d.ProximoReintento = d.Now.Add(espera)
	}
	return d
}

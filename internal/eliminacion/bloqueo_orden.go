package eliminacion

import (
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// The causes that concern the way of a command: to the broker, and back.

// sinConfirmar comes before the wait for a turn: a process whose messages are not taken keeps work back in the store, also
// work that it could execute without messages once it is due.
func sinConfirmar(e Eliminacion, p Panorama) (Bloqueo, bool) {
	b := Bloqueo{
		Causa: CausaSinConfirmar, Desde: e.ultimoCambio(), Hasta: despues(e.NoAntesDe, p.Now),
		Detalle:   "El broker no recibe mensajes de este proceso.",
		Siguiente: "Revise RabbitMQ (/readyz?verbose). La eliminación no se pierde ni gasta intentos: continúa sola cuando el broker vuelva.",
	}
	if e.FalloEnvio == SinConfirmar {
		b.Quien, b.Detalle = e.ArrendadaPor, "El broker no confirmó la última orden que se le envió."
	}
	return b, p.Vista.BrokerCaido && (!p.sinMensajes(e) || p.espera() && p.debida(e)) || e.FalloEnvio == SinConfirmar
}

// sinRuta: the lease says so (FalloEnvio), or the broker returns messages of this process. The
// command of a step may be another one than that which is due.
func sinRuta(e Eliminacion, p Panorama) (Bloqueo, bool) {
	orden, es := Orden(e), e.FalloEnvio == SinRuta
	for _, o := range slices.Backward(Ordenes(e)) {
		if slices.Contains(p.Vista.SinRuta, o) && !p.sinMensajes(e) {
			orden, es = o, true
		}
	}
	return Bloqueo{
		Causa: CausaSinRuta, Desde: e.ultimoCambio(), Hasta: despues(e.NoAntesDe, p.Now), Quien: e.ArrendadaPor,
		Detalle:   "El broker no tiene una cola para la orden " + orden + ".",
		Siguiente: "Ejecute `carpeta bootstrap`; la orden se repite sola.",
	}, es
}

// colaLlena: the lease says so (FalloEnvio), or the broker refuses messages of this process.
func colaLlena(e Eliminacion, p Panorama) (Bloqueo, bool) {
	cola, _ := broker.QueueFor(Orden(e))
	return Bloqueo{
		Causa: CausaColaLlena, Desde: e.ultimoCambio(), Hasta: despues(e.NoAntesDe, p.Now), Quien: e.ArrendadaPor,
		Detalle:   "La cola " + cola.Name + " está llena; la orden " + Orden(e) + " espera en ella o en el almacén.",
		Siguiente: "Revise los consumidores de la cola y el servicio que usan; la eliminación no se pierde ni gasta intentos: continúa sola cuando haya lugar.",
	}, e.FalloEnvio == ColaLlena || cola.Name != "" && slices.Contains(p.Vista.ColasLlenas, cola.Name) && !p.sinMensajes(e)
}

// sinProceso: the lease says so (FalloEnvio), or no process reports the role. If the saga is due, the sweeper may be missing.
func sinProceso(e Eliminacion, p Panorama) (Bloqueo, bool) {
	papeles := PapelesDe(e)
	papel, es := papeles[len(papeles)-1], e.FalloEnvio == SinProceso
	if !p.Now.Before(e.NoAntesDe) {
		papeles = append(papeles, role.Sweeper)
	}
	if i := slices.IndexFunc(papeles, func(r role.Role) bool { return slices.Contains(p.Vista.SinProceso, r) }); i >= 0 {
		papel, es = papeles[i], true
	}
	return Bloqueo{
		Causa: CausaSinProceso, Desde: e.ultimoCambio(),
		Detalle:   fmt.Sprintf("Le toca a un proceso con el papel %s, y no se oye de ninguno.", papel),
		Siguiente: fmt.Sprintf("Arranque un proceso con ese papel (carpeta serve --papeles %s). La eliminación no se pierde ni gasta intentos: continúa sola.", papel),
	}, es
}

// PapelesDe are the roles that have to do something before the saga gets on: whoever takes its command, and whoever
// executes its step, which the first may have to send on. There is at least one.
func PapelesDe(e Eliminacion) (papeles role.Set) {
	for _, orden := range Ordenes(e) {
		if cola, es := broker.QueueFor(orden); es && !papeles.Has(cola.Role) {
			papeles = append(papeles, cola.Role)
		}
	}
	if len(papeles) == 0 {
		papeles = role.Set{role.Coordinator}
	}
	return papeles
}

// cartaMuerta: only a letter that asks for the present step says anything, and only
// if the step did not get anywhere since it died.
func cartaMuerta(e Eliminacion, p Panorama) (Bloqueo, bool) {
	m := p.Muerta
	if m == nil || !slices.Contains(Ordenes(e), m.Tipo) {
		return Bloqueo{}, false
	}
	if !m.En.IsZero() && m.En.Add(desvio).Before(e.ultimoCambio()) {
		return Bloqueo{}, false
	}
	return Bloqueo{
		Causa: CausaCartaMuerta, Desde: m.En, Hasta: despues(e.NoAntesDe, p.Now), Quien: e.ArrendadaPor,
		Detalle:   fmt.Sprintf("La orden %s fue abandonada en %s; motivo: %s.%s", m.Tipo, m.Cola, m.Motivo, ultimaFalla(e)),
		Siguiente: "Corrija la causa y reencole las cartas muertas; si no, la orden se repite sola más tarde.",
	}, true
}

func reintento(e Eliminacion, p Panorama) (Bloqueo, bool) {
	return Bloqueo{
		Causa: CausaReintento, Desde: e.ultimoCambio(), Hasta: e.ProximoReintento,
		Detalle:   fmt.Sprintf("El paso %s falló %d veces; se intenta de nuevo el %s.%s", e.Paso, e.Intento, momento(e.ProximoReintento), ultimaFalla(e)),
		Siguiente: "Revise el servicio que nombra la última falla; el reintento es automático.",
	}, p.Now.Before(e.ProximoReintento)
}

// debida reports whether the command of a deletion is due.
func (p Panorama) debida(e Eliminacion) bool {
	return !e.NoAntesDe.IsZero() && !p.Now.Before(e.NoAntesDe)
}

// vencida: due now. It is nobody's fault as long as a sweep may still come.
func vencida(e Eliminacion, p Panorama) (Bloqueo, bool) {
	b := Bloqueo{Desde: e.NoAntesDe}
	switch {
	case !p.debida(e):
		return b, false
	case p.espera():
		b.Causa, b.Detalle = CausaTurno, "El operador ya tiene en curso tantas eliminaciones como se le permiten; esta espera su turno."
		b.Siguiente = "Nada: avanza cuando terminen otras. Para más a la vez: CARPETA_WINDOW_PER_OPERADOR."
	case p.Now.Sub(e.NoAntesDe) > p.Vista.Ritmo+desvio:
		b.Causa, b.Detalle = CausaAtrasada, "Debía enviarse el "+momento(e.NoAntesDe)+" y ningún proceso la ha tomado."
		b.Siguiente = "Revise que haya procesos vivos y que su registro no diga «sweep failed»."
	default:
		b.Causa, b.Detalle = CausaAvanzando, "Acaba de vencer su plazo: la toma la próxima ronda."
		b.Siguiente = "Nada."
	}
	return b, true
}

// arrendada: the broker confirmed the command, and it led to nothing yet. More than
// once that is a consumer's fault, or nobody's: the processes listen to the first
// command too, so the broker takes it for routed although its queue has lost the binding.
func arrendada(e Eliminacion, p Panorama) (Bloqueo, bool) {
	siguiente, que := "Nada: se repite sola.", "envió"
	if p.sinMensajes(e) {
		que = "la ejecuta sin mensajes, o envió"
	}
	if e.Entregas > 1 {
		siguiente = "Ejecute `carpeta bootstrap`, por si una cola perdió su enlace; si las entregas siguen creciendo, revise los consumidores y el registro de los procesos."
	}
	return Bloqueo{
		Causa: CausaArrendada, Desde: e.ultimoCambio(), Hasta: e.NoAntesDe, Quien: e.ArrendadaPor,
		Detalle: fmt.Sprintf("El proceso %s %s la orden %s y espera su resultado; van %d entregas sin avance.%s",
			e.ArrendadaPor, que, Orden(e), e.Entregas, siNoAvanza(e)),
		Siguiente: siguiente,
	}, e.ArrendadaPor != ""
}

// despues is a moment that is still to come, or none.
func despues(t, now time.Time) time.Time {
	if t.After(now) {
		return t
	}
	return time.Time{}
}

package eliminacion

import (
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Causa is why a deletion does not move.
type Causa string

// The causes, in the order in which they are looked for.
const (
	CausaTerminada    Causa = "TERMINADA"            // it has ended
	CausaVentana      Causa = "VENTANA_ABIERTA"      // its undo window is open
	CausaAprobacion   Causa = "ESPERA_APROBACION"    // an operador must approve it
	CausaCompensando  Causa = "COMPENSANDO"          // it waits until erasures under way have taken effect
	CausaSinConfirmar Causa = "BROKER_SIN_CONFIRMAR" // the broker takes no messages
	CausaSinRuta      Causa = "SIN_RUTA"             // the broker has no queue for its command
	CausaColaLlena    Causa = "COLA_LLENA"           // the queue of its command has no room
	CausaSinProceso   Causa = "SIN_PROCESO"          // no process has the role that it needs next
	CausaCartaMuerta  Causa = "CARTA_MUERTA"         // its command was given up
	CausaReintento    Causa = "REINTENTO"            // its step failed and is tried again
	CausaTurno        Causa = "TURNO"                // its operador has as many under way as it may
	CausaAtrasada     Causa = "ATRASADA"             // it is due, and nobody took it
	CausaArrendada    Causa = "ARRENDADA"            // a process sent its command and waits for the result
	CausaAvanzando    Causa = "AVANZANDO"            // nothing keeps it
)

// Causas are all of them.
var Causas = []Causa{
	CausaTerminada, CausaVentana, CausaAprobacion, CausaCompensando, CausaSinConfirmar, CausaSinRuta, CausaColaLlena,
	CausaSinProceso, CausaCartaMuerta, CausaReintento, CausaTurno, CausaAtrasada, CausaArrendada, CausaAvanzando,
}

// Bloqueo says why a deletion does not move, for an operador.
type Bloqueo struct {
	Causa     Causa
	Detalle   string    // Spanish, complete sentences
	Desde     time.Time // since when, as far as it is known
	Hasta     time.Time // when it changes by itself; zero if it does not
	Quien     string    // process that has the lease, or failed to publish; empty for nobody
	Siguiente string    // Spanish: what to do
}

// VistaDespacho is how a process's dispatcher stands towards an operador.
type VistaDespacho struct {
	Directa     bool          // it executes new deletions itself, without messages
	BrokerCaido bool          // the broker takes no messages from it
	SinRuta     []string      // commands that the broker returned: it has no queue for them
	ColasLlenas []string      // work queues that refused its last message
	SinProceso  role.Set      // roles that no process has, as far as this one hears
	SinLugar    bool          // the operador's window is full
	EnEspera    bool          // work of the operador waits in the store, as far as this process knows
	Ritmo       time.Duration // longest pause between two looks at the due commands
}

// CartaMuerta is a dead letter of a deletion.
type CartaMuerta struct {
	Cola   string // the dead-letter queue
	Tipo   string // of the message
	Motivo string
	En     time.Time // when it died; zero if nobody knows
}

// Panorama is the knowledge of a deletion besides its item.
type Panorama struct {
	Now    time.Time
	Vista  VistaDespacho
	Muerta *CartaMuerta // the latest, if there is one
}

// diagnostico looks for one cause.
type diagnostico func(e Eliminacion, p Panorama) (Bloqueo, bool)

// diagnosticos in the order in which they count: an intended wait comes
// before a fault, and a fault of all deletions before a fault of this one.
var diagnosticos = []diagnostico{
	terminada, ventanaAbierta, esperaAprobacion, compensandoAun, sinConfirmar, sinRuta, colaLlena, sinProceso, cartaMuerta, reintento, vencida, arrendada,
}

// Diagnosticar decides why a deletion does not move.
func Diagnosticar(e Eliminacion, p Panorama) Bloqueo {
	for _, d := range diagnosticos {
		if b, es := d(e, p); es {
			return b
		}
	}
	b := Bloqueo{
		Causa: CausaAvanzando, Desde: e.ultimoCambio(), Hasta: e.NoAntesDe,
		Detalle:   "La orden está con el broker o en ejecución." + siNoAvanza(e),
		Siguiente: "Nada: sin resultado, la orden se repite sola.",
	}
	switch {
	case e.situacion() == enMinio && p.Now.Before(e.ArchivoDesde):
		b.Detalle = "El archivo se borra después del " + momento(e.ArchivoDesde) + ": antes, el almacén podría terminar una copia que no confirmó, y el archivo volvería."
		b.Siguiente = "Nada: se borra solo."
	case p.sinMensajes(e):
		b.Detalle = "La ejecuta el proceso que la recibió, sin mensajes, o su orden está con el broker." + siNoAvanza(e)
	}
	return b
}

// espera reports whether it has to wait for its turn.
func (p Panorama) espera() bool { return p.Vista.SinLugar || p.Vista.EnEspera }

// sinMensajes reports whether the process that is asked would execute a deletion itself: it needs no broker.
func (p Panorama) sinMensajes(e Eliminacion) bool { return p.Vista.Directa && e.Intacta() }

func siNoAvanza(e Eliminacion) string {
	if e.NoAntesDe.IsZero() {
		return ""
	}
	return " Si no avanza, se repite el " + momento(e.NoAntesDe) + "."
}

func momento(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

func terminada(e Eliminacion, _ Panorama) (Bloqueo, bool) {
	b := Bloqueo{Causa: CausaTerminada, Desde: e.CompletadaEn, Detalle: "La eliminación terminó: " + string(e.Estado) + ".", Siguiente: "Nada."}
	switch {
	case e.FallidaSinArchivo():
		b.Detalle = "El archivo ya no existe, pero no se pudieron borrar " + datosPasos[e.Paso].resto + "; el documento sigue bloqueado." + ultimaFalla(e)
		b.Siguiente = "Corrija la causa y reintente la eliminación."
	case e.Estado == Fallida:
		b.Detalle = "La eliminación falló antes de borrar el archivo; el documento quedó intacto y desbloqueado." + ultimaFalla(e)
		b.Siguiente = "Corrija la causa; el ciudadano puede solicitar una eliminación nueva."
	}
	return b, e.Estado.Terminal()
}

func ultimaFalla(e Eliminacion) string {
	f := e.ultimaFalla()
	if f.Codigo == "" {
		return ""
	}
	return fmt.Sprintf(" Última falla (%s): %s", f.Codigo, f.Mensaje)
}

func ventanaAbierta(e Eliminacion, p Panorama) (Bloqueo, bool) {
	return Bloqueo{
		Causa: CausaVentana, Desde: e.SolicitadaEn, Hasta: e.VentanaHasta,
		Detalle:   "El ciudadano todavía puede cancelarla, hasta el " + momento(e.VentanaHasta) + ".",
		Siguiente: "Nada: comienza sola al cerrarse la ventana.",
	}, e.situacion() == enEspera && p.Now.Before(e.VentanaHasta)
}

func esperaAprobacion(e Eliminacion, p Panorama) (Bloqueo, bool) {
	if e.situacion() != enAprobacion || !p.Now.Before(e.Aprobacion.Hasta) {
		return Bloqueo{}, false
	}
	return Bloqueo{
		Causa: CausaAprobacion, Desde: e.SolicitadaEn, Hasta: e.Aprobacion.Hasta,
		Detalle:   "El documento está certificado: espera la decisión de un operador; vence el " + momento(e.Aprobacion.Hasta) + ".",
		Siguiente: "Apruébela o recházela; no puede decidir quien la solicitó.",
	}, true
}

func compensandoAun(e Eliminacion, p Panorama) (Bloqueo, bool) {
	return Bloqueo{
		Causa: CausaCompensando, Desde: e.compensaDesde(), Hasta: e.NoAntesDe,
		Detalle:   "El paso falló definitivamente; antes de devolver el documento se espera y se comprueba que el archivo esté intacto." + ultimaFalla(e),
		Siguiente: "Nada: la comprobación se hace sola el " + momento(e.NoAntesDe) + ".",
	}, e.Estado == Compensando && e.Intento == 0 && p.Now.Before(e.NoAntesDe)
}

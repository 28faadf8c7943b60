package eliminacion

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
)

// Plazos are the times and counts of a saga.
type Plazos struct {
	VentanaMaxima time.Duration      // longest undo window
	Aprobacion    time.Duration      // how long a request to delete a certified document waits for a decision
	Respuesta     time.Duration      // a published command that led to nothing is due again after this
	RespuestaMax  time.Duration      // the longest such wait, after doubling with every delivery
	PasoMaximo    time.Duration      // longest execution of a step; must be shorter than Respuesta
	Reintento     broker.RetryPolicy // the broker's policy for a failed message
	Reposo        time.Duration      // how long erasures that were begun may still take effect: compensation looks only afterwards
	MaxEntregas   int                // deliveries without progress before a saga fails
}

// PlazosNormales are the defaults.
var PlazosNormales = Plazos{
	VentanaMaxima: 30 * 24 * time.Hour,
	Aprobacion:    7 * 24 * time.Hour,
	Respuesta:     20 * time.Second,
	RespuestaMax:  5 * time.Minute,
	PasoMaximo:    10 * time.Second,
	Reintento:     broker.DefaultRetry,
	Reposo:        45 * time.Second,
	MaxEntregas:   10,
}

// Siguiente is when a command that was just delivered is due again.
func (p Plazos) Siguiente(e Eliminacion, now time.Time) time.Time {
	espera := p.Respuesta
	for range e.Entregas {
		if espera = 2 * espera; espera >= p.RespuestaMax {
			espera = p.RespuestaMax
			break
		}
	}
	if e.ProximoReintento.After(now) {
		now = e.ProximoReintento
	}
	return now.Add(espera)
}

// PrimerPlazo is the first lease of a deletion where processes execute them: what has not begun by then is leased anew,
// and what a killed process had in hand waits no longer. Nobody executes what was read longer ago.
const PrimerPlazo = 3 * time.Second

// Primero is the first lease, which is never longer than any other.
func (p Plazos) Primero() time.Duration { return min(PrimerPlazo, p.Respuesta) }

// Agotada reports whether a leased saga was delivered too often. While it compensates it is never given up: nobody knows
// yet whether the file is there.
func (p Plazos) Agotada(e Eliminacion) bool {
	return e.Estado == Iniciada && e.Entregas > p.MaxEntregas
}

// Intacta reports whether nothing was tried in vain since the last progress.
func (e Eliminacion) Intacta() bool { return e.Intento == 0 && e.Entregas <= 1 }

// Pausa is when a command that is leased now is due again. How often it was delivered before is not known yet: the
// fencing token tells at least. The process may have places for what begins.
func (p Plazos) Pausa(d Pendiente, lugares bool, now time.Time) time.Time {
	if lugares && d.Secuencia == 1 && d.Arriendos == 0 {
		return now.Add(p.Primero())
	}
	return p.Siguiente(Eliminacion{Entregas: int(min(d.Arriendos, 16))}, now)
}

package eliminacion

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// A command that nobody has taken yet may be sent from one moment on, and has its turn at that moment or later: later if
// many of its carpeta wait for the same moment. NoAntesDe, by which an operador's commands are ordered, is the turn.
// Times are of milliseconds; the digits below them say by how many seconds the turn is the later one. So the order, and
// what it carries, are those of a process that knows no turns: it sends the command at its turn.
const (
	maxTurno = time.Hour
	marca    = time.Second + time.Nanosecond // of a second that the turn is later
)

// Antelacion is how long before its turn a command may be sent, if nobody else waits. It is more than any lease.
const Antelacion = 10 * time.Minute

// enTurno is the NoAntesDe of a command whose turn is later than the moment from which it may be sent.
func enTurno(vence time.Time, detras time.Duration) time.Time {
	return documento.Milisegundos(vence).Add(min(detras, maxTurno) / time.Second * marca)
}

// VenceEn is from when on the command may be sent: NoAntesDe, or earlier if that is its turn only. A lease has no turn,
// nor has a time of an earlier version, of which the digits below the millisecond may be anything.
func (p Pendiente) VenceEn() time.Time {
	detras := time.Duration(p.NoAntesDe.Nanosecond() % int(time.Millisecond))
	if p.Secuencia != 1 || p.Arriendos != 0 || detras > maxTurno/time.Second {
		return p.NoAntesDe
	}
	return p.NoAntesDe.Add(-detras * marca)
}

// ConTurno reports whether its turn is later than the moment from which it may be sent.
func (p Pendiente) ConTurno() bool { return p.VenceEn().Before(p.NoAntesDe) }

// YaVencidas are those of a list that may be sent at a moment, in the order of their turns.
func YaVencidas(ps []Pendiente, now time.Time) []Pendiente {
	return slices.DeleteFunc(slices.Clone(ps), func(p Pendiente) bool { return p.VenceEn().After(now) })
}

// PrimeraVez is from when on the first of a list may be sent, of those that may not be at a moment; zero if there is none.
func PrimeraVez(ps []Pendiente, now time.Time) (primera time.Time) {
	for _, p := range ps {
		if v := p.VenceEn(); v.After(now) && (primera.IsZero() || v.Before(primera)) {
			primera = v
		}
	}
	return primera
}

// EsperaDesde is since when the oldest of a list waits; zero of an empty one.
func EsperaDesde(ps []Pendiente) (desde time.Time) {
	for _, p := range ps {
		if v := p.VenceEn(); desde.IsZero() || v.Before(desde) {
			desde = v
		}
	}
	return desde
}

package eliminacion

import (
	"context"
	"hash/fnv"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// Particion is into how many parts the indexes of an operador's deletions are divided, where one part takes a bounded
// number of writes a second; and a change of that number under way. Whoever looks for what is due reads every part that
// anybody may write: so they learn of more parts before writers use them, and of fewer after the last one is empty.
//
// Every process has its own knowledge of it, never older than EdadParticion.
type Particion struct {
	Antes  int       // the number before the change
	Luego  int       // the number after it; the same as Antes if none is under way
	Cambia time.Time // when writers go from one to the other
	Tope   int       // the largest number that there ever was: lists of what ended look in so many parts
}

const (
	// MaxPartes bounds what a look costs: half a unit for each part.
	MaxPartes = 64
	// EdadParticion is how old a process's knowledge may be when it reads or writes by it.
	EdadParticion = 2 * time.Minute
	// reposoParticion is how long after Cambia the last write by the number of before may take effect: old knowledge, and
	// a request that a process sent, stood still, and sent again. AWS takes none that was signed five minutes ago.
	reposoParticion = EdadParticion + 6*time.Minute
)

// Entera is the division of whoever never asked for another one.
var Entera = Particion{Antes: 1, Luego: 1, Tope: 1}

// EnCambio reports whether a change is under way.
func (p Particion) EnCambio() bool { return p.Antes != p.Luego }

// Escritas is the number that a writer divides by.
func (p Particion) Escritas(now time.Time) int {
	if now.Before(p.Cambia) {
		return p.Antes
	}
	return p.Luego
}

// Leidas is the number of parts where something due may be.
func (p Particion) Leidas() int { return max(p.Antes, p.Luego) }

// Parte is where a deletion is written, from 0.
func (p Particion) Parte(eventoID string, now time.Time) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(eventoID)) // it never fails
	return int(h.Sum64() % uint64(p.Escritas(now)))
}

// Asentable is when the change under way may be settled: no writer uses the number of before any more.
func (p Particion) Asentable() time.Time { return p.Cambia.Add(reposoParticion) }

// Cambiar begins a change. CONFLICT while another one is under way; the same one again is no change.
func (p Particion) Cambiar(partes int, now time.Time) (Particion, error) {
	switch {
	case partes < 1 || partes > MaxPartes:
		return p, fault.Newf(fault.BadUserInput, "El número de partes va de 1 a %d: elija otro.", MaxPartes)
	case p.EnCambio() && partes != p.Luego:
		return p, fault.Newf(fault.Conflict, "Un cambio de %d a %d partes está en curso: termínelo primero, con la misma orden y --partes %d.", p.Antes, p.Luego, p.Luego)
	case partes == p.Luego:
		return p, nil
	}
	return Particion{Antes: p.Luego, Luego: partes, Cambia: now.Add(2 * EdadParticion), Tope: max(p.Tope, partes)}, nil
}

// Asentada is the division after the change, whose parts beyond Luego must be empty.
func (p Particion) Asentada() Particion {
	p.Antes = p.Luego
	return p
}

// Divisiones tells how the indexes of operadores are divided.
type Divisiones interface {
	// Particiones are the divisions of all operadores that were ever divided, as they stand now. Whoever is not among
	// them is Entera; where nothing can be divided that is everybody.
	Particiones(ctx context.Context) (map[string]Particion, error)
}

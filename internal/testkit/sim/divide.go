package sim

import (
	"maps"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// knowledge is what a process knows of the parts of the operadores' indexes.
type knowledge struct {
	divisions map[string]eliminacion.Particion
	at        time.Time // when it read them, or used them to write
}

func (k knowledge) of(operadorID string) eliminacion.Particion {
	if d, ok := k.divisions[operadorID]; ok {
		return d
	}
	return eliminacion.Entera
}

// known is a process's knowledge, as the adapter keeps it: read anew when it is too old to read and write by.
func (p *process) known() knowledge {
	if now := p.clock(); p.knows.divisions == nil || now.Sub(p.knows.at) >= eliminacion.EdadParticion && p.w.bug != DivisionStale {
		p.knows = knowledge{maps.Clone(p.w.divisions), now}
	}
	return p.knows
}

// partOf is where the write that takes effect now puts a saga: as its process knew when it sent it.
func (w *world) partOf(e eliminacion.Eliminacion) int {
	d, at := w.writing.of(e.OperadorID), w.writing.at
	if w.bug == WritersFirst && at.Before(d.Cambia) {
		at = d.Cambia
	}
	return d.Parte(e.EventoID, at)
}

// divideSome begins with indexes that are divided, or about to be, or about to be whole again: a change takes longer
// than most runs.
func (w *world) divideSome() {
	for _, o := range []string{"op0", "op1"} {
		if w.divider.oneIn(2) {
			continue
		}
		d := eliminacion.Particion{Antes: 1 + w.divider.IntN(4), Luego: 1 + w.divider.IntN(4), Cambia: epoch.Add(w.divider.between(-8*time.Minute, 5*time.Minute)), Tope: 4}
		w.divisions[o] = d
	}
	w.divide()
}

// divide lets somebody change the number of parts of an operador's indexes, and go on with the change, as the command
// does: with pauses of any length, on a clock of its own.
func (w *world) divide() {
	w.after(w.divider.between(5*time.Second, 90*time.Second), func() {
		if len(w.operadores) > 0 {
			w.changeParts(w.operadores[w.divider.IntN(len(w.operadores))], 1+w.divider.IntN(4), epoch.Add(w.now+w.divider.between(-maxSkew, maxSkew)))
		}
		w.divide()
	})
}

func (w *world) changeParts(operadorID string, parts int, now time.Time) {
	old, divided := w.divisions[operadorID]
	if !divided {
		old = eliminacion.Entera
	}
	if old.EnCambio() {
		parts = old.Luego // the same again; another one is refused
	}
	next, err := old.Cambiar(parts, now)
	settled := now.Before(old.Asentable()) && w.bug != SettleEarly && (w.bug != SettleUnmoved || now.Before(old.Cambia))
	switch {
	case err != nil:
		w.violate("a division is refused: %v", err)
	case next != old:
		if w.trace != nil {
			w.note(nil, "%s is divided into %d parts, was %d", operadorID, next.Luego, next.Antes)
		}
		w.divisions[operadorID] = next
	case old.EnCambio() && !settled:
		w.settle(operadorID, old, now)
	}
	w.checkParts()
}

// settle moves what is left in the parts of before, and ends the change.
func (w *world) settle(operadorID string, d eliminacion.Particion, now time.Time) {
	for _, s := range w.inOrder {
		last := s.past[len(s.past)-1]
		if s.OperadorID != operadorID || s.NoAntesDe.IsZero() || last.part < d.Luego || w.bug == SettleUnmoved {
			continue
		}
		last.at, last.part = w.now, d.Parte(s.EventoID, now)
		s.past = append(s.past, last)
	}
	if w.trace != nil {
		w.note(nil, "%s has %d parts, had %d", operadorID, d.Luego, d.Antes)
	}
	w.divisions[operadorID] = d.Asentada()
	w.divided++
}

// checkParts: nothing that is due lies where nobody looks: by what is stored, and by what each process knows that will
// not read it anew before it looks.
func (w *world) checkParts() {
	readers := []knowledge{{divisions: w.divisions}}
	for _, p := range w.processes {
		if p == nil || p.dead || p.knows.divisions == nil || p.clock().Sub(p.knows.at) >= eliminacion.EdadParticion && w.bug != DivisionStale {
			continue
		}
		readers = append(readers, p.knows)
	}
	for _, s := range w.inOrder {
		last := s.past[len(s.past)-1]
		for _, k := range readers {
			if d := k.of(s.OperadorID); !s.NoAntesDe.IsZero() && last.part >= d.Leidas() {
				w.violate("a deletion is due in part %d, and somebody looks in %d", last.part, d.Leidas())
			}
		}
	}
}

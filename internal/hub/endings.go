package hub

import (
	"hash/maphash"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// maxEnded is how many ended deletions a follower of a carpeta remembers one by one. It is more than one reading of the
// store lists, and a repeated event is unlikely to come after so many others.
const maxEnded = 256

// endings remembers the last secuencia that a follower was sent of each deletion that has ended, so that a repeated event
// is not sent twice. Of older deletions, beyond maxEnded, it keeps only the time until which they ended: events up to that
// time are dropped. So the memory of a follower is bounded, however long it follows.
type endings struct {
	told   map[uint64]ending // by the hash of the eventoId, which is a fifth of its size
	oldest []uint64          // the same, in the order in which they ended
	until  time.Time
}

type ending struct {
	secuencia int64
	at        int64 // nanoseconds
}

func hashOf(name string) uint64 { return maphash.String(seed, name) }

// note remembers a deletion whose end was sent to the follower.
func (m *endings) note(e *eliminacion.Eliminacion) {
	key := hashOf(e.EventoID)
	if _, known := m.told[key]; !known {
		m.oldest = append(m.oldest, key)
	}
	if m.told == nil {
		m.told = map[uint64]ending{}
	}
	m.told[key] = ending{e.Secuencia, lastOf(e).UnixNano()}
	if len(m.oldest) > maxEnded {
		m.forget()
	}
}

// forget drops what was noted first.
func (m *endings) forget() {
	key := m.oldest[0]
	m.oldest = append(m.oldest[:0], m.oldest[1:]...)
	if at := time.Unix(0, m.told[key].at); at.After(m.until) {
		m.until = at
	}
	delete(m.told, key)
}

// toldOf is the last secuencia that was sent of a deletion that is remembered by name.
func (m *endings) toldOf(eventoID string) (secuencia int64, known bool) {
	e, known := m.told[hashOf(eventoID)]
	return e.secuencia, known
}

// toldOfForgotten is the same of one that is not known by name: up to its last end
// that is not after the moment.
func (m *endings) toldOfForgotten(e *eliminacion.Eliminacion) (secuencia int64) {
	if m.until.IsZero() {
		return 0
	}
	for _, c := range e.Historia {
		if c.Estado.Terminal() && !c.En.After(m.until) {
			secuencia = c.Secuencia
		}
	}
	return secuencia
}

func lastOf(e *eliminacion.Eliminacion) time.Time {
	if len(e.Historia) == 0 {
		return time.Unix(0, 0)
	}
	return e.Historia[len(e.Historia)-1].En
}

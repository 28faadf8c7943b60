package hub

import (
	"hash/maphash"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// maxEnded is how many deletions that have ended a follower of a carpeta knows one by one:
// more than a reading lists of those that ended, and more than a late repetition of an event is likely to be behind.
const maxEnded = 256

// endings remember how far deletions were told that have ended. Of those beyond maxEnded it
// remember one moment: what ended until then is nobody's news. So a carpeta that is
// followed for a year takes no more than one that is followed for a day.
type endings struct {
	told   map[uint64]ending // by the hash of the name, which is a fifth of its size
	oldest []uint64          // the same, in the order in which they ended
	until  time.Time
}

type ending struct {
	secuencia int64
	at        int64 // nanoseconds
}

func hashOf(name string) uint64 { return maphash.String(seed, name) }

// note remembers a deletion that was told to its end.
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

// toldOf is the secuencia up to which a deletion was told by name.
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

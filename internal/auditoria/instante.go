package auditoria

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/duracion"
)

// Instante is a moment as people name it: absolute, or so long ago. The zero value is none.
type Instante struct {
	En   time.Time
	Hace time.Duration
}

// LeerInstante reads RFC 3339 or a relative time: 30m, 24h, 7d.
func LeerInstante(texto string) (i Instante, ok bool) {
	if d, err := duracion.Parse(texto); err == nil {
		return Instante{Hace: d}, true
	}
	if t, err := duracion.ParseInstant(texto); err == nil {
		return Instante{En: t}, true
	}
	return Instante{}, false
}

// Dado reports whether there is one.
func (i Instante) Dado() bool { return i != Instante{} }

// desde is the moment, as seen now, in milliseconds: nothing of the trail is more exact.
func (i Instante) desde(now time.Time) time.Time {
	if i.Hace > 0 {
		return now.Add(-i.Hace).UTC().Truncate(time.Millisecond)
	}
	return i.En.UTC().Truncate(time.Millisecond)
}

package hub

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// from is where a reading begins; zero for the last day.
func (c *carpetaFollower) from() time.Time {
	last := c.read
	if c.begins {
		last = c.since
	}
	if last.IsZero() {
		return last
	}
	return c.reads.start(last)
}

// discover begins to follow a saga that is new, or has moved on since it ended.
func (c *carpetaFollower) discover(e *eliminacion.Eliminacion) {
	_, known := c.sagas[e.EventoID]
	told, over := c.ended.toldOf(e.EventoID)
	told = max(told, c.ended.toldOfForgotten(e), c.toldBefore(e))
	switch {
	case known, over && e.Secuencia <= told:
		return
	case c.begins && !c.topic.Novedades:
		told = -1
	case e.Estado.Terminal() && told >= e.Secuencia:
		c.ended.note(e)
		return
	}
	if f := c.begin(e.EventoID, told); e.Estado.Terminal() {
		f.saga = e
	}
}

// toldBefore is the last secuencia of a saga that a follower of the news had before it came. Later
// a saga that is not known is new to them, however old its times are: a process may stand
// still before it writes. One that ended, or went on after its end, at about the time of their cursor
// may have been missed by the reading that made it: that looked for those under way and for those
// that ended one after the other, and saw it in neither. So it is sent from its beginning.
func (c *carpetaFollower) toldBefore(e *eliminacion.Eliminacion) int64 {
	switch {
	case !c.topic.Novedades || !c.begins:
		return 0
	case c.since.IsZero():
		return e.Secuencia
	}
	told := e.HastaMomento(c.since.Add(-Overlap))
	if e.Cruzo(told, c.since.Add(Overlap)) {
		return 0
	}
	return told
}

package hub

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// CarpetaReader reads the sagas of a carpeta as stored.
type CarpetaReader interface {
	Reader
	// Cambiadas lists the sagas of a carpeta that are under way, and those that ended since
	// a moment, or in the last day. May lag behind.
	Cambiadas(ctx context.Context, carpetaID string, since time.Time) (eliminacion.Cambios, error)
}

// Overlap is by how much readings of what changed since a moment begin before it: by
// then clocks agree, what was being written is stored, and indexes show it.
const Overlap = 30 * time.Second

// Now and then a reading begins farther back: a write may have been held back in the network, or by a machine that stood
// still. Whoever came back with a cursor since may be told some news again.
const (
	farOverlap = 5 * time.Minute
	farEvery   = 8 // readings: two minutes
)

// overlaps is how many readings were made, of which some go farther back.
type overlaps int

// start is where a reading begins after what was read until then. Followers that read at about the same time begin at the
// same moment, so that they read together.
func (n overlaps) start(until time.Time) time.Time {
	overlap := Overlap
	if n%farEvery == farEvery-1 {
		overlap = farOverlap
	}
	return until.Add(-overlap).Truncate(Overlap / 3)
}

// FollowCarpeta emits every saga of a carpeta: those under way as they stand, and those
// that ended in the last day (whoever comes back may have missed it); then each step of
// all, in order for each saga. Ends only with ctx or an error.
func (h *Hub) FollowCarpeta(store CarpetaReader, carpetaID string) *Stream {
	t := Topic{CarpetaID: carpetaID}
	return newStream(h, t, func(emit Emit) Steps { return newCarpetaFollower(h, store, t, emit) })
}

// CarpetaSteps is what FollowCarpeta does, step by step.
func CarpetaSteps(store CarpetaReader, carpetaID string, emit Emit) Steps {
	return newCarpetaFollower(nil, store, Topic{CarpetaID: carpetaID}, emit)
}

func newCarpetaFollower(h *Hub, store CarpetaReader, t Topic, emit Emit) *carpetaFollower {
	return &carpetaFollower{store: store, emit: emit, topic: t, begins: true, sagas: map[string]*follower{}, hub: h}
}

// carpetaFollower keeps a follower for each saga under way, and of the others
// only the last secuencia that was sent.
type carpetaFollower struct {
	store  CarpetaReader
	emit   Emit
	topic  Topic
	begins bool // nothing was read yet
	sagas  map[string]*follower
	most   int       // of them, since the map was made
	unread []string  // sagas that the Reread under way has still to read
	late   *follower // whose news are to be sent again
	ended  endings
	read   time.Time // when the last reading began
	reads  overlaps
	since  time.Time // of news: everything until then was sent; zero if they begin now
	many   bool      // more ended since the last reading than it showed
	hub    *Hub      // where others follow the same carpeta; nil if nobody can
}

// What a follower of a carpeta takes, measured: its endings, and each saga under way. Others may share
// the saga; one that lags behind has it alone.
const (
	followerKeeps = 24 << 10
	sagaKeeps     = 1 << 10
)

func (c *carpetaFollower) keeps() int { return followerKeeps + sagaKeeps*len(c.sagas) }

// shrink makes the map of sagas anew when few are left of many: a map never gets smaller.
func (c *carpetaFollower) shrink() {
	const few = 64
	if c.most < few || len(c.sagas) > c.most/4 {
		return
	}
	left := make(map[string]*follower, len(c.sagas))
	maps.Copy(left, c.sagas)
	c.sagas, c.most = left, len(left)
}

// Done is never true: a carpeta goes on.
func (c *carpetaFollower) Done() bool { return false }

// Event hands an event to the follower of its saga.
func (c *carpetaFollower) Event(ctx context.Context, a *eliminacion.Aviso) error {
	told, over := c.ended.toldOf(a.EventoID)
	if over && a.Secuencia <= told {
		return nil
	}
	f, known := c.sagas[a.EventoID]
	if known {
		return c.after(f, f.Event(ctx, a))
	}
	if e, begins := a.Comienzo(); begins && e.SolicitadaEn.After(c.ended.until) { // no read: a burst of beginnings would outrun the reads
		return c.tell(ctx, &e, told)
	}
	e, err := c.follower(a.EventoID, told).read(ctx)
	if err != nil {
		return err
	}
	return c.tell(ctx, e, told)
}

// tell begins to follow a saga, and emits what is new of it, if anything is.
func (c *carpetaFollower) tell(ctx context.Context, e *eliminacion.Eliminacion, told int64) error {
	if told = max(told, c.ended.toldOfForgotten(e), c.toldBefore(e)); told >= e.Secuencia && e.Estado.Terminal() {
		c.ended.note(e)
		return nil
	}
	f := c.begin(e.EventoID, told)
	f.saga = e
	return c.after(f, f.Resume(ctx))
}

// begin follows one more saga, from after the last secuencia that was sent.
func (c *carpetaFollower) begin(eventoID string, told int64) *follower {
	f := c.follower(eventoID, told)
	c.sagas[eventoID] = f
	c.most = max(c.most, len(c.sagas))
	return f
}

func (c *carpetaFollower) follower(eventoID string, told int64) *follower {
	f := newFollower(c.store, eventoID, told, c.emit)
	f.hub, f.of = c.hub, c.topic
	return f
}

func (c *carpetaFollower) cambios(ctx context.Context) (eliminacion.Cambios, error) {
	from := c.from()
	return together(ctx, c.hub, c.topic, "c"+from.String(), func(ctx context.Context) (eliminacion.Cambios, error) {
		cambios, err := c.store.Cambiadas(ctx, c.topic.CarpetaID, from)
		quota.Spend(ctx, max(1, len(cambios.Eliminaciones)))
		return cambios, err
	})
}

// after forgets the details of a saga that has ended, and notes one that has more to tell.
func (c *carpetaFollower) after(f *follower, err error) error {
	if errors.Is(err, ErrLater) {
		c.late = f
	}
	if err == nil && f.Done() {
		delete(c.sagas, f.eventoID)
		c.shrink()
		c.ended.note(f.saga)
	}
	return err
}

// Reread looks for sagas that began unseen, even if they have ended since, and
// brings those under way up to date.
func (c *carpetaFollower) Reread(ctx context.Context) error {
	_, err := c.reread(ctx)
	return err
}

// reread returns the sagas that it found.
func (c *carpetaFollower) reread(ctx context.Context) ([]eliminacion.Eliminacion, error) {
	cambios, err := c.cambios(ctx)
	if err != nil {
		return nil, err
	}
	for i := range cambios.Eliminaciones {
		c.discover(&cambios.Eliminaciones[i])
	}
	c.begins, c.read, c.many = false, cambios.Al, cambios.Demasiadas
	c.reads++
	c.unread = slices.Sorted(maps.Keys(c.sagas))
	return cambios.Eliminaciones, c.readRest(ctx)
}

func (c *carpetaFollower) readRest(ctx context.Context) error {
	for len(c.unread) > 0 {
		f := c.sagas[c.unread[0]]
		c.unread = c.unread[1:]
		do := f.Reread
		if f.saga.Estado.Terminal() { // it was just read
			do = f.Resume
		}
		if err := c.after(f, do(ctx)); err != nil {
			return err
		}
	}
	c.unread = nil
	return nil
}

// Resume sends the rest of one saga, and reads the others.
func (c *carpetaFollower) Resume(ctx context.Context) error {
	if f := c.late; f != nil {
		c.late = nil
		if err := c.after(f, f.Resume(ctx)); err != nil {
			return err
		}
	}
	return c.readRest(ctx)
}

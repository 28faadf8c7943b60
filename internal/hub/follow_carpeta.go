package hub

import (
	"context"
	"maps"
	"slices"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// CarpetaReader reads the sagas of a carpeta as stored.
type CarpetaReader interface {
	Reader
	// Recientes lists the newest sagas of a carpeta, in any state. May lag behind.
	Recientes(ctx context.Context, carpetaID string) ([]eliminacion.Eliminacion, error)
}

// FollowCarpeta emits every saga of a carpeta: those under way as they stand,
// then each step of all, in order for each saga. Ends only with ctx or an error.
func (h *Hub) FollowCarpeta(store CarpetaReader, carpetaID string) *Stream {
	return newStream(h, Topic{CarpetaID: carpetaID}, func(emit Emit) Steps { return CarpetaSteps(store, carpetaID, emit) })
}

// CarpetaSteps is what FollowCarpeta does, step by step.
func CarpetaSteps(store CarpetaReader, carpetaID string, emit Emit) Steps {
	return &carpetaFollower{
		store: store, emit: emit, carpetaID: carpetaID, begins: true,
		sagas: map[string]*follower{}, ended: map[string]int64{},
	}
}

// carpetaFollower keeps a follower for each saga under way, and of the others
// only how far they were told.
type carpetaFollower struct {
	store     CarpetaReader
	emit      Emit
	carpetaID string
	begins    bool // nothing was read yet
	sagas     map[string]*follower
	ended     map[string]int64
}

// Done is never true: a carpeta goes on.
func (c *carpetaFollower) Done() bool { return false }

// Event hands an event to the follower of its saga.
func (c *carpetaFollower) Event(ctx context.Context, a *eliminacion.Aviso) error {
	told, over := c.ended[a.EventoID]
	if over && a.Secuencia <= told {
		return nil
	}
	f, known := c.sagas[a.EventoID]
	if known {
		return c.after(f, f.Event(ctx, a))
	}
	f = c.begin(a.EventoID, told)
	if e, begins := a.Comienzo(); begins { // no read: a burst of beginnings would outrun the reads
		f.saga = &e
		return f.send(ctx, f.saga)
	}
	return c.after(f, f.Reread(ctx))
}

// begin follows one more saga, from after the secuencia that was told.
func (c *carpetaFollower) begin(eventoID string, told int64) *follower {
	f := newFollower(c.store, eventoID, told, c.emit)
	c.sagas[eventoID] = f
	return f
}

// after forgets the details of a saga that has ended.
func (c *carpetaFollower) after(f *follower, err error) error {
	if err == nil && f.Done() {
		delete(c.sagas, f.eventoID)
		c.ended[f.eventoID] = f.sent
	}
	return err
}

// Reread looks for sagas that began unseen, even if they have ended since, and
// brings those under way up to date.
func (c *carpetaFollower) Reread(ctx context.Context) error {
	newest, err := c.store.Recientes(ctx, c.carpetaID)
	if err != nil {
		return err
	}
	for _, e := range newest {
		c.discover(e)
	}
	c.begins = false
	for _, id := range slices.Sorted(maps.Keys(c.sagas)) {
		f := c.sagas[id]
		if err := c.after(f, f.Reread(ctx)); err != nil {
			return err
		}
	}
	return nil
}

// discover begins to follow a saga that is new, or has moved on since it
// ended. What had ended before the first reading is nobody's news.
func (c *carpetaFollower) discover(e eliminacion.Eliminacion) {
	_, known := c.sagas[e.EventoID]
	told, over := c.ended[e.EventoID]
	switch {
	case known, over && e.Secuencia <= told:
	case c.begins && e.Estado.Terminal():
		c.ended[e.EventoID] = e.Secuencia
	case c.begins:
		c.begin(e.EventoID, -1)
	default:
		c.begin(e.EventoID, told)
	}
}

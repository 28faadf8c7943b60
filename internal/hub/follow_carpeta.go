package hub

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// CarpetaReader reads the sagas of a carpeta as stored.
type CarpetaReader interface {
	Reader
	// NoTerminadas lists the sagas of a carpeta that are under way.
	NoTerminadas(ctx context.Context, carpetaID string) ([]eliminacion.Eliminacion, error)
}

// FollowCarpeta emits every saga of a carpeta: those under way as they stand,
// then each step of all, in order for each saga. Ends only with ctx or an error.
func (h *Hub) FollowCarpeta(ctx context.Context, store CarpetaReader, carpetaID string) <-chan Item {
	out := make(chan Item)
	go func() {
		defer close(out)
		sub := h.Subscribe(Topic{CarpetaID: carpetaID})
		defer sub.Close()
		f := carpetaFollower{store: store, out: out, sagas: map[string]*follower{}, ended: map[string]int64{}}
		if err := f.run(ctx, sub, carpetaID); err != nil && ctx.Err() == nil {
			(&follower{out: out}).emit(ctx, Item{Err: err})
		}
	}()
	return out
}

// carpetaFollower keeps a follower for each saga under way, and of the others
// only how far they were told.
type carpetaFollower struct {
	store CarpetaReader
	out   chan<- Item
	sagas map[string]*follower
	ended map[string]int64
}

func (c *carpetaFollower) run(ctx context.Context, sub *Subscriber, carpetaID string) error {
	if err := c.reread(ctx, carpetaID); err != nil {
		return err
	}
	refresh := time.NewTicker(Refresh)
	defer refresh.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-sub.Gap():
			err = c.reread(ctx, carpetaID)
		case <-refresh.C:
			err = c.reread(ctx, carpetaID)
		case a, open := <-sub.Events():
			if !open {
				return ended(sub.Why())
			}
			err = c.event(ctx, a)
		}
		if err != nil {
			return err
		}
	}
}

func (c *carpetaFollower) event(ctx context.Context, a eliminacion.Aviso) error {
	told, over := c.ended[a.EventoID]
	if over && a.Secuencia <= told {
		return nil
	}
	f, known := c.sagas[a.EventoID]
	if known {
		return c.after(a.EventoID, f, f.event(ctx, a))
	}
	f = &follower{store: c.store, out: c.out, sent: told}
	c.sagas[a.EventoID] = f
	return c.after(a.EventoID, f, f.reread(ctx, a.EventoID))
}

// after forgets the details of a saga that has ended.
func (c *carpetaFollower) after(eventoID string, f *follower, err error) error {
	if err == nil && f.done() {
		delete(c.sagas, eventoID)
		c.ended[eventoID] = f.sent
	}
	return err
}

// reread looks for sagas that began unseen, and brings those under way up to date.
func (c *carpetaFollower) reread(ctx context.Context, carpetaID string) error {
	curso, err := c.store.NoTerminadas(ctx, carpetaID)
	if err != nil {
		return err
	}
	for _, e := range curso {
		if _, known := c.sagas[e.EventoID]; !known {
			c.sagas[e.EventoID] = &follower{store: c.store, out: c.out, sent: c.toldBefore(e.EventoID)}
		}
	}
	for id, f := range c.sagas {
		if err := c.after(id, f, f.reread(ctx, id)); err != nil {
			return err
		}
	}
	return nil
}

// toldBefore is where to go on with a saga; −1 for one that is new here.
func (c *carpetaFollower) toldBefore(eventoID string) int64 {
	if told, over := c.ended[eventoID]; over {
		return told
	}
	return -1
}

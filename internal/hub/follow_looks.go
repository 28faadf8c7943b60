package hub

import (
	"context"
	"strings"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// LookReader reads who looked at a carpeta, as its owner may see it.
type LookReader interface {
	// Desde lists the looks since a moment, oldest first, at most limit; since lately, if it is zero. May lag behind.
	Desde(ctx context.Context, carpetaID string, since time.Time, limit int) (auditoria.AccesosDesde, error)
	// Nuevos are those of some events, just written, that the owner may see.
	Nuevos(ctx context.Context, carpetaID, operadorID string, eventoIDs []string) ([]auditoria.Acceso, error)
}

// FollowLooks emits who looks at a carpeta, as *auditoria.AccesoNuevo: everything since a moment, or, if that is
// zero, one without a look and then what is new. Each is sent at least once. Ends only with ctx or an error.
func (h *Hub) FollowLooks(store LookReader, carpetaID string, since time.Time) *Stream {
	t := Topic{CarpetaID: carpetaID, Accesos: true}
	return newStreamOf(h, t, func(emit EmitEvent) Steps { return newLookFollower(h, store, t, since, emit) })
}

// LookSteps is what FollowLooks does, step by step.
func LookSteps(store LookReader, carpetaID string, since time.Time, emit EmitEvent) Steps {
	return newLookFollower(nil, store, Topic{CarpetaID: carpetaID, Accesos: true}, since, emit)
}

// lookFollower remembers until when it sent looks, and those that it sent lately.
type lookFollower struct {
	hub   *Hub // where others follow the same carpeta; nil if nobody can
	store LookReader
	emit  EmitEvent
	topic Topic
	queue backlog[auditoria.AccesoNuevo] // to be sent
	until time.Time                      // everything until then was sent
	sent  sentNews
}

func newLookFollower(h *Hub, store LookReader, t Topic, since time.Time, emit EmitEvent) *lookFollower {
	return &lookFollower{hub: h, store: store, topic: t, until: since, emit: emit}
}

func (l *lookFollower) keeps() int { return sentKeeps*len(l.sent.when) + queuedKeeps*len(l.queue) }

// Done is never true: a carpeta goes on.
func (*lookFollower) Done() bool { return false }

// Event tells of looks that were just written.
func (l *lookFollower) Event(ctx context.Context, a *eliminacion.Aviso) error {
	looks, err := l.read(ctx, a)
	if err != nil {
		return err
	}
	for i := range looks {
		l.add(&looks[i])
	}
	return l.Resume(ctx)
}

// add queues a look, once. A client that has it has everything until the last reading.
func (l *lookFollower) add(a *auditoria.Acceso) {
	if l.sent.add(a.EventoID, a.En) {
		l.queue = append(l.queue, &auditoria.AccesoNuevo{Acceso: a, Cursor: l.cursor(l.until)})
	}
}

func (l *lookFollower) cursor(at time.Time) string {
	return auditoria.CursorDeAccesos(l.topic.CarpetaID, at)
}

// Resume tells what is queued.
func (l *lookFollower) Resume(ctx context.Context) error { return l.queue.tell(ctx, l.emit) }

// Reread sends what was missed. A follower that begins now gets only the message that it begins.
func (l *lookFollower) Reread(ctx context.Context) error {
	begins := l.until.IsZero()
	found, err := l.readSince(ctx)
	if err != nil {
		return err
	}
	for i := range found.Accesos {
		l.add(&found.Accesos[i])
	}
	l.sent.forget(found.Al.Add(-2 * Overlap))
	if begins || !found.Todos || len(l.queue) > maxNews {
		l.queue = append(l.queue[:0], &auditoria.AccesoNuevo{})
	}
	l.mark(found.Al)
	l.until = found.Al
	return l.Resume(ctx)
}

// mark gives the messages of one reading their cursors: whoever breaks off in between goes on from there.
func (l *lookFollower) mark(now time.Time) {
	for i, m := range l.queue {
		reached := now
		if i < len(l.queue)-1 {
			reached = m.Acceso.En
		}
		if reached.After(l.until) {
			m.Cursor = l.cursor(reached)
		}
	}
}

// readSince reads from before the last reading on.
func (l *lookFollower) readSince(ctx context.Context) (auditoria.AccesosDesde, error) {
	from := l.until
	if !from.IsZero() {
		from = from.Add(-Overlap).Truncate(Overlap / 3) // followers that read at about the same time read together
	}
	limit := (2+len(l.sent.when)/maxNews)*maxNews + 1
	return together(ctx, l.hub, l.topic, "a"+from.String(), func(ctx context.Context) (auditoria.AccesosDesde, error) {
		looks, err := l.store.Desde(ctx, l.topic.CarpetaID, from, limit)
		quota.Spend(ctx, max(1, len(looks.Accesos)))
		return looks, err
	})
}

// read reads the looks that a message names.
func (l *lookFollower) read(ctx context.Context, a *eliminacion.Aviso) ([]auditoria.Acceso, error) {
	return together(ctx, l.hub, l.topic, "n"+strings.Join(a.Miradas, ","), func(ctx context.Context) ([]auditoria.Acceso, error) {
		looks, err := l.store.Nuevos(ctx, a.CarpetaID, a.OperadorID, a.Miradas)
		quota.Spend(ctx, max(1, len(looks)))
		return looks, err
	})
}

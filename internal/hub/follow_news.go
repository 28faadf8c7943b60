package hub

import (
	"context"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// NewsReader reads what happens in a carpeta as stored.
type NewsReader interface {
	CarpetaReader
	// Novedades lists what happened to documents since a moment, oldest first; more than
	// limit are cut off. May lag behind.
	Novedades(ctx context.Context, carpetaID string, since time.Time, limit int) ([]documento.Novedad, error)
}

// FollowNews emits what happens in a carpeta, as *eliminacion.Novedad: everything since a moment,
// or, if that is zero, RECARGAR and then what is new. Each is sent at least once, those of a
// document and of a deletion in their order. Ends only with ctx or an error.
func (h *Hub) FollowNews(store NewsReader, carpetaID string, since time.Time) *Stream {
	t := Topic{CarpetaID: carpetaID, Novedades: true}
	return newStreamOf(h, t, func(emit EmitEvent) Steps { return newNewsFollower(h, store, t, since, emit) })
}

// NewsSteps is what FollowNews does, step by step.
func NewsSteps(store NewsReader, carpetaID string, since time.Time, emit EmitEvent) Steps {
	return newNewsFollower(nil, store, Topic{CarpetaID: carpetaID, Novedades: true}, since, emit)
}

// maxNews is how many changes one reading may send. Whoever missed more loads the lists,
// which is less work for all.
const maxNews = 1000

// newsFollower is a follower of the deletions, and tells of the documents between them.
type newsFollower struct {
	store NewsReader
	emit  EmitEvent
	hub   *Hub
	sagas *carpetaFollower
	queue backlog[eliminacion.Novedad] // to be sent
	until time.Time                    // everything until then was sent
	sent  sentNews
}

// News that were sent, and news that wait, take so much memory, measured.
const (
	sentKeeps   = 48
	queuedKeeps = 512
)

func (n *newsFollower) keeps() int {
	return n.sagas.keeps() + sentKeeps*len(n.sent.when) + queuedKeeps*len(n.queue)
}

func newNewsFollower(h *Hub, store NewsReader, t Topic, since time.Time, emit EmitEvent) *newsFollower {
	n := &newsFollower{store: store, emit: emit, hub: h, until: since}
	n.sagas = newCarpetaFollower(h, store, t, n.step)
	n.sagas.since = since
	return n
}

// Done is never true: a carpeta goes on.
func (n *newsFollower) Done() bool { return false }

// step takes a deletion's step; flush sends it.
func (n *newsFollower) step(_ context.Context, e *eliminacion.Eliminacion) error {
	news := eliminacion.NovedadDe(e)
	n.add(&news)
	return nil
}

// document takes what happened to a document, once.
func (n *newsFollower) document(d documento.Novedad) {
	if n.sent.add(d.ClaveOrden(), d.En) {
		news := eliminacion.NovedadDeDocumento(d)
		n.add(&news)
	}
}

// add queues news. A client that has them has everything until the last reading.
func (n *newsFollower) add(news *eliminacion.Novedad) {
	news.Cursor = n.cursor(n.until)
	n.queue = append(n.queue, news)
}

func (n *newsFollower) cursor(at time.Time) string {
	return eliminacion.CursorDeNovedades(n.sagas.topic.CarpetaID, at)
}

// Event tells of one event at once.
func (n *newsFollower) Event(ctx context.Context, a *eliminacion.Aviso) error {
	if a.Novedad != "" {
		n.document(a.DeDocumento())
	} else if err := n.sagas.Event(ctx, a); err != nil {
		return err
	}
	return n.Resume(ctx)
}

// Resume tells what is queued.
func (n *newsFollower) Resume(ctx context.Context) error { return n.queue.tell(ctx, n.emit) }

// Reread sends what was missed. A follower that begins now gets only the message that it begins.
func (n *newsFollower) Reread(ctx context.Context) error {
	fromNow, reads := n.until.IsZero(), n.sagas.reads
	found, err := n.sagas.reread(ctx)
	if err != nil {
		return err
	}
	now := n.sagas.read
	if fromNow {
		n.until = now
	}
	from := reads.start(n.until)
	if fromNow { // a later reading that begins far back does not send what is visible now
		from = now.Add(-farOverlap).Truncate(Overlap / 3)
	}
	docs, all, err := n.documents(ctx, from)
	if err != nil {
		return err
	}
	for _, d := range append(arrivals(found, from), docs...) {
		n.document(d)
	}
	n.sent.forget(now.Add(-2 * farOverlap))
	if missed := !all || len(n.queue) > maxNews || n.sagas.many && !fromNow; missed || fromNow {
		n.queue = n.queue[:0]
		n.add(&eliminacion.Novedad{Tipo: eliminacion.Recargar, Clave: documento.Clave{CarpetaID: n.sagas.topic.CarpetaID}, En: now})
	}
	n.order(now)
	n.until = now
	return n.Resume(ctx)
}

// arrivals are the comings since a moment of documents that have a deletion: they were locked soon after they came, and may
// be in no list any more.
func arrivals(sagas []eliminacion.Eliminacion, since time.Time) (came []documento.Novedad) {
	for i := range sagas {
		if d, known := sagas[i].Llegada(); known && !d.En.Before(since) {
			came = append(came, d)
		}
	}
	return came
}

// documents reads what happened to documents since a moment; all is false if they are more than one reading may send.
func (n *newsFollower) documents(ctx context.Context, from time.Time) (docs []documento.Novedad, all bool, err error) {
	limit := (2+len(n.sent.when)/maxNews)*maxNews + 1 // followers that got about as much read together
	docs, err = together(ctx, n.hub, n.sagas.topic, "d"+from.String(), func(ctx context.Context) ([]documento.Novedad, error) {
		docs, err := n.store.Novedades(ctx, n.sagas.topic.CarpetaID, from, limit)
		quota.Spend(ctx, max(1, len(docs)))
		return docs, err
	})
	return docs, len(docs) < limit, err
}

// order sorts what one reading found by time, as far as documents and deletions allow: a
// document comes before it is locked, whatever the clocks of two processes say. Whoever
// breaks off in between goes on from there.
func (n *newsFollower) order(now time.Time) {
	slices.SortStableFunc(n.queue, func(a, b *eliminacion.Novedad) int { return rank(a) - rank(b) })
	at, came, step := make(map[*eliminacion.Novedad]time.Time, len(n.queue)), map[string]time.Time{}, map[string]time.Time{}
	for _, news := range n.queue {
		switch id := news.Clave.DocumentoID; {
		case news.Tipo == eliminacion.DocumentoLlego:
			came[id], at[news] = news.En, news.En
		case news.Eliminacion == nil:
			at[news] = latest(news.En, came[id])
		default:
			at[news] = latest(news.En, came[id], step[news.Eliminacion.EventoID])
			step[news.Eliminacion.EventoID] = at[news]
		}
	}
	slices.SortStableFunc(n.queue, func(a, b *eliminacion.Novedad) int { return at[a].Compare(at[b]) })
	for i, news := range n.queue {
		reached := at[news]
		if reached.After(now) || i == len(n.queue)-1 {
			reached = now
		}
		if reached.After(n.until) {
			news.Cursor = n.cursor(reached)
		}
	}
}

func latest(ts ...time.Time) time.Time { return slices.MaxFunc(ts, time.Time.Compare) }

// rank puts a document's coming before all else.
func rank(n *eliminacion.Novedad) int {
	if n.Tipo == eliminacion.DocumentoLlego {
		return 0
	}
	return 1
}

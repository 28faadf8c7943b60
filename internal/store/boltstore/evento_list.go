package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// Eventos implements auditoria.Store.
func (s *Store) Eventos(ctx context.Context, c auditoria.Consulta) ([]auditoria.Evento, error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	w := eventoWalk{s: s, ctx: ctx, c: c, reader: newEventoReader(), found: make([]auditoria.Evento, 0, c.Limite)}
	err := s.view(ctx, "Eventos", w.run)
	auditoria.EventosEnVano(ctx, w.looked-w.hidden-len(w.found))
	if err != nil {
		return nil, err
	}
	if w.stopped != "" {
		return w.found, auditoria.Sigue(w.stopped)
	}
	return w.found, nil
}

// eventoWalk fills up while the walk goes on.
type eventoWalk struct {
	s     *Store
	ctx   context.Context
	c     auditoria.Consulta
	found []auditoria.Evento

	events  *bolt.Bucket
	reader  *eventoReader
	from    string
	to      string // no key at or behind it, in the order of keys
	last    []byte // the key that was looked at
	stopped string // where the walk ended before it was full
	looked  int
	hidden  int // of them, from the reader
}

// run walks the index that leaves the fewest events over.
func (w *eventoWalk) run(tx *bolt.Tx) error {
	w.events = tx.Bucket(bucketEventos)
	w.from, w.to = w.c.Claves(auditoria.Asentamiento)
	index, pre := bucketEventos, prefixOf(w.c.OperadorID)
	switch {
	case w.c.CorrelacionID != "":
		index, pre = bucketEventosCorrel, prefixOf(w.c.CorrelacionID)
	case w.c.CarpetaID != "":
		index, pre = bucketEventosCarpeta, prefixOf(w.c.CarpetaID)
	}
	after := w.from
	if w.c.Descendente {
		after = w.to
	}
	return walk(tx.Bucket(index), pre, after, w.c.Descendente, w.visit)
}

func (w *eventoWalk) visit(k, v []byte) (more bool, err error) {
	key := viewText(k)
	if key <= w.from || w.to != "" && key >= w.to {
		return false, nil
	}
	if w.looked%rowsPerLook == 0 && w.ctx.Err() != nil {
		return false, w.ctx.Err()
	}
	if w.looked-w.hidden >= w.s.maxLooks || w.looked >= auditoria.HolguraOculta*w.s.maxLooks {
		w.stopped = string(w.last)
		return false, nil
	}
	w.looked, w.last = w.looked+1, k
	operadorID := w.c.OperadorID
	if w.c.CorrelacionID != "" || w.c.CarpetaID != "" { // the index names whose trail it is in
		operadorID = viewText(v)
		if w.c.OperadorID != "" && operadorID != w.c.OperadorID {
			w.hidden++ // of another's trail: no need to look at it
			return true, nil
		}
		v = w.events.Get(joinKey(operadorID, key))
	}
	err = w.judge(w.reader.view(operadorID, key, v))
	return len(w.found) < w.c.Limite, err
}

// judge takes the event that was viewed, if it passes.
func (w *eventoWalk) judge(rest valueReader) error {
	e := &w.reader.e
	if rest.err != nil {
		return rest.err
	}
	if w.c.Velo != nil && e.Tipo.EsDeEmbargo() { // what it says decides
		return w.take(w.reader.whole(rest))
	}
	if w.c.Oculta(*e) {
		w.hidden++
		return nil
	}
	if !w.passes(*e) {
		return nil
	}
	return w.take(w.reader.whole(rest))
}

func (w *eventoWalk) passes(e auditoria.Evento) bool {
	return w.c.Incluye(e) && !w.s.retention.Caducado(e, w.s.clock())
}

// take takes a whole event, if it passes.
func (w *eventoWalk) take(e auditoria.Evento, err error) error {
	switch {
	case err != nil:
		return err
	case w.c.Oculta(e):
		w.hidden++
	case w.passes(e):
		w.found = append(w.found, e)
	}
	return nil
}

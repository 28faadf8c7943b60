package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// putEvento writes an event: every transaction that changes state has this line. Its place in the order
// is given here, by the one transaction that writes, so that nothing ever comes before what was read.
func (s *Store) putEvento(tx *bolt.Tx, e auditoria.Evento) error {
	if err := e.Validar(); err != nil {
		return errors.New(err.Error()) // no refusal: other changes of the transaction must not stay
	}
	if tx.Bucket(bucketEventoIDs).Get([]byte(e.EventoID)) != nil {
		return nil // the same event again
	}
	e, err := s.ordered(tx, e)
	if err != nil {
		return err
	}
	k := eventoKey(e)
	owner := []byte(e.OperadorID)
	for _, entry := range []struct {
		bucket, k, v []byte
		absent       bool
	}{
		{bucketEventos, k, encodeEvento(e), false},
		{bucketEventoIDs, []byte(e.EventoID), k, false},
		{bucketEventosCarpeta, joinKey(e.CarpetaID, e.Orden), owner, e.CarpetaID == ""},
		{bucketEventosCorrel, joinKey(e.CorrelacionID, e.Orden), owner, e.CorrelacionID == ""},
		{bucketEventoExpiry, append(appendTime(nil, e.CaducaEn()), k...), nil, false},
	} {
		if entry.absent {
			continue
		}
		if err := tx.Bucket(entry.bucket).Put(entry.k, entry.v); err != nil {
			return err
		}
	}
	tx.OnCommit(func() { s.written(1) })
	return nil
}

// ordered gives an event its place: behind all of its trail, at the time of the commit. A clock
// that was set back stands still. The moment stays near the place, because a list of a time looks
// there.
func (s *Store) ordered(tx *bolt.Tx, e auditoria.Evento) (auditoria.Evento, error) {
	b := tx.Bucket(bucketEventos)
	seq, err := b.NextSequence()
	if err != nil {
		return e, err
	}
	now := s.clock().UTC().Truncate(time.Millisecond)
	pre := prefixOf(e.OperadorID)
	if k, _ := lastBefore(b.Cursor(), upperBound(pre, "")); bytes.HasPrefix(k, pre) {
		last, err := auditoria.MomentoDeClave(string(k[len(pre):]))
		if err != nil {
			return e, errDamagedValue
		}
		now = later(now, last)
	}
	e.Momento = earlier(later(e.Momento, now.Add(-auditoria.Asentamiento)), now)
	e.Orden = auditoria.ClaveEn(now, fmt.Sprintf("%012x", seq))
	return e, nil
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

func eventoKey(e auditoria.Evento) []byte { return joinKey(e.OperadorID, e.Orden) }

// Anotar implements auditoria.Store.
func (s *Store) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	for _, e := range es { // before the first change of the transaction
		if err := e.Validar(); err != nil {
			return err
		}
	}
	return s.update(ctx, "Anotar", func(tx *bolt.Tx) error {
		for _, e := range es {
			if err := s.putEvento(tx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// Evento implements auditoria.Store.
func (s *Store) Evento(ctx context.Context, operadorID, eventoID string) (e auditoria.Evento, err error) {
	err = s.view(ctx, "Evento", func(tx *bolt.Tx) error {
		k := tx.Bucket(bucketEventoIDs).Get([]byte(eventoID))
		if k == nil || firstPart(k) != operadorID {
			return notFound("el evento")
		}
		e, err = decodeEvento(k, tx.Bucket(bucketEventos).Get(k))
		if err == nil && e.Caducado(s.clock()) {
			return notFound("el evento")
		}
		return err
	})
	return e, err
}

// OperadoresConEventos implements auditoria.Store: it seeks the end of each trail.
func (s *Store) OperadoresConEventos(ctx context.Context) (ids []string, err error) {
	err = s.view(ctx, "OperadoresConEventos", func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketEventos).Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Seek(upperBound(prefixOf(ids[len(ids)-1]), "")) {
			ids = append(ids, firstPart(k))
		}
		return nil
	})
	return ids, err
}

// purgeEvento forgets an event whose retention is over.
func purgeEvento(tx *bolt.Tx, k []byte, _ time.Time) error {
	v := tx.Bucket(bucketEventos).Get(k)
	if v == nil {
		return nil
	}
	e, err := decodeEvento(k, v)
	for _, entry := range []struct{ bucket, k []byte }{
		{bucketEventos, k}, {bucketEventoIDs, []byte(e.EventoID)},
		{bucketEventosCarpeta, joinKey(e.CarpetaID, e.Orden)}, {bucketEventosCorrel, joinKey(e.CorrelacionID, e.Orden)},
	} {
		if err == nil {
			err = tx.Bucket(entry.bucket).Delete(entry.k)
		}
	}
	return err
}

// textsOfEvento are the texts of an event in the order of its value.
func textsOfEvento(e *auditoria.Evento) []*string {
	return []*string{
		&e.EventoID, (*string)(&e.Tipo), (*string)(&e.Servicio), &e.CorrelacionID, (*string)(&e.Resultado), (*string)(&e.Gravedad),
		&e.Recurso.Tipo, &e.Recurso.ID, &e.Actor.Tipo, &e.Actor.ID, &e.Actor.OperadorID, &e.Actor.EntidadID,
		&e.EnNombreDe, &e.Proposito, &e.BaseLegal, &e.CarpetaID, &e.DocumentoID,
	}
}

func encodeEvento(e auditoria.Evento) []byte {
	b := append(make([]byte, 0, 512), version1)
	for _, t := range textsOfEvento(&e) {
		b = appendText(b, *t)
	}
	b = appendText(appendMillis(b, e.Momento), string(e.Sal))
	b = binary.AppendVarint(b, int64(len(e.Datos)))
	for _, k := range slices.Sorted(maps.Keys(e.Datos)) {
		b = appendText(appendText(b, k), e.Datos[k])
	}
	return b
}

// eventoReader reads one event after the other. Most that a list looks at do not pass: those cost no allocation.
type eventoReader struct {
	e     auditoria.Evento
	texts []*string
}

func newEventoReader() *eventoReader {
	r := &eventoReader{}
	r.texts = textsOfEvento(&r.e)
	return r
}

// view reads an event up to its salt, which is the rest. Its texts are valid as long as the transaction, and
// until the next view.
func (r *eventoReader) view(operadorID, orden string, v []byte) (rest valueReader) {
	l := openValue(v)
	for _, t := range r.texts {
		*t = viewText(l.raw())
	}
	r.e.OperadorID, r.e.Orden, r.e.Momento = operadorID, orden, l.time()
	return l
}

// whole is the event of the last view with its rest, for whoever keeps it.
func (r *eventoReader) whole(l valueReader) (auditoria.Evento, error) {
	for _, t := range r.texts {
		*t = strings.Clone(*t)
	}
	e := r.e
	e.OperadorID, e.Orden = strings.Clone(e.OperadorID), strings.Clone(e.Orden)
	if sal := l.raw(); len(sal) > 0 {
		e.Sal = bytes.Clone(sal)
	}
	if n := l.integer(); n > 0 && l.err == nil {
		e.Datos = map[string]string{}
		for ; n > 0 && l.err == nil; n-- {
			k := l.text()
			e.Datos[k] = l.text()
		}
	}
	return e, l.err
}

// decodeEvento reads an event back; operador and place are in the key.
func decodeEvento(k, v []byte) (auditoria.Evento, error) {
	r := newEventoReader()
	operadorID := firstPart(k)
	return r.whole(r.view(operadorID, string(k[min(len(operadorID)+1, len(k)):]), v))
}

// createEventos makes what version 9 added.
func createEventos(tx *bolt.Tx) error {
	for _, name := range [][]byte{bucketEventos, bucketEventoIDs, bucketEventosCarpeta, bucketEventosCorrel, bucketEventoExpiry} {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return err
		}
	}
	return nil
}

package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
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
		{bucketEventoExpiry, append(appendTime(nil, s.retention.CaducaEn(e)), k...), nil, false},
	} {
		if entry.absent {
			continue
		}
		b := tx.Bucket(entry.bucket)
		b.FillPercent = fullPages
		if err := b.Put(entry.k, entry.v); err != nil {
			return err
		}
	}
	tx.OnCommit(func() { s.written(1) })
	return nil
}

// fullPages: what comes last in time comes last in its part of a bucket, so a page that is left half empty stays so.
const fullPages = 0.9

// ordered gives an event its place: behind all of its trail, at the time of the commit. A clock that was set back stands
// still. The moment stays near the place, because a list of a time looks there.
func (s *Store) ordered(tx *bolt.Tx, e auditoria.Evento) (auditoria.Evento, error) {
	b := tx.Bucket(bucketEventos)
	last, err := endOfTrail(b, e.OperadorID)
	if err != nil {
		return e, err
	}
	p := placeAt(later(s.clock(), last.time())) + place(rand.Uint64N(firstPlaces))
	for _, given := range []place{last, place(b.Sequence())} { // in the same millisecond to this trail, and to any
		if given.time().Equal(p.time()) {
			p = max(p, given+1+place(rand.Uint64N(step)))
		}
	}
	now := p.time()
	e.Momento = earlier(later(e.Momento, now.Add(-auditoria.Asentamiento)), now)
	e.Orden = auditoria.ClaveEn(now, fmt.Sprintf("%012x", p.inMilli()))
	return e, b.SetSequence(uint64(p))
}

// place is where an event stands: a millisecond, and a number in it. The number begins anew with each millisecond,
// somewhere: one that counted would tell whoever sees two events how many there are between them that they do not see.
type place uint64

const (
	milliBits   = 22
	firstPlaces = 1 << 12 // a millisecond begins with one of these
	step        = 16      // and goes on by as much at most
)

func placeAt(t time.Time) place { return place(t.UnixMilli()) << milliBits }
func (p place) time() time.Time { return time.UnixMilli(int64(p >> milliBits)).UTC() }
func (p place) inMilli() uint64 { return uint64(p & (1<<milliBits - 1)) }

// endOfTrail is the place of the last event of an operador; 0 if there is none.
func endOfTrail(b *bolt.Bucket, operadorID string) (place, error) {
	pre := prefixOf(operadorID)
	k, _ := lastBefore(b.Cursor(), upperBound(pre, ""))
	if !bytes.HasPrefix(k, pre) {
		return 0, nil
	}
	at, number, _ := strings.Cut(string(k[len(pre):]), "#")
	t, err := auditoria.MomentoDeClave(at)
	n, notHex := strconv.ParseUint(number, 16, 64)
	if err != nil || notHex != nil {
		return 0, errDamagedValue
	}
	return placeAt(t) + place(n), nil
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
			return notFound("No se encontró el evento.")
		}
		e, err = decodeEvento(k, tx.Bucket(bucketEventos).Get(k))
		if err == nil && s.retention.Caducado(e, s.clock()) {
			return notFound("No se encontró el evento.")
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

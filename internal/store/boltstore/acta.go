package boltstore

import (
	"bytes"
	"context"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
)

// actaKey sorts by number, and as well by time.
func actaKey(operadorID string, until time.Time, first int64) []byte {
	return binary.BigEndian.AppendUint64(appendTime(prefixOf(operadorID), until), uint64(first))
}

const actaKeyLength = timeLength + 8 // without the operador

func encodeActa(a sellado.Acta) ([]byte, error) {
	ids, err := sellado.Empaquetar(a.Eventos)
	return append([]byte{version1}, ids...), err
}

func decodeActa(k, v []byte) (a sellado.Acta, err error) {
	if len(k) != actaKeyLength || len(v) == 0 || v[0] != version1 {
		return a, errDamagedValue
	}
	a.Hasta, a.Primera = timeFrom(k), int64(binary.BigEndian.Uint64(k[timeLength:]))
	a.Eventos, err = sellado.Desempaquetar(v[1:])
	return a, err
}

// PonerActa implements sellado.Actas.
func (s *Store) PonerActa(ctx context.Context, operadorID string, a sellado.Acta) error {
	v, err := encodeActa(a)
	if err != nil {
		return err
	}
	return s.update(ctx, "PonerActa", func(tx *bolt.Tx) error {
		k := actaKey(operadorID, a.Hasta, a.Primera)
		if there := tx.Bucket(bucketActas).Get(k); there != nil && !bytes.Equal(there, v) {
			return conflict("El acta ya existe con otro contenido.")
		}
		return tx.Bucket(bucketActas).Put(k, v)
	})
}

// UltimasActas implements sellado.Actas.
func (s *Store) UltimasActas(ctx context.Context, operadorID string, since time.Time, limit int) (as []sellado.Acta, err error) {
	err = s.view(ctx, "UltimasActas", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketActas), prefixOf(operadorID), "", true, func(k, v []byte) (bool, error) {
			a, err := decodeActa(k, v)
			if err != nil || a.Hasta.Before(since) {
				return false, err
			}
			as = append(as, a)
			return len(as) != limit, nil
		})
	})
	return as, err
}

// ActasDesde implements sellado.Actas.
func (s *Store) ActasDesde(ctx context.Context, operadorID string, since time.Time, number int64, limit int) (as []sellado.Acta, err error) {
	err = s.view(ctx, "ActasDesde", func(tx *bolt.Tx) error {
		pre := prefixOf(operadorID)
		c := tx.Bucket(bucketActas).Cursor()
		for k, v := c.Seek(actaKey(operadorID, since, number)); bytes.HasPrefix(k, pre) && len(as) < limit; k, v = c.Next() {
			a, err := decodeActa(k[len(pre):], v)
			if err != nil {
				return err
			}
			as = append(as, a)
		}
		return nil
	})
	return as, err
}

// PonerRezagado implements sellado.Actas.
func (s *Store) PonerRezagado(ctx context.Context, operadorID, eventoID string, number int64) error {
	return s.update(ctx, "PonerRezagado", func(tx *bolt.Tx) error {
		return tx.Bucket(bucketRezagados).Put(joinKey(operadorID, eventoID), binary.AppendVarint([]byte{version1}, number))
	})
}

// Rezagado implements sellado.Actas.
func (s *Store) Rezagado(ctx context.Context, operadorID, eventoID string) (number int64, err error) {
	err = s.view(ctx, "Rezagado", func(tx *bolt.Tx) error {
		v := tx.Bucket(bucketRezagados).Get(joinKey(operadorID, eventoID))
		if v == nil {
			return notFound("No se encontró el número del evento.")
		}
		l := openValue(v)
		number = l.integer()
		return l.err
	})
	return number, err
}

// EventosDesde implements sellado.Eventos.
func (s *Store) EventosDesde(ctx context.Context, operadorID, after string, limit int) (es []auditoria.Evento, err error) {
	err = s.view(ctx, "EventosDesde", func(tx *bolt.Tx) error {
		pre := prefixOf(operadorID)
		return walk(tx.Bucket(bucketEventos), pre, after, false, func(k, v []byte) (bool, error) {
			e, err := decodeEvento(append(bytes.Clone(pre), k...), v)
			es = append(es, e)
			return len(es) < limit, err
		})
	})
	return es, err
}

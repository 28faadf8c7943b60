package boltstore

import (
	"context"
	"encoding/binary"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func dueKey(e eliminacion.Eliminacion) []byte {
	return append(appendTime(prefixOf(e.OperadorID), e.NoAntesDe), e.EventoID...)
}

// dueValue spares the sweeper from reading the sagas themselves.
func dueValue(e eliminacion.Eliminacion) []byte {
	b := binary.AppendVarint([]byte{version1}, e.Secuencia)
	return binary.AppendVarint(b, e.Arriendos)
}

// Operadores implements eliminacion.OutboxStore.
func (s *Store) Operadores(ctx context.Context) (ops []string, err error) {
	err = s.view(ctx, "Operadores", func(tx *bolt.Tx) error {
		return tx.Bucket(bucketOperadores).ForEach(func(k, _ []byte) error {
			ops = append(ops, string(k))
			return nil
		})
	})
	return ops, err
}

// Vencidas implements eliminacion.OutboxStore.
func (s *Store) Vencidas(ctx context.Context, operadorID string, now time.Time, limit int) (ps []eliminacion.Pendiente, err error) {
	if limit <= 0 {
		return nil, nil
	}
	err = s.view(ctx, "Vencidas", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketDue), prefixOf(operadorID), "", false, func(k, v []byte) (bool, error) {
			p := eliminacion.Pendiente{EventoID: string(k[timeLength:]), OperadorID: operadorID, NoAntesDe: timeFrom(k)}
			if p.NoAntesDe.After(now) {
				return false, nil
			}
			l := openValue(v)
			p.Secuencia, p.Arriendos = l.integer(), l.integer()
			ps = append(ps, p)
			return len(ps) < limit, l.err
		})
	})
	return ps, err
}

// Arrendar implements eliminacion.OutboxStore.
func (s *Store) Arrendar(ctx context.Context, p eliminacion.Pendiente, a eliminacion.Arriendo) (e eliminacion.Eliminacion, err error) {
	err = s.update(ctx, "Arrendar", func(tx *bolt.Tx) error {
		old, err := requireSaga(tx, p.EventoID, s.clock())
		if err != nil {
			return err
		}
		if old.Secuencia != p.Secuencia || old.Arriendos != p.Arriendos || old.NoAntesDe.IsZero() || !old.NoAntesDe.Equal(p.NoAntesDe) {
			return conflict("Otro proceso tomó el evento.")
		}
		e = old
		e.NoAntesDe, e.ArrendadaPor, e.FalloEnvio = a.Hasta.UTC(), a.Por, ""
		e.Arriendos++
		e.Entregas++
		return replaceSaga(tx, old, e)
	})
	return e, err
}

// Devolver implements eliminacion.OutboxStore. It also wants the lease to be still
// out, so that a repeated call counts once.
func (s *Store) Devolver(ctx context.Context, e eliminacion.Eliminacion, when time.Time, failed eliminacion.FalloEnvio) error {
	return s.update(ctx, "Devolver", func(tx *bolt.Tx) error {
		old, found, err := readSaga(tx, e.EventoID, s.clock())
		if err != nil {
			return err
		}
		if !found || old.Secuencia != e.Secuencia || old.Arriendos != e.Arriendos || !old.NoAntesDe.Equal(e.NoAntesDe) {
			return errNothing
		}
		newInstance := old
		newInstance.NoAntesDe, newInstance.FalloEnvio = when.UTC(), failed
		newInstance.Entregas--
		return replaceSaga(tx, old, newInstance)
	})
}

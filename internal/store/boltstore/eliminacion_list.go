package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// DeCarpeta implements eliminacion.Store.
func (s *Store) DeCarpeta(ctx context.Context, c eliminacion.ConsultaCarpeta) (es []eliminacion.Eliminacion, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	now := s.clock()
	err = s.view(ctx, "DeCarpeta", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketByCarpeta), prefixOf(c.CarpetaID), c.Desde, c.Descendente, func(_, v []byte) (bool, error) {
			e, found, err := readSaga(tx, string(v), now)
			if found {
				es = append(es, e)
			}
			return len(es) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = classify(ctx.Err())
	}
	return es, err
}

// Cambiadas implements eliminacion.Store.
func (s *Store) Cambiadas(ctx context.Context, c eliminacion.ConsultaCambios) (es []eliminacion.Eliminacion, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	from, to := c.Tramo()
	now := s.clock()
	err = s.view(ctx, "Cambiadas", func(tx *bolt.Tx) error {
		after := to
		if c.EnCurso {
			after = from
		}
		return walk(tx.Bucket(bucketByCambio), prefixOf(c.CarpetaID), after, !c.EnCurso, func(k, v []byte) (bool, error) {
			if string(k) < from {
				return false, nil
			}
			e, found, err := readSaga(tx, string(v), now)
			if found {
				es = append(es, e)
			}
			return len(es) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = classify(ctx.Err())
	}
	return es, err
}

func cambioKey(e eliminacion.Eliminacion) []byte {
	return joinKey(e.CarpetaID, e.ClaveCambio()+"#"+e.EventoID)
}

func operadorKey(e eliminacion.Eliminacion) []byte {
	return joinKey(e.OperadorID, string(e.EstadoEnListas()), e.ClaveCarpeta())
}

// ClavesDeOperador implements eliminacion.Store.
func (s *Store) ClavesDeOperador(ctx context.Context, c eliminacion.ConsultaOperador) (keys []string, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	after, empty := c.Inicio()
	if empty {
		return nil, nil
	}
	err = s.view(ctx, "ClavesDeOperador", func(tx *bolt.Tx) error {
		pre := joinKey(c.OperadorID, string(c.Estado), "")
		return walk(tx.Bucket(bucketByOperador), pre, after, c.Descendente, func(k, _ []byte) (bool, error) {
			if !c.Descendente && c.Antes != "" && string(k) >= c.Antes {
				return false, nil
			}
			keys = append(keys, string(k))
			return len(keys) < c.Limite, nil
		})
	})
	return keys, err
}

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
	ahora := s.reloj()
	err = s.leer(ctx, "DeCarpeta", func(tx *bolt.Tx) error {
		return recorrer(tx.Bucket(cubetaDeCarpeta), prefijo(c.CarpetaID), c.Desde, c.Descendente, func(_, v []byte) (bool, error) {
			e, hay, err := leerSaga(tx, string(v), ahora)
			if hay {
				es = append(es, e)
			}
			return len(es) < c.Limite && ctx.Err() == nil, err
		})
	})
	if err == nil && ctx.Err() != nil {
		err = clasificar(ctx.Err())
	}
	return es, err
}

func claveDeOperador(e eliminacion.Eliminacion) []byte {
	return clave(e.OperadorID, string(e.Estado), e.ClaveCarpeta())
}

// ClavesDeOperador implements eliminacion.Store.
func (s *Store) ClavesDeOperador(ctx context.Context, c eliminacion.ConsultaOperador) (claves []string, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	desde, vacia := c.Inicio()
	if vacia {
		return nil, nil
	}
	err = s.leer(ctx, "ClavesDeOperador", func(tx *bolt.Tx) error {
		pre := clave(c.OperadorID, string(c.Estado), "")
		return recorrer(tx.Bucket(cubetaDeOperador), pre, desde, c.Descendente, func(k, _ []byte) (bool, error) {
			if !c.Descendente && c.Antes != "" && string(k) >= c.Antes {
				return false, nil
			}
			claves = append(claves, string(k))
			return len(claves) < c.Limite, nil
		})
	})
	return claves, err
}

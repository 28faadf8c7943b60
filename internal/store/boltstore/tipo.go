package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
)

// TiposCambiados implements tipo.Store.
func (s *Store) TiposCambiados(ctx context.Context) (ts []tipo.Tipo, err error) {
	err = s.view(ctx, "TiposCambiados", func(tx *bolt.Tx) error {
		return tx.Bucket(bucketTipos).ForEach(func(_, v []byte) error {
			t, err := decodeJSON[tipo.Tipo](v)
			ts = append(ts, t)
			return err
		})
	})
	return ts, err
}

// GuardarTipo implements tipo.Store.
func (s *Store) GuardarTipo(ctx context.Context, t tipo.Tipo, h auditoria.Evento) error {
	v, err := encodeJSON(t)
	if err != nil {
		return err
	}
	return s.tell(ctx, "GuardarTipo", h, func(tx *bolt.Tx) error {
		var stored tipo.Tipo
		if there := tx.Bucket(bucketTipos).Get([]byte(t.Codigo)); there != nil {
			if stored, err = decodeJSON[tipo.Tipo](there); err != nil {
				return err
			}
		}
		if stored.Version != t.Version-1 {
			return conflict("El tipo de documento cambió mientras tanto.")
		}
		return tx.Bucket(bucketTipos).Put([]byte(t.Codigo), v)
	})
}

package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

func readEmbargos(tx *bolt.Tx, carpetaID string) (auditoria.Embargos, error) {
	v := tx.Bucket(bucketEmbargos).Get([]byte(carpetaID))
	if v == nil {
		return auditoria.Embargos{CarpetaID: carpetaID}, nil
	}
	return embargosOf(carpetaID, v)
}

func embargosOf(carpetaID string, v []byte) (auditoria.Embargos, error) {
	es, err := decodeJSON[auditoria.Embargos](v)
	es.CarpetaID = carpetaID
	return es, err
}

// EmbargosDe implements auditoria.StoreEmbargos.
func (s *Store) EmbargosDe(ctx context.Context, carpetaID string) (es auditoria.Embargos, err error) {
	err = s.view(ctx, "EmbargosDe", func(tx *bolt.Tx) (err error) {
		es, err = readEmbargos(tx, carpetaID)
		return err
	})
	return es, err
}

// GuardarEmbargos implements auditoria.StoreEmbargos.
func (s *Store) GuardarEmbargos(ctx context.Context, es auditoria.Embargos, h auditoria.Evento) error {
	v, err := encodeJSON(es)
	if err != nil {
		return err
	}
	return s.tell(ctx, "GuardarEmbargos", h, func(tx *bolt.Tx) error {
		there, err := readEmbargos(tx, es.CarpetaID)
		if err == nil && there.Version != es.Version-1 {
			err = conflict("Los embargos de la carpeta cambiaron mientras tanto.")
		}
		if err != nil {
			return err
		}
		return tx.Bucket(bucketEmbargos).Put([]byte(es.CarpetaID), v)
	})
}

package boltstore

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
)

// embargosV1 are the orders of a carpeta as they are stored; embargoV1 has the fields of auditoria.Embargo, and
// stops compiling when they change.
type embargosV1 struct {
	Version int64       `json:"version"`
	Ordenes []embargoV1 `json:"ordenes"`
}

type embargoV1 struct {
	EmbargoID   string             `json:"embargoId"`
	Racha       string             `json:"racha"`
	Motivo      string             `json:"motivo"`
	BaseLegal   string             `json:"baseLegal"`
	OrdenadoEn  time.Time          `json:"ordenadoEn"`
	Hasta       time.Time          `json:"hasta"`
	LevantadoEn time.Time          `json:"levantadoEn,omitzero"`
	Eventos     []string           `json:"eventos,omitempty"`
	Oficina     *auditoria.Oficina `json:"oficina,omitempty"`
	Desde       time.Time          `json:"desde,omitzero"`
}

func readEmbargos(tx *bolt.Tx, carpetaID string) (auditoria.Embargos, error) {
	v := tx.Bucket(bucketEmbargos).Get([]byte(carpetaID))
	if v == nil {
		return auditoria.Embargos{CarpetaID: carpetaID}, nil
	}
	return embargosOf(carpetaID, v)
}

func embargosOf(carpetaID string, v []byte) (auditoria.Embargos, error) {
	es := auditoria.Embargos{CarpetaID: carpetaID}
	var stored embargosV1
	err := decodeJSON(v, &stored)
	es.Version = stored.Version
	for _, o := range stored.Ordenes {
		es.Ordenes = append(es.Ordenes, auditoria.Embargo(o))
	}
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
	stored := embargosV1{Version: es.Version}
	for _, o := range es.Ordenes {
		stored.Ordenes = append(stored.Ordenes, embargoV1(o))
	}
	v, err := encodeJSON(stored)
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

package boltstore

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// IniciarHuerfana implements eliminacion.Reparaciones.
func (s *Store) IniciarHuerfana(ctx context.Context, e eliminacion.Eliminacion) error {
	return s.update(ctx, "IniciarHuerfana", func(tx *bolt.Tx) error {
		_, found, err := readDocumento(tx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}, s.clock())
		switch {
		case err != nil:
			return err
		case found:
			return conflict("El documento existe.")
		case tx.Bucket(bucketSagas).Get([]byte(e.EventoID)) != nil:
			return conflict("La eliminación ya existe.")
		}
		return startSaga(tx, e)
	})
}

// Adoptar implements eliminacion.Reparaciones.
func (s *Store) Adoptar(ctx context.Context, e eliminacion.Eliminacion, previous string) error {
	return s.update(ctx, "Adoptar", func(tx *bolt.Tx) error {
		d, found, err := readDocumento(tx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}, s.clock())
		switch {
		case err != nil:
			return err
		case !found || d.Estado != documento.Eliminando || d.EliminacionID != previous:
			return conflict("El documento cambió mientras tanto.")
		case tx.Bucket(bucketSagas).Get([]byte(e.EventoID)) != nil:
			return conflict("La eliminación ya existe.")
		}
		d.EliminacionID, d.FechaUltimaModificacion = e.EventoID, d.Siguiente(s.clock())
		if err := putDocumento(tx, d); err != nil {
			return err
		}
		return startSaga(tx, e)
	})
}

// Reprogramar implements eliminacion.Reparaciones.
func (s *Store) Reprogramar(ctx context.Context, p eliminacion.Pendiente, when time.Time) error {
	return s.update(ctx, "Reprogramar", func(tx *bolt.Tx) error {
		old, err := requireSaga(tx, p.EventoID, s.clock())
		if err != nil {
			return err
		}
		if old.Secuencia != p.Secuencia || old.Arriendos != p.Arriendos {
			return conflict("La eliminación avanzó mientras tanto.")
		}
		if err := removeIndexes(tx, old); err != nil {
			return err
		}
		newInstance := old
		newInstance.NoAntesDe = when.UTC()
		return startSaga(tx, newInstance)
	})
}

package boltstore

import (
	"context"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// IniciarHuerfana implements eliminacion.Reparaciones.
func (s *Store) IniciarHuerfana(ctx context.Context, e eliminacion.Eliminacion, h auditoria.Evento) error {
	return s.tell(ctx, "IniciarHuerfana", h, func(tx *bolt.Tx) error {
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
func (s *Store) Adoptar(ctx context.Context, e eliminacion.Eliminacion, previous string, h auditoria.Evento) error {
	return s.tell(ctx, "Adoptar", h, func(tx *bolt.Tx) error {
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
func (s *Store) Reprogramar(ctx context.Context, p eliminacion.Pendiente, when time.Time, h auditoria.Evento) error {
	return s.tell(ctx, "Reprogramar", h, func(tx *bolt.Tx) error {
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

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
	return s.escribir(ctx, "IniciarHuerfana", func(tx *bolt.Tx) error {
		_, hay, err := leerDocumento(tx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}, s.reloj())
		switch {
		case err != nil:
			return err
		case hay:
			return conflicto("El documento existe.")
		case tx.Bucket(cubetaSagas).Get([]byte(e.EventoID)) != nil:
			return conflicto("La eliminación ya existe.")
		}
		return iniciarSaga(tx, e)
	})
}

// Adoptar implements eliminacion.Reparaciones.
func (s *Store) Adoptar(ctx context.Context, e eliminacion.Eliminacion, anterior string) error {
	return s.escribir(ctx, "Adoptar", func(tx *bolt.Tx) error {
		d, hay, err := leerDocumento(tx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID}, s.reloj())
		switch {
		case err != nil:
			return err
		case !hay || d.Estado != documento.Eliminando || d.EliminacionID != anterior:
			return conflicto("El documento cambió mientras tanto.")
		case tx.Bucket(cubetaSagas).Get([]byte(e.EventoID)) != nil:
			return conflicto("La eliminación ya existe.")
		}
		d.EliminacionID = e.EventoID
		if err := ponDocumento(tx, d); err != nil {
			return err
		}
		return iniciarSaga(tx, e)
	})
}

// Reprogramar implements eliminacion.Reparaciones.
func (s *Store) Reprogramar(ctx context.Context, p eliminacion.Pendiente, cuando time.Time) error {
	return s.escribir(ctx, "Reprogramar", func(tx *bolt.Tx) error {
		vieja, err := exigirSaga(tx, p.EventoID, s.reloj())
		if err != nil {
			return err
		}
		if vieja.Secuencia != p.Secuencia || vieja.Arriendos != p.Arriendos {
			return conflicto("La eliminación avanzó mientras tanto.")
		}
		if err := quitarIndices(tx, vieja); err != nil {
			return err
		}
		nueva := vieja
		nueva.NoAntesDe = cuando.UTC()
		return iniciarSaga(tx, nueva)
	})
}

package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// Corregir implements documento.Store.
func (s *Store) Corregir(ctx context.Context, seen, d documento.Documento, h auditoria.Evento) error {
	return s.tell(ctx, "Corregir", h, func(tx *bolt.Tx) error {
		stored, found, err := readDocumento(tx, d.Clave(), s.clock())
		switch {
		case err != nil:
			return err
		case !found || stored.Estado != documento.Procesado || stored.Certificado || stored.Correcciones != seen.Correcciones ||
			!stored.FechaUltimaModificacion.Equal(seen.FechaUltimaModificacion):
			return conflict("El documento cambió mientras tanto.")
		}
		if err := removeDocumento(tx, stored); err != nil {
			return err
		}
		if err := putDocumento(tx, corrected(stored, d)); err != nil {
			return err
		}
		return putNovedad(tx, d.Cambiada())
	})
}

// corrected is the stored document with what a correction changes.
func corrected(stored, d documento.Documento) documento.Documento {
	stored.Titulo, stored.Tipo, stored.Contexto = d.Titulo, d.Tipo, d.Contexto
	stored.Correcciones, stored.FechaUltimaModificacion = d.Correcciones, d.FechaUltimaModificacion
	return stored
}

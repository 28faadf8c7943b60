package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
)

// CorregirEntrega implements entrega.Store.
func (s *Store) CorregirEntrega(ctx context.Context, c entrega.Correccion, h auditoria.Evento) error {
	return s.tell(ctx, "CorregirEntrega", h, func(tx *bolt.Tx) error { return s.correctEntrega(tx, c) })
}

// correctable reads what a correction changes: a conflict if either is not as it was seen.
func (s *Store) correctable(tx *bolt.Tx, c entrega.Correccion) (e entrega.Entrega, d documento.Documento, err error) {
	e, err = s.requireEntrega(tx, c.Visto.Nombre())
	switch {
	case err != nil:
		return e, d, err
	case !e.RevocadaEn.Equal(c.Visto.RevocadaEn) || e.ReemplazadaPor != c.Visto.ReemplazadaPor || e.EntregadaEn.IsZero():
		return e, d, conflict("La entrega cambió mientras tanto.")
	case !c.ConDocumento():
		return e, d, nil
	}
	d, found, err := readDocumento(tx, c.Documento.Clave(), s.clock())
	if err == nil && (!found || !d.FechaUltimaModificacion.Equal(c.DocumentoVisto.FechaUltimaModificacion)) {
		err = conflict("El documento cambió mientras tanto.")
	}
	return e, d, err
}

func (s *Store) correctEntrega(tx *bolt.Tx, c entrega.Correccion) error {
	e, d, err := s.correctable(tx, c)
	if err != nil {
		return err
	}
	e.RevocadaEn, e.Motivo, e.FirmaRevocacion, e.ReemplazadaPor = c.Entrega.RevocadaEn, c.Entrega.Motivo, c.Entrega.FirmaRevocacion, c.Entrega.ReemplazadaPor
	if err := putEntrega(tx, e); err != nil {
		return err
	}
	if err := mark(tx, e.Posicion); err != nil || !c.ConDocumento() {
		return err
	}
	if err := removeDocumento(tx, d); err != nil {
		return err
	}
	d.Juridico, d.MotivoRevocacion, d.ReemplazadoPor = c.Documento.Juridico, c.Documento.MotivoRevocacion, c.Documento.ReemplazadoPor
	d.RevocadoEn, d.FechaUltimaModificacion = c.Documento.RevocadoEn, c.Documento.FechaUltimaModificacion
	if err := putDocumento(tx, d); err != nil {
		return err
	}
	return putNovedad(tx, d.Cambiada())
}

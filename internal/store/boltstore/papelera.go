package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func binKey(d documento.Documento) []byte { return joinKey(d.CarpetaID, d.Desechado().ClaveOrden()) }

// Papelera implements documento.Store.
func (s *Store) Papelera(ctx context.Context, c documento.ConsultaPapelera) (ds []documento.Desechado, err error) {
	if err := c.Validar(); err != nil {
		return nil, err
	}
	err = s.view(ctx, "Papelera", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketPapelera), prefixOf(c.CarpetaID), c.Desde, c.Descendente, func(k, _ []byte) (bool, error) {
			d, found, err := readDocumento(tx, documento.Clave{CarpetaID: c.CarpetaID, DocumentoID: documento.IDDeClave(string(k))}, s.clock())
			if err == nil && found {
				ds = append(ds, d.Desechado())
			}
			return len(ds) < c.Limite, err
		})
	})
	return ds, err
}

// move writes a document anew that goes into the bin or comes out of it, and counts it there.
func (s *Store) move(tx *bolt.Tx, before, after documento.Documento) error {
	if err := removeDocumento(tx, before); err != nil {
		return err
	}
	if err := putDocumento(tx, after); err != nil || before.EnPapelera() == after.EnPapelera() {
		return err
	}
	c, found, err := readCarpeta(tx, after.CarpetaID)
	if err != nil || !found {
		return err
	}
	in := int64(1)
	if before.EnPapelera() {
		in = -1
	}
	return countDocumento(tx, c, -in, in, carpeta.Uso{})
}

// lock is a document that a deletion begins to lock.
func (s *Store) lock(d documento.Documento, e eliminacion.Eliminacion) documento.Documento {
	d.EstadoPrevio, d.Estado, d.EliminacionID = d.Estado, documento.Eliminando, e.EventoID
	if e.EnPapelera {
		d.PapeleraDesde, d.PapeleraHasta = documento.Milisegundos(e.SolicitadaEn), documento.Milisegundos(e.VentanaHasta)
	}
	return s.changed(d)
}

func (s *Store) changed(d documento.Documento) documento.Documento {
	d.FechaUltimaModificacion = d.Siguiente(s.clock())
	return d
}

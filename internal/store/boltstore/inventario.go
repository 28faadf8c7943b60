package boltstore

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// DocumentosDeCarpeta implements documento.Recorrible. Every read here is firm.
func (s *Store) DocumentosDeCarpeta(ctx context.Context, t documento.Tramo) (p documento.PaginaDocumentos, err error) {
	if err := t.Validar(); err != nil {
		return p, err
	}
	err = s.view(ctx, "DocumentosDeCarpeta", func(tx *bolt.Tx) error {
		return walk(tx.Bucket(bucketDocumentos), prefixOf(t.CarpetaID), t.Desde, false, func(k, v []byte) (bool, error) {
			if len(p.Documentos) == t.Limite {
				p.Mas = true
				return false, nil
			}
			d, err := decodeDocumento(documento.Clave{CarpetaID: t.CarpetaID, DocumentoID: string(k)}, v)
			p.Documentos = append(p.Documentos, d)
			return true, err
		})
	})
	return p, err
}

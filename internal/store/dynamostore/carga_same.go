package dynamostore

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// MismaCarga implements documento.Store. The index has no hash: documents of that length are read.
func (s *Store) MismaCarga(ctx context.Context, carpetaID, hash string, size int64) (documento.Documento, bool, error) {
	like := documento.Documento{Hash: hash, Fila: documento.Fila{TamanoBytes: size}}
	after := ""
	for range documento.MaxMismas / maxBatch {
		rows, err := s.Cargas(ctx, carpetaID, after, true, maxBatch)
		if err != nil {
			return documento.Documento{}, false, err
		}
		if d, found, err := s.sameAmong(ctx, rows, like); err != nil || found || len(rows) < maxBatch {
			return d, found, err
		}
		after = rows[len(rows)-1].DocumentoID
	}
	return documento.Documento{}, false, nil
}

func (s *Store) sameAmong(ctx context.Context, rows []documento.CargaPendiente, like documento.Documento) (documento.Documento, bool, error) {
	var ks []documento.Clave
	for _, r := range rows {
		if r.TamanoBytes == like.TamanoBytes {
			ks = append(ks, r.Clave())
		}
	}
	if len(ks) == 0 {
		return documento.Documento{}, false, nil
	}
	ds, err := s.Documentos(ctx, ks)
	for _, d := range ds {
		if d.EsPendiente() && d.MismoContenido(like) {
			return d, true, err
		}
	}
	return documento.Documento{}, false, err
}

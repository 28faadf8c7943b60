package rules

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// Sembrar implements documento.Sembrador. The carpeta comes last: a reader that sees it sees its documents.
func (s *Store) Sembrar(ctx context.Context, c carpeta.Carpeta, ds []documento.Documento, h auditoria.Evento) error {
	ctx = op(ctx, "Sembrar")
	c.Uso = documento.UsoDe(ds)
	items := make([]records.Item, len(ds))
	for n, d := range ds {
		items[n] = documentoItem(d)
	}
	if err := s.DB.PutMany(ctx, Documentos, items); err != nil {
		return err
	}
	return s.openCarpeta(ctx, c, h)
}

// SembrarEntregas implements entrega.Sembrador.
func (s *Store) SembrarEntregas(ctx context.Context, es []entrega.Sembrada) error {
	var items []records.Item
	for _, e := range es {
		items = append(items, entregaItem(e.Entrega), onceItem(e.Documento))
	}
	return s.DB.PutMany(op(ctx, "SembrarEntregas"), Entidades, items)
}

package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
)

// ifPresent asks the whole document, and answers null for one that went since its row was read.
func ifPresent[V any](ctx context.Context, obj *documento.Fila, of func(documento.Documento) (V, error)) (*V, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	v, err := of(*d)
	return &v, err
}

// link is a signed link to a document's file, or null. The links of a response are written down together.
func link(ctx context.Context, obj *documento.Fila, vista bool) (*string, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	url, err := loadersFrom(ctx).links().Load(ctx, documento.Enlace{Documento: d, Vista: vista})()
	return nullable(url), err
}

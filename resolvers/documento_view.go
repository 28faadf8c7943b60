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

// link is a signed link to a document's file, or null.
func link(ctx context.Context, obj *documento.Fila, vista bool) (*string, error) {
	d, err := detalle(ctx, obj)
	if d == nil {
		return nil, err
	}
	return linkTo(ctx, d, vista)()
}

// linkTo asks for the link to a document that this response has read. The links of a response are written down together.
func linkTo(ctx context.Context, d *documento.Documento, vista bool) later[*string] {
	sign := loadersFrom(ctx).links().Load(ctx, documento.Enlace{Documento: d, Vista: vista})
	return func() (*string, error) {
		url, err := sign()
		if err != nil || *url == "" {
			return nil, err
		}
		return url, nil
	}
}

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

// orNil is null for an empty text.
func orNil(text *string, err error) (*string, error) {
	if err != nil || text == nil || *text == "" {
		return nil, err
	}
	return text, nil
}

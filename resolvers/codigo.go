package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// codigos is a page of the codes of a document, or of a whole carpeta.
func (r *Resolver) codigos(ctx context.Context, k documento.Clave, args relay.Args) (*relay.Connection[codigo.Codigo], error) {
	return asCaller(ctx, func(quien auth.Principal) (*relay.Connection[codigo.Codigo], error) {
		return r.Codigos.Lista(ctx, quien, k, args)
	})
}

// nombreDeCodigo reads a code's global id.
func nombreDeCodigo(id string) (codigo.Nombre, error) {
	g, err := relay.ParseGlobalID(id)
	if err != nil || g.Type != codigo.TipoNodo || len(g.Keys) != 3 {
		return codigo.Nombre{}, auth.NotFound()
	}
	return codigo.Nombre{CarpetaID: g.Keys[0], DocumentoID: g.Keys[1], CodigoID: g.Keys[2]}, nil
}

// loadCodigo reads a code for node(id:).
func loadCodigo(ctx context.Context, id string) later[*codigo.Codigo] {
	return func() (*codigo.Codigo, error) {
		c, err := asCaller(ctx, func(quien auth.Principal) (*codigo.Codigo, error) {
			n, err := nombreDeCodigo(id)
			if err != nil {
				return nil, err
			}
			return orNull(loadersFrom(ctx).r.Codigos.Ver(ctx, quien, n))
		})
		if fault.CodeOf(err) == fault.NotFound {
			return nil, nil
		}
		return c, err
	}
}

func codigoNoEncontrado(ctx context.Context, code fault.Code, _ string) any {
	return model.CodigoNoEncontrado{Codigo: code, Mensaje: fault.Say(ctx, "No se encontró el código.")}
}

// usos is an input of GraphQL's Int as the domain counts; nil stays nil.
func usos(n *int32) *int64 {
	if n == nil {
		return nil
	}
	v := int64(*n)
	return &v
}

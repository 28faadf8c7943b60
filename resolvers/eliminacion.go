package resolvers

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
)

// verEliminacion reads the deletion with a global id or bare UUID.
func (r *Resolver) verEliminacion(ctx context.Context, quien auth.Principal, id string) (eliminacion.Eliminacion, error) {
	return byID(id, func(eventoID string) (eliminacion.Eliminacion, error) {
		return r.Eliminaciones.Ver(ctx, quien, eventoID)
	})
}

// byID does something with the deletion that a global id or bare UUID names.
func byID[T any](id string, do func(eventoID string) (T, error)) (T, error) {
	uuid, err := eventoID(id)
	if err != nil {
		var none T
		return none, err
	}
	return do(uuid)
}

func (r *Resolver) deleteDocumento(ctx context.Context, quien auth.Principal, in model.DeleteDocumentoInput) (eliminacion.Eliminacion, error) {
	k, err := r.claveDe(ctx, quien, in.DocumentoID)
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	return r.Eliminaciones.Solicitar(ctx, quien, eliminacion.Pedido{Clave: k, Ventana: time.Duration(in.Ventana) * time.Second, Traza: r.Traza(ctx)})
}

func (r *Resolver) solicitarEliminacion(ctx context.Context, quien auth.Principal, in model.SolicitarEliminacionInput) (eliminacion.Eliminacion, error) {
	k, err := r.claveDe(ctx, quien, in.DocumentoID)
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	return r.Eliminaciones.SolicitarAprobacion(ctx, quien, eliminacion.Pedido{Clave: k, Motivo: in.Motivo, Traza: r.Traza(ctx)})
}

// useCase does something to one deletion.
type useCase func(ctx context.Context, quien auth.Principal, eventoID string) (eliminacion.Eliminacion, error)

// commented is a decision of an operador, with the comment on it.
func commented(decide func(context.Context, auth.Principal, string, string) (eliminacion.Eliminacion, error), comentario string) useCase {
	return func(ctx context.Context, quien auth.Principal, eventoID string) (eliminacion.Eliminacion, error) {
		return decide(ctx, quien, eventoID, comentario)
	}
}

// changeEliminacion is mutate for a deletion that there is already.
func changeEliminacion[E, P any](ctx context.Context, id string, do useCase,
	payload func(*eliminacion.Eliminacion, []E) *P,
) (*P, error) {
	return mutate(ctx, eliminacionNoEncontrada, func(ctx context.Context, quien auth.Principal) (eliminacion.Eliminacion, error) {
		return byID(id, func(eventoID string) (eliminacion.Eliminacion, error) { return do(ctx, quien, eventoID) })
	}, payload)
}

// remembered is one attribute of the document as it was, as far as the caller may know it.
// An event that was made of a message brings none of them along: they stand in the item only.
func remembered[T any](ctx context.Context, r *eliminacionResolver, e *eliminacion.Eliminacion, get func(eliminacion.Recuerdo) *T) (*T, error) {
	return asCaller(ctx, func(quien auth.Principal) (*T, error) {
		if e.Recuerdo == nil {
			stored, err := loadEliminacion(ctx, e.EventoID)()
			if stored == nil {
				return nil, err
			}
			e = stored
		}
		known, err := r.Eliminaciones.Recordado(ctx, quien, *e)
		if known == nil {
			return nil, err
		}
		return get(*known), nil
	})
}

// issuerIn is who issued the document, if anybody did.
func issuerIn(r *eliminacion.Recuerdo) *entidad.Emisor {
	return nullable(entidad.Emisor{EntidadID: r.EmisorID, Nombre: r.EmisorNombre})
}

// documentoDe is the document of a saga, if there is one.
func documentoDe(ctx context.Context, e *eliminacion.Eliminacion) (*documento.Fila, error) {
	if e == nil {
		return nil, nil
	}
	return documentoOf(ctx, e)()
}

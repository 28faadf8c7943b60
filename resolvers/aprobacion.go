package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

func (r *Resolver) solicitarAprobacion(ctx context.Context, quien auth.Principal, in model.SolicitarEliminacionInput) (eliminacion.Eliminacion, error) {
	k, err := claveDe(in.DocumentoID)
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	defer forget(ctx)
	return r.Eliminaciones.SolicitarAprobacion(ctx, quien, eliminacion.Pedido{Clave: k, Motivo: in.Motivo, Traza: r.Traza(ctx)})
}

// decision is a use case by which an operador decides.
type decision func(ctx context.Context, quien auth.Principal, eventoID, comentario string) (eliminacion.Eliminacion, error)

// decidir does it, and answers with the two parts of the payload.
func (r *Resolver) decidir(ctx context.Context, hacer decision, id string, comentario *string) (*eliminacion.Eliminacion, []model.ErrorDeUsuario, error) {
	quien, err := auth.Requerir(ctx)
	if err != nil {
		return nil, nil, err
	}
	texto := ""
	if comentario != nil {
		texto = *comentario
	}
	e, err := r.pedir(ctx, quien, id, func(ctx context.Context, quien auth.Principal, eventoID string) (eliminacion.Eliminacion, error) {
		return hacer(ctx, quien, eventoID, texto)
	})
	if err != nil {
		errs, err := errores(err, eliminacionNoEncontrada)
		return nil, errs, err
	}
	return &e, []model.ErrorDeUsuario{}, nil
}

// documentoDe is the document of a saga, if there is one, if it is there still, and
// if the caller may see it: an operador who asks for a deletion sees no document.
func documentoDe(ctx context.Context, e *eliminacion.Eliminacion) (*documento.Fila, error) {
	if e == nil {
		return nil, nil
	}
	return loadDocumento(ctx, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID})()
}

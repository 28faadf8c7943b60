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

// documentoVisible is the document of a saga, if it is there still and for the
// caller to see: an operador who asks for a deletion sees no document.
func documentoVisible(ctx context.Context, e eliminacion.Eliminacion) (*documento.Fila, error) {
	quien, err := auth.Requerir(ctx)
	if err != nil {
		return nil, err
	}
	n, err := nodoDocumento(ctx, quien, documento.Clave{CarpetaID: e.CarpetaID, DocumentoID: e.DocumentoID})()
	if fila, hay := n.(documento.Fila); hay {
		return &fila, err
	}
	return nil, err
}

package resolvers

import (
	"context"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// deleteMany deletes one document after the other. When the request's time ends, those that
// were not begun are not begun, and say so.
func (r *Resolver) deleteMany(request context.Context, in model.EliminarDocumentosInput) (*model.EliminarDocumentosPayload, error) {
	return mutate(request, nil, func(ctx context.Context, quien auth.Principal) ([]model.ResultadoDeEliminar, error) {
		ids := in.DocumentoIds
		if len(ids) < 1 || len(ids) > relay.MaxPage {
			return nil, fault.Plain(fault.BadUserInput).WithCampo("documentoIds", fmt.Sprintf("De 1 a %d documentos.", relay.MaxPage))
		}
		results := make([]model.ResultadoDeEliminar, len(ids))
		for i, id := range ids {
			results[i] = r.deleteOne(request, ctx, quien, i, model.DeleteDocumentoInput{DocumentoID: id, Ventana: in.Ventana})
		}
		return results, nil
	}, func(done *[]model.ResultadoDeEliminar, errores []model.EliminarDocumentosError) *model.EliminarDocumentosPayload {
		return &model.EliminarDocumentosPayload{Resultados: append([]model.ResultadoDeEliminar{}, orZero(done)...), Errores: errores}
	})
}

// deleteOne: ctx is the request's without its end.
func (r *Resolver) deleteOne(request, ctx context.Context, quien auth.Principal, i int, in model.DeleteDocumentoInput) model.ResultadoDeEliminar {
	result := model.ResultadoDeEliminar{Pedido: in.DocumentoID, Errores: []model.DeleteDocumentoError{}}
	err := request.Err()
	if err == nil {
		err = r.change(quien) // each is a change of the day
	}
	if err == nil {
		result.Eliminacion, err = orNull(r.deleteDocumento(ctx, quien, in))
	}
	errores, err := userErrors[model.DeleteDocumentoError](ctx, err, documentoNoEncontrado)
	if err != nil {
		tried(request, err) // beside the mutation itself, which goes on
		graph.FailBelow(request, err, graph.Name("resultados"), graph.Index(i), graph.Name("eliminacion"))
		return result
	}
	result.Errores = errores
	return result
}

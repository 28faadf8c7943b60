package resolvers

import (
	"context"
	"fmt"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// eraseMany ends the windows of several deletions, one after the other, as deleteMany begins them.
func (r *Resolver) eraseMany(request context.Context, in model.BorrarYaInput) (*model.BorrarYaPayload, error) {
	return mutate(request, nil, func(ctx context.Context, quien auth.Principal) ([]model.ResultadoDeBorrarYa, error) {
		if n := len(in.EventoIds); n < 1 || n > relay.MaxPage {
			return nil, fault.Plain(fault.BadUserInput).WithCampo("eventoIds", fmt.Sprintf("De 1 a %d eliminaciones.", relay.MaxPage))
		}
		results := make([]model.ResultadoDeBorrarYa, len(in.EventoIds))
		for i, id := range in.EventoIds {
			results[i] = r.eraseOne(request, ctx, quien, i, id)
		}
		return results, nil
	}, func(done *[]model.ResultadoDeBorrarYa, errores []model.BorrarYaError) *model.BorrarYaPayload {
		return &model.BorrarYaPayload{Resultados: append([]model.ResultadoDeBorrarYa{}, orZero(done)...), Errores: errores}
	})
}

// eraseOne: ctx is the request's without its end.
func (r *Resolver) eraseOne(request, ctx context.Context, quien auth.Principal, i int, id string) model.ResultadoDeBorrarYa {
	result := model.ResultadoDeBorrarYa{Pedido: id}
	err := request.Err()
	if err == nil {
		result.Eliminacion, err = orNull(byID(id, func(eventoID string) (eliminacion.Eliminacion, error) {
			return r.Eliminaciones.BorrarYa(ctx, quien, eventoID)
		}))
	}
	errores, err := userErrors[model.ResultadoDeBorrarYaError](ctx, err, eliminacionNoEncontrada)
	if err != nil {
		tried(request, err) // beside the mutation itself, which goes on
		graph.FailBelow(request, err, graph.Name("resultados"), graph.Index(i), graph.Name("eliminacion"))
	}
	result.Errores = append([]model.ResultadoDeBorrarYaError{}, errores...)
	return result
}

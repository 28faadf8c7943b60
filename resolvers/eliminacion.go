package resolvers

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

func (r *Resolver) eliminacionVisible(ctx context.Context, id string) (*eliminacion.Eliminacion, error) {
	quien, err := auth.Requerir(ctx)
	if err != nil {
		return nil, err
	}
	uuid, err := eventoID(id)
	if err != nil {
		return nil, err
	}
	e, err := r.Eliminaciones.Ver(ctx, quien, uuid)
	if err != nil {
		return nil, err
	}
	return &e, nil
}

func (r *Resolver) solicitar(ctx context.Context, quien auth.Principal, in model.DeleteDocumentoInput) (eliminacion.Eliminacion, error) {
	k, err := claveDe(in.DocumentoID)
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	defer forget(ctx)
	return r.Eliminaciones.Solicitar(ctx, quien, eliminacion.Pedido{
		Clave: k, Ventana: time.Duration(in.Ventana) * time.Second, Traza: r.Traza(ctx),
	})
}

// pedir does what somebody asks of a saga: cancelar or reintentar.
func (r *Resolver) pedir(ctx context.Context, quien auth.Principal, id string,
	hacer func(context.Context, auth.Principal, string) (eliminacion.Eliminacion, error),
) (eliminacion.Eliminacion, error) {
	uuid, err := eventoID(id)
	if err != nil {
		return eliminacion.Eliminacion{}, err
	}
	defer forget(ctx)
	return hacer(ctx, quien, uuid)
}

// desde is where a subscription goes on: the argument, or what the transport knows
// that the client has seen, whichever is later; −1 means the present state. What
// the saga has not reached yet nobody has seen of it: the number is of another one.
func desde(ctx context.Context, despuesDe *int32, alcanzada int64) int64 {
	n := int64(-1)
	if despuesDe != nil && int64(*despuesDe) <= alcanzada {
		n = max(int64(*despuesDe), 0)
	}
	if visto, ok := hub.ResumedAfter(ctx); ok && visto <= alcanzada {
		n = max(n, visto)
	}
	return n
}

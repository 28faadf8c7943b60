package transport

import (
	"context"
	"errors"
	"net/http"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// authenticate proves who is asking from the Authorization header. No header is
// nobody; a header that proves nothing is refused, never taken for nobody.
func (a *API) authenticate(r *http.Request) (context.Context, *problem) {
	values := r.Header.Values("Authorization")
	switch len(values) {
	case 0:
		return r.Context(), nil
	case 1:
		ctx, err := a.identify(r.Context(), values[0])
		if err != nil {
			return nil, problemOf(err)
		}
		return ctx, nil
	default:
		return nil, twoHeaders()
	}
}

func twoHeaders() *problem {
	return badRequest("El encabezado Authorization viene más de una vez.")
}

// identify puts the principal that a header proves into the context.
func (a *API) identify(ctx context.Context, header string) (context.Context, *fault.Error) {
	token, ok := auth.ParsearBearer(header)
	if !ok {
		return nil, fault.New(fault.Unauthenticated, "El encabezado Authorization debe ser «Bearer» y un token.")
	}
	within, cancel := context.WithTimeout(ctx, a.cfg.Limits.Verify)
	defer cancel()
	quien, err := a.cfg.Verificador.Verificar(within, token)
	var own *fault.Error
	switch {
	case err == nil:
		return auth.WithPrincipal(ctx, quien), nil
	case errors.As(err, &own):
		return nil, own
	default:
		return nil, fault.Wrap(fault.CodeOf(err), err)
	}
}

package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// carpetaVisible reads the carpeta with a global id or bare UUID.
func (r *Resolver) carpetaVisible(ctx context.Context, quien auth.Principal, id string) (*carpeta.Carpeta, error) {
	uuid, err := carpetaID(id)
	if err != nil {
		return nil, err
	}
	c, err := r.Carpetas.Ver(ctx, quien, uuid)
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// carpetaDestino is where an upload goes: the carpeta named, or the caller's own.
func (r *Resolver) carpetaDestino(ctx context.Context, quien auth.Principal, id *string) (string, error) {
	if id != nil {
		return carpetaID(*id)
	}
	c, err := r.Carpetas.Mia(ctx, quien)
	return c.CarpetaID, err
}

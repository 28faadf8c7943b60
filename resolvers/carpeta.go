package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
)

// verCarpeta reads the carpeta with a global id or bare UUID.
func (r *Resolver) verCarpeta(ctx context.Context, quien auth.Principal, id string) (carpeta.Carpeta, error) {
	carpetaID, err := carpetaID(id)
	if err != nil {
		return carpeta.Carpeta{}, err
	}
	return r.Carpetas.Ver(ctx, quien, carpetaID)
}

// uploadCarpeta is where an upload goes: the carpeta named, or the caller's own.
func (r *Resolver) uploadCarpeta(ctx context.Context, quien auth.Principal, id *string) (string, error) {
	if id != nil {
		return carpetaID(*id)
	}
	c, err := r.Carpetas.Mia(ctx, quien)
	return c.CarpetaID, err
}

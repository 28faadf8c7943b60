package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
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

// usoDeCarpeta shows a usage beside its quota. One that is still being counted shows no
// less than nothing.
func usoDeCarpeta(u carpeta.Uso, q carpeta.Cuota) *model.UsoDeCarpeta {
	return &model.UsoDeCarpeta{
		Bytes: max(u.Bytes, 0), Documentos: max(u.Documentos, 0), LimiteBytes: q.Bytes, LimiteDocumentos: q.Documentos,
	}
}

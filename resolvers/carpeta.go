package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph"
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

// shownCarpeta is verCarpeta for an answer: it is not read if nothing is asked for that stands in it.
func (r *Resolver) shownCarpeta(ctx context.Context, quien auth.Principal, id string) (carpeta.Carpeta, error) {
	carpetaID, err := carpetaID(id)
	switch {
	case err != nil:
		return carpeta.Carpeta{}, err
	case onlyOwner(ctx):
		return r.Carpetas.Reconocer(ctx, quien, carpetaID)
	}
	return r.Carpetas.Ver(ctx, quien, carpetaID)
}

// shownOwn is shownCarpeta of the caller's own.
func (r *Resolver) shownOwn(ctx context.Context, quien auth.Principal) (carpeta.Carpeta, error) {
	if onlyOwner(ctx) {
		return r.Carpetas.ReconocerMia(ctx, quien)
	}
	return r.Carpetas.Mia(ctx, quien)
}

// onlyOwner reports whether nothing is asked for of a carpeta but its id, and lists of which it is enough to know that
// they are the caller's. A first page of documents is not among them: its cursors carry the carpeta's version.
func onlyOwner(ctx context.Context) bool {
	fields, ok := graph.Selection(ctx, carpeta.TipoNodo, "Node")
	for _, f := range fields {
		switch f.Name() {
		case "__typename", "id", "carpetaId", "eliminaciones", "cargas", "accesos":
		case "documentos":
			ok = ok && f.Given("after", "before") && !f.Selects("DocumentoConnection", "modificacionDetectada")
		default:
			ok = false
		}
	}
	return ok
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

package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// ordered puts the order that was asked for into a request for a page.
func ordered(p documento.PageRequest, orden *model.OrdenDocumentos) documento.PageRequest {
	p.Campo, p.Descendente = documento.PorFechaRecepcion, true
	if orden != nil {
		p.Campo, p.Descendente = orden.Campo, orden.Direccion == model.DireccionDesc
	}
	return p
}

// upload is the result of an announced upload: the document, and the way its file comes
// in, or the folder that shows it.
type upload struct {
	documento documento.Documento
	carga     documento.Carga
	carpeta   carpeta.Carpeta
}

func (r *Resolver) beginUpload(ctx context.Context, quien auth.Principal, in model.IniciarCargaInput) (u upload, err error) {
	carpetaID, err := r.uploadCarpeta(ctx, quien, in.CarpetaID)
	if err != nil {
		return upload{}, err
	}
	u.documento, u.carga, err = r.Documentos.IniciarCarga(ctx, quien, carpetaID, documento.Nuevo{
		Titulo: in.Titulo, Tipo: in.TipoDocumento, Contexto: in.ContextoDocumento, NombreArchivo: in.NombreArchivo,
		TipoContenido: in.TipoContenido, TamanoBytes: in.TamanoBytes, Hash: in.HashDocumento,
	})
	return u, err
}

func (r *Resolver) confirmUpload(ctx context.Context, quien auth.Principal, id string) (u upload, err error) {
	k, err := claveDe(id)
	if err != nil {
		return upload{}, err
	}
	if u.documento, err = r.Documentos.ConfirmarCarga(ctx, quien, k); err != nil {
		return upload{}, err
	}
	u.carpeta, err = r.Carpetas.Ver(ctx, quien, u.documento.CarpetaID)
	return u, err
}

// args are the page arguments of a list that is walked both ways.
func args(first *int32, after *string, last *int32, before *string) relay.Args {
	return relay.Args{First: first, After: after, Last: last, Before: before}
}

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

// upload is the result of an announced upload: the document, and the way its file comes in.
type upload struct {
	documento documento.Documento
	carga     documento.Carga
	partes    *documento.PartesDeCarga
	firmadas  []documento.ParteFirmada
}

func (r *Resolver) beginUpload(ctx context.Context, quien auth.Principal, in model.IniciarCargaInput) (u upload, err error) {
	carpetaID, err := r.uploadCarpeta(ctx, quien, in.CarpetaID)
	if err != nil {
		return upload{}, err
	}
	u.documento, u.carga, err = r.Documentos.IniciarCarga(ctx, quien, carpetaID, documento.Nuevo{
		Titulo: in.Titulo, Tipo: documento.Tipo(in.CodigoTipo), Contexto: in.ContextoDocumento, NombreArchivo: in.NombreArchivo,
		TipoContenido: in.TipoContenido, TamanoBytes: in.TamanoBytes, Hash: in.HashDocumento, PorPartes: in.PorPartes,
	})
	if err == nil {
		u.partes, err = r.Documentos.PartesDe(ctx, u.documento)
	}
	return u, err
}

func (r *Resolver) confirmUpload(ctx context.Context, quien auth.Principal, id string) (u upload, err error) {
	k, err := r.claveDe(ctx, quien, id)
	if err != nil {
		return upload{}, err
	}
	u.documento, err = r.Documentos.ConfirmarCarga(ctx, quien, k)
	return u, err
}

func (r *Resolver) renewUpload(ctx context.Context, quien auth.Principal, id string) (u upload, err error) {
	k, err := r.claveDe(ctx, quien, id)
	if err != nil {
		return upload{}, err
	}
	u.documento, u.carga, err = r.Documentos.RenovarCarga(ctx, quien, k)
	if err == nil {
		u.partes, err = r.Documentos.PartesDe(ctx, u.documento)
	}
	return u, err
}

// atOnce is the upload of a file that is not sent in parts.
func (u *upload) atOnce() *documento.Carga {
	if u.partes != nil {
		return nil
	}
	return &u.carga
}

func (r *Resolver) signParts(ctx context.Context, quien auth.Principal, in model.FirmarPartesInput) (u upload, err error) {
	k, err := r.claveDe(ctx, quien, in.DocumentoID)
	if err != nil {
		return upload{}, err
	}
	u.documento, u.firmadas, err = r.Documentos.FirmarPartes(ctx, quien, k, in.Partes)
	return u, err
}

func (r *Resolver) cancelUpload(ctx context.Context, quien auth.Principal, id string) (u upload, err error) {
	k, err := r.claveDe(ctx, quien, id)
	if err != nil {
		return upload{}, err
	}
	u.documento, err = r.Documentos.CancelarCarga(ctx, quien, k)
	return u, err
}

func (r *Resolver) correct(ctx context.Context, quien auth.Principal, in model.EditarDocumentoInput) (documento.Documento, error) {
	k, err := r.claveDe(ctx, quien, in.DocumentoID)
	if err != nil {
		return documento.Documento{}, err
	}
	return r.Documentos.Corregir(ctx, quien, k, documento.Correccion{
		Version: int64(in.Version), Titulo: in.Titulo, Tipo: (*documento.Tipo)(in.CodigoTipo), Contexto: in.ContextoDocumento,
	})
}

// carpetaOf is the carpeta of a document that is gone.
func (r *Resolver) carpetaOf(ctx context.Context, documentoGlobalID string) (*carpeta.Carpeta, error) {
	return asCaller(ctx, func(quien auth.Principal) (*carpeta.Carpeta, error) {
		k, err := r.claveDe(ctx, quien, documentoGlobalID)
		if err != nil {
			return nil, err
		}
		return orNull(r.Carpetas.Ver(ctx, quien, k.CarpetaID)) // not the batched reading: that may lag behind
	})
}

// args are the page arguments of a list that is walked both ways.
func args(first *int32, after *string, last *int32, before *string) relay.Args {
	return relay.Args{First: first, After: after, Last: last, Before: before}
}

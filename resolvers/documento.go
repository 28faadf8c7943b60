package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// pedido reads the arguments of a page of documents.
func pedido(args relay.Args, orden *model.OrdenDocumentos, filtro *model.FiltroDocumentos) documento.Pedido {
	p := documento.Pedido{Args: args, Campo: documento.PorFechaRecepcion, Descendente: true}
	if orden != nil {
		p.Campo, p.Descendente = orden.Campo, orden.Direccion == model.DireccionDesc
	}
	if filtro != nil && filtro.TipoDocumento != nil {
		p.Filtro.Tipo = *filtro.TipoDocumento
	}
	if filtro != nil && filtro.EstadoDocumento != nil {
		p.Filtro.Estado = *filtro.EstadoDocumento
	}
	return p
}

// nuevo reads the input of an upload.
func nuevo(in model.IniciarCargaInput) documento.Nuevo {
	return documento.Nuevo{
		Titulo: in.Titulo, Tipo: in.TipoDocumento, Contexto: in.ContextoDocumento, NombreArchivo: in.NombreArchivo,
		TipoContenido: in.TipoContenido, TamanoBytes: in.TamanoBytes, Hash: in.HashDocumento,
	}
}

func (r *Resolver) confirmar(ctx context.Context, quien auth.Principal, id string) (documento.Documento, error) {
	k, err := claveDe(id)
	if err != nil {
		return documento.Documento{}, err
	}
	return r.Documentos.ConfirmarCarga(ctx, quien, k)
}

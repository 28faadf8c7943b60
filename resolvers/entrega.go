package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// delivery is an announced delivery, and the way its file comes in.
type delivery struct {
	entrega entrega.Entrega
	carga   *documento.Carga
}

func (r *Resolver) deliver(ctx context.Context, quien auth.Principal, in model.EntregarDocumentoInput) (d delivery, err error) {
	says, err := statement(in)
	if err != nil {
		return d, err
	}
	d.entrega, d.carga, err = r.Entregas.Entregar(ctx, quien, entrega.Pedido{
		CiudadanoID: in.CiudadanoID, Firma: in.Firma, Declarado: says,
		Nuevo: documento.Nuevo{
			Titulo: in.Titulo, Tipo: documento.Tipo(in.CodigoTipo), Contexto: in.ContextoDocumento, NombreArchivo: in.NombreArchivo,
			TipoContenido: in.TipoContenido, TamanoBytes: in.TamanoBytes, Hash: in.HashDocumento,
		},
	})
	return d, err
}

// statement is what the entity states beyond version 1; nil if it does not.
func statement(in model.EntregarDocumentoInput) (*entrega.Declarado, error) {
	switch {
	case in.Declaracion == nil && in.ReemplazaA == nil:
		return nil, nil
	case in.Declaracion == nil:
		return nil, fault.New(fault.BadUserInput, "Revise los datos del documento.").WithCampo("declaracion", "Falta: lo que reemplaza se firma en ella.")
	}
	says := entrega.Declarado{
		FechaEmision: in.Declaracion.FechaEmision, Numero: orZero(in.Declaracion.Numero), Nombre: in.Declaracion.Titular.Nombre, Sal: in.Declaracion.Titular.Sal,
	}
	if v := in.Declaracion.Vigencia; v != nil {
		says.Vigencia = verificable.Vigencia{Desde: orZero(v.Desde), Hasta: orZero(v.Hasta)}
	}
	if in.ReemplazaA != nil {
		says.ReemplazaA = *in.ReemplazaA // what is no id of a delivery is refused with its reason
		if id, err := entregaID(*in.ReemplazaA); err == nil {
			says.ReemplazaA = id
		}
	}
	return &says, nil
}

// ofDelivered is a field of what an entity announced; null when the document is gone.
func ofDelivered[T any](ctx context.Context, e *entrega.Entrega, field func(documento.Documento) T) (*T, error) {
	d, err := load(ctx, loadersFrom(ctx).entregados(), e.Clave())()
	if d == nil {
		return nil, err
	}
	v := field(*d)
	return &v, nil
}

func entregaID(id string) (string, error) { return uuidDe(entrega.TipoNodo, id) }

// question reads which document is to be verified. A bare UUID, and the id of a delivery,
// have no carpeta: the use case knows whose they are.
func question(documentoID, hash, ciudadanoID string) (entrega.Pregunta, error) {
	if (documentoID == "") == (hash == "") {
		return entrega.Pregunta{}, fault.New(fault.BadUserInput, "Indique `documentoId` o `hashDocumento`, y solo uno de los dos.")
	}
	if hash != "" {
		return entrega.Pregunta{Hash: hash, CiudadanoID: ciudadanoID}, nil
	}
	if id, err := entregaID(documentoID); err == nil {
		return entrega.Pregunta{Clave: documento.Clave{DocumentoID: id}}, nil
	}
	g, err := relay.ParseGlobalID(documentoID)
	if err != nil || g.Type != documento.TipoNodo || len(g.Keys) != 2 {
		return entrega.Pregunta{}, auth.NotFound()
	}
	return entrega.Pregunta{Clave: documento.Clave{CarpetaID: g.Keys[0], DocumentoID: g.Keys[1]}}, nil
}

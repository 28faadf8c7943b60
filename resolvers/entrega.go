package resolvers

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// delivery is an announced delivery, and the way its file comes in.
type delivery struct {
	entrega entrega.Entrega
	carga   *documento.Carga
}

func (r *Resolver) deliver(ctx context.Context, quien auth.Principal, in model.EntregarDocumentoInput) (d delivery, err error) {
	d.entrega, d.carga, err = r.Entregas.Entregar(ctx, quien, entrega.Pedido{
		CiudadanoID: in.CiudadanoID, Firma: in.Firma,
		Nuevo: documento.Nuevo{
			Titulo: in.Titulo, Tipo: in.TipoDocumento, Contexto: in.ContextoDocumento, NombreArchivo: in.NombreArchivo,
			TipoContenido: in.TipoContenido, TamanoBytes: in.TamanoBytes, Hash: in.HashDocumento,
		},
	})
	return d, err
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

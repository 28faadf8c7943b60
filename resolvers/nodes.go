package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// later is something whose read has been asked for but not awaited: all ids of a
// request are asked for first, so that they share their batches. Its value is nil for
// absent, or not for the caller to see.
type later[T any] func() (T, error)

func load[K comparable, V any](ctx context.Context, from loader[K, V], key K) later[*V] {
	read := from.Load(ctx, key)
	return func() (*V, error) {
		v, err := read()
		switch {
		case errors.Is(err, fault.NotFound):
			return nil, nil
		case err != nil:
			return nil, err
		}
		return v, nil
	}
}

func loadCarpeta(ctx context.Context, carpetaID string) later[*carpeta.Carpeta] {
	return load(ctx, loadersFrom(ctx).carpetas(), carpetaID)
}

func loadEliminacion(ctx context.Context, eventoID string) later[*eliminacion.Eliminacion] {
	return load(ctx, loadersFrom(ctx).eliminaciones(), eventoID)
}

func loadDocumento(ctx context.Context, k documento.Clave) later[*documento.Fila] {
	read := load(ctx, loadersFrom(ctx).documentos(), k)
	return func() (*documento.Fila, error) {
		d, err := read()
		if d == nil {
			return nil, err
		}
		return &d.Fila, nil
	}
}

// askNode asks for the object with a global id. Absent, foreign and malformed ids
// are all null.
func askNode(ctx context.Context, id string) later[model.Node] {
	g, err := relay.ParseGlobalID(id)
	switch {
	case err != nil:
	case g.Type == carpeta.TipoNodo && len(g.Keys) == 1:
		return node(loadCarpeta(ctx, g.Keys[0]))
	case g.Type == documento.TipoNodo && len(g.Keys) == 2:
		return node(loadDocumento(ctx, documento.Clave{CarpetaID: g.Keys[0], DocumentoID: g.Keys[1]}))
	case g.Type == eliminacion.TipoNodo && len(g.Keys) == 1:
		return node(loadEliminacion(ctx, g.Keys[0]))
	case g.Type == entrega.TipoNodo && len(g.Keys) == 1:
		return node(load(ctx, loadersFrom(ctx).entregas(), g.Keys[0]))
	case g.Type == entidad.TipoNodo && len(g.Keys) == 1:
		return node(load(ctx, loadersFrom(ctx).entidades(), g.Keys[0]))
	case g.Type == codigo.TipoNodo:
		return node(loadCodigo(ctx, id))
	case g.Type == consentimiento.TipoSolicitud:
		return node(loadSolicitud(ctx, id))
	case g.Type == consentimiento.TipoAutorizacion:
		if n, err := nombreDeAutorizacion(id); err == nil {
			return node(loadAutorizacion(ctx, n))
		}
	case g.Type == consentimiento.TipoRecibido:
		if n, err := nombreDeRecibido(id); err == nil {
			return node(loadRecibido(ctx, n))
		}
	}
	return func() (model.Node, error) { return nil, nil }
}

// node is a typed object as the interface Node, in which nil has no type.
func node[V any](get later[*V]) later[model.Node] {
	return func() (model.Node, error) {
		v, err := get()
		if v == nil {
			return nil, err
		}
		return *v, nil
	}
}

// askNodes asks for all of them before it waits for the first. One that cannot be read is
// null, with an error of its own.
func askNodes(ctx context.Context, ids []string) ([]model.Node, error) {
	if len(ids) > relay.MaxPage {
		return nil, fault.Newf(fault.BadUserInput, "`ids` tiene %d elementos; como máximo %d.", len(ids), relay.MaxPage)
	}
	asked := make([]later[model.Node], len(ids))
	for i, id := range ids {
		asked[i] = askNode(ctx, id)
	}
	loadersFrom(ctx).flush() // these are all
	nodes := make([]model.Node, len(ids))
	for i, get := range asked {
		found, err := get()
		if err != nil {
			graph.FailElement(ctx, i, err)
		}
		nodes[i] = found
	}
	return nodes, nil
}

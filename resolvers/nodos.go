package resolvers

import (
	"context"
	"errors"

	"github.com/carpeta-ciudadana/servidor/graph/model"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// later is a node whose reads have been asked for but not awaited: all ids of a
// request are asked for first, so that they share their batches.
type later func() (model.Node, error)

// nodo asks for the object with a global id. Absent, foreign and malformed ids
// are all null.
func nodo(ctx context.Context, quien auth.Principal, id string) later {
	g, err := relay.ParseGlobalID(id)
	if err != nil {
		return ninguno
	}
	for _, key := range g.Keys {
		if !relay.IsUUID(key) {
			return ninguno
		}
	}
	switch {
	case g.Type == carpeta.TipoNodo && len(g.Keys) == 1:
		return nodoCarpeta(ctx, quien, g.Keys[0])
	case g.Type == documento.TipoNodo && len(g.Keys) == 2:
		return nodoDocumento(ctx, quien, documento.Clave{CarpetaID: g.Keys[0], DocumentoID: g.Keys[1]})
	case g.Type == eliminacion.TipoNodo && len(g.Keys) == 1:
		return nodoEliminacion(ctx, quien, g.Keys[0])
	}
	return ninguno
}

func ninguno() (model.Node, error) { return nil, nil }

func nodoCarpeta(ctx context.Context, quien auth.Principal, id string) later {
	leer := loadersFrom(ctx).carpetas.Load(ctx, id)
	return func() (model.Node, error) {
		c, err := leer()
		if err == nil {
			err = auth.PuedeLeerCarpeta(quien, c.CiudadanoID)
		}
		return visible(c, err)
	}
}

func nodoDocumento(ctx context.Context, quien auth.Principal, k documento.Clave) later {
	l := loadersFrom(ctx)
	leerCarpeta, leer := l.carpetas.Load(ctx, k.CarpetaID), l.documentos.Load(ctx, k)
	return func() (model.Node, error) {
		c, err := leerCarpeta()
		if err == nil {
			err = auth.PuedeLeerCarpeta(quien, c.CiudadanoID)
		}
		if err != nil {
			return visible(nil, err)
		}
		d, err := leer()
		return visible(d.Fila, err)
	}
}

func nodoEliminacion(ctx context.Context, quien auth.Principal, id string) later {
	l := loadersFrom(ctx)
	leer := l.eliminaciones.Load(ctx, id)
	return func() (model.Node, error) {
		e, err := leer()
		if err != nil {
			return visible(nil, err)
		}
		c, err := l.carpetas.Load(ctx, e.CarpetaID)()
		if err == nil {
			err = auth.PuedeLeerEliminacion(quien, c.CiudadanoID, e.OperadorID)
		}
		return visible(e, err)
	}
}

func visible(n model.Node, err error) (model.Node, error) {
	if errors.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return n, nil
}

// nodos asks for all of them before it waits for the first.
func nodos(ctx context.Context, quien auth.Principal, ids []string) ([]model.Node, error) {
	if len(ids) > relay.MaxPage {
		return nil, fault.Newf(fault.BadUserInput, "`ids` tiene %d elementos; como máximo %d.", len(ids), relay.MaxPage)
	}
	asked := make([]later, len(ids))
	for i, id := range ids {
		asked[i] = nodo(ctx, quien, id)
	}
	nodes := make([]model.Node, len(ids))
	for i, get := range asked {
		var err error
		if nodes[i], err = get(); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

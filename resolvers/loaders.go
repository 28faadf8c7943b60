package resolvers

import (
	"context"

	"github.com/graph-gophers/dataloader/v7"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// loaders batch the reads of one response. They know nothing of who asks:
// permission is checked by the resolver that uses what they return.
type loaders struct {
	carpetas      *dataloader.Loader[string, carpeta.Carpeta]
	documentos    *dataloader.Loader[documento.Clave, documento.Documento]
	eliminaciones *dataloader.Loader[string, eliminacion.Eliminacion]
}

type loadersKey struct{}

// WithLoaders gives a response loaders of its own. A subscription gets new ones
// for every event, so that nothing it shows is stale.
func (r *Resolver) WithLoaders(ctx context.Context) context.Context {
	return context.WithValue(ctx, loadersKey{}, &loaders{
		carpetas:      newLoader(r.Carpetas.Store.Carpetas, func(c carpeta.Carpeta) string { return c.CarpetaID }),
		documentos:    newLoader(r.Documentos.Store.Documentos, func(d documento.Documento) documento.Clave { return d.Clave() }),
		eliminaciones: newLoader(r.Eliminaciones.Store.Eliminaciones, func(e eliminacion.Eliminacion) string { return e.EventoID }),
	})
}

func loadersFrom(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// forget drops what was read before a mutation changed it.
func forget(ctx context.Context) {
	l := loadersFrom(ctx)
	l.carpetas.ClearAll()
	l.documentos.ClearAll()
	l.eliminaciones.ClearAll()
}

// newLoader batches a port's many-read: absent keys are NOT_FOUND.
func newLoader[K comparable, V any](read func(context.Context, []K) ([]V, error), key func(V) K) *dataloader.Loader[K, V] {
	batch := func(ctx context.Context, keys []K) []*dataloader.Result[V] {
		found, err := read(ctx, keys)
		byKey := make(map[K]V, len(found))
		for _, v := range found {
			byKey[key(v)] = v
		}
		results := make([]*dataloader.Result[V], len(keys))
		for i, k := range keys {
			results[i] = result(byKey, k, err)
		}
		return results
	}
	return dataloader.NewBatchedLoader(batch, dataloader.WithBatchCapacity[K, V](relay.MaxPage))
}

func result[K comparable, V any](found map[K]V, k K, err error) *dataloader.Result[V] {
	v, ok := found[k]
	if err == nil && !ok {
		err = auth.NoEncontrado()
	}
	return &dataloader.Result[V]{Data: v, Error: err}
}

// detalle reads the attributes of a row that are not in the narrow index.
func detalle(ctx context.Context, f *documento.Fila) (documento.Documento, error) {
	return loadersFrom(ctx).documentos.Load(ctx, f.Clave())()
}

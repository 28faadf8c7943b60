package resolvers

import (
	"context"

	"github.com/graph-gophers/dataloader/v7"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// loaders batch the reads of one response. Each asks a use case, which decides for
// every item whether the caller may see it. So a loaded item may be shown.
type loaders struct {
	carpetas      *dataloader.Loader[string, carpeta.Carpeta]
	documentos    *dataloader.Loader[documento.Clave, documento.Documento]
	eliminaciones *dataloader.Loader[string, eliminacion.Eliminacion]
	entregas      *dataloader.Loader[string, entrega.Entrega]
	entregados    *dataloader.Loader[documento.Clave, documento.Documento] // as the entity sees them
}

type loadersKey struct{}

// WithLoaders gives a response its own loaders, for the caller of this context.
// A subscription gets new ones for every event, so that nothing it shows is stale.
func (r *Resolver) WithLoaders(ctx context.Context) context.Context {
	quien, _ := auth.FromContext(ctx) // nobody sees nothing: the zero Principal has no role
	return context.WithValue(carpeta.WithDuenos(ctx), loadersKey{}, &loaders{
		carpetas:      newLoader(quien, r.Carpetas.VerVarios),
		documentos:    newLoader(quien, r.Documentos.VerVarios),
		eliminaciones: newLoader(quien, r.Eliminaciones.VerVarios),
		entregas:      newLoader(quien, r.Entregas.VerVarias),
		entregados:    newLoader(quien, r.Entregas.DocumentosDe),
	})
}

func loadersFrom(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// forget drops the readings from before a mutation.
func forget(ctx context.Context) {
	l := loadersFrom(ctx)
	l.carpetas.ClearAll()
	l.documentos.ClearAll()
	l.eliminaciones.ClearAll()
	l.entregas.ClearAll()
	l.entregados.ClearAll()
}

// readMany is a use case that reads many things for somebody.
type readMany[K comparable, V any] func(ctx context.Context, quien auth.Principal, keys []K) []batch.Result[V]

func newLoader[K comparable, V any](quien auth.Principal, ver readMany[K, V]) *dataloader.Loader[K, V] {
	read := func(ctx context.Context, keys []K) []*dataloader.Result[V] {
		results := make([]*dataloader.Result[V], len(keys))
		for i, r := range ver(ctx, quien, keys) {
			results[i] = &dataloader.Result[V]{Data: r.Value, Error: r.Err}
		}
		return results
	}
	return dataloader.NewBatchedLoader(read, dataloader.WithBatchCapacity[K, V](relay.MaxPage))
}

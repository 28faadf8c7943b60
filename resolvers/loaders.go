package resolvers

import (
	"cmp"
	"context"
	"time"

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
	names         *dataloader.Loader[string, string]                       // of entities
	links         *dataloader.Loader[documento.Enlace, string]

	// remembered is what the caller may know of a deletion's document.
	remembered func(context.Context, auth.Principal, eliminacion.Eliminacion) (*eliminacion.Recuerdo, error)
}

type loadersKey struct{}

// WithLoaders gives a response its own loaders, for the caller of this context.
// A subscription gets new ones for every event, so that nothing it shows is stale.
func (r *Resolver) WithLoaders(ctx context.Context) context.Context {
	quien, _ := auth.FromContext(ctx) // nobody sees nothing: the zero Principal has no role
	wait := cmp.Or(r.Siblings, siblings)
	return context.WithValue(carpeta.WithDuenos(ctx), loadersKey{}, &loaders{
		carpetas:      newLoader(wait, quien, r.Carpetas.VerVarios),
		documentos:    newLoader(wait, quien, r.Documentos.VerVarios),
		eliminaciones: newLoader(wait, quien, r.Eliminaciones.VerVarios),
		entregas:      newLoader(wait, quien, r.Entregas.VerVarias),
		entregados:    newLoader(wait, quien, r.Entregas.DocumentosDe),
		names:         newLoader(wait, quien, r.Entidades.Nombres),
		links:         newLoader(wait, quien, r.Documentos.Enlaces),
		remembered:    r.Eliminaciones.Recordado,
	})
}

func loadersFrom(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// flush begins the reads that were asked for.
func (l *loaders) flush() {
	l.carpetas.Flush()
	l.documentos.Flush()
	l.eliminaciones.Flush()
	l.entregas.Flush()
}

// forget drops the readings from before a mutation.
func forget(ctx context.Context) {
	l := loadersFrom(ctx)
	l.carpetas.ClearAll()
	l.documentos.ClearAll()
	l.eliminaciones.ClearAll()
	l.entregas.ClearAll()
	l.entregados.ClearAll()
	l.links.ClearAll()
}

// readMany is a use case that reads many things for somebody.
type readMany[K comparable, V any] func(ctx context.Context, quien auth.Principal, keys []K) []batch.Result[V]

// siblings is how long a read waits for others that could share its batch. Whoever asks for
// many at once says when these are all (Flush), and waits for nobody.
const siblings = 4 * time.Millisecond

func newLoader[K comparable, V any](wait time.Duration, quien auth.Principal, ver readMany[K, V]) *dataloader.Loader[K, V] {
	read := func(ctx context.Context, keys []K) []*dataloader.Result[V] {
		results := make([]*dataloader.Result[V], len(keys))
		for i, r := range ver(ctx, quien, keys) {
			results[i] = &dataloader.Result[V]{Data: r.Value, Error: r.Err}
		}
		return results
	}
	return dataloader.NewBatchedLoader(read, dataloader.WithBatchCapacity[K, V](relay.MaxPage), dataloader.WithWait[K, V](wait))
}

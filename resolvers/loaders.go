package resolvers

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/graph-gophers/dataloader/v7"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
)

// loaders batch the reads of one response. Each asks a use case, which decides for
// every item whether the caller may see it. So a loaded item may be shown.
// Most responses need none or one, so each is made when it is asked.
type loaders struct {
	r     *Resolver
	quien auth.Principal

	readLanguage sync.Once
	spoken       string

	ofCarpetas      lazy[string, carpeta.Carpeta]
	ofDocumentos    lazy[documento.Clave, documento.Documento]
	ofEliminaciones lazy[string, eliminacion.Eliminacion]
	ofEntregas      lazy[string, entrega.Entrega]
	ofEntidades     lazy[string, entidad.Entidad]
	ofEntregados    lazy[documento.Clave, documento.Documento]
	ofAutorizados   lazy[documento.Clave, documento.Documento]
	ofNames         lazy[string, string]
	ofActive        lazy[string, bool]
	ofTitles        lazy[documento.Clave, string]
	ofLinks         lazy[documento.Enlace, string]
}

// loader reads a thing once for a response: whoever asks for it gets the same one, and changes nothing of it.
type loader[K comparable, V any] = *dataloader.Loader[K, *V]

func (l *loaders) carpetas() loader[string, carpeta.Carpeta] {
	return l.ofCarpetas.of(l, l.r.Carpetas.VerVarios)
}

func (l *loaders) documentos() loader[documento.Clave, documento.Documento] {
	return l.ofDocumentos.of(l, l.r.Documentos.VerVarios)
}

func (l *loaders) eliminaciones() loader[string, eliminacion.Eliminacion] {
	return l.ofEliminaciones.of(l, l.r.Eliminaciones.VerVarios)
}

func (l *loaders) entregas() loader[string, entrega.Entrega] {
	return l.ofEntregas.of(l, l.r.Entregas.VerVarias)
}

func (l *loaders) entidades() loader[string, entidad.Entidad] {
	return l.ofEntidades.of(l, l.r.Entidades.VerVarias)
}

// entregados are documents as the entity sees them.
func (l *loaders) entregados() loader[documento.Clave, documento.Documento] {
	return l.ofEntregados.of(l, l.r.Entregas.DocumentosDe)
}

// autorizados are the documents of authorisations as their owner sees them, also those in the bin; the zero one if it is gone.
func (l *loaders) autorizados() loader[documento.Clave, documento.Documento] {
	return l.ofAutorizados.of(l, l.r.Consentimiento.DocumentosDe)
}

// names are those of entities.
func (l *loaders) names() loader[string, string] { return l.ofNames.of(l, l.r.Entidades.Nombres) }

// active tells which entities ask and look now: each is read once for a list of its requests.
func (l *loaders) active() loader[string, bool] {
	return l.ofActive.of(l, l.r.Consentimiento.EntidadesActivas)
}

// titles are those of documents that are gone.
func (l *loaders) titles() loader[documento.Clave, string] {
	return l.ofTitles.of(l, l.r.Eliminaciones.TitulosDe)
}

// links are signed once for a response, for documents that its loaders read: a link that an answer shows twice is one
// event of the trail, whoever writes the answer.
func (l *loaders) links() loader[documento.Enlace, string] {
	return l.ofLinks.of(l, l.r.signedLinks)
}

// language is that of the response. It is read when the first text wants it.
func (l *loaders) language(ctx context.Context) string {
	l.readLanguage.Do(func() { l.spoken = fault.Language(ctx) })
	return l.spoken
}

// remembered is what the caller may know of a deletion's document.
func (l *loaders) remembered(ctx context.Context, e eliminacion.Eliminacion) (*eliminacion.Recuerdo, error) {
	return l.r.Eliminaciones.Recordado(ctx, l.quien.Quiet(), e)
}

// lazy makes a loader when it is asked.
type lazy[K comparable, V any] struct {
	once sync.Once
	made atomic.Pointer[dataloader.Loader[K, *V]]
}

func (z *lazy[K, V]) of(l *loaders, ver readMany[K, V]) loader[K, V] {
	z.once.Do(func() { z.made.Store(newLoader(cmp.Or(l.r.Siblings, siblings), l.quien, ver)) })
	return z.made.Load()
}

// flush begins the reads that were asked for.
func (z *lazy[K, V]) flush() {
	if l := z.made.Load(); l != nil {
		l.Flush()
	}
}

func (z *lazy[K, V]) forget() {
	if l := z.made.Load(); l != nil {
		l.ClearAll()
	}
}

type loadersKey struct{}

// WithLoaders gives a response its own loaders, for the caller of this context.
// A subscription gets new ones for every event, so that nothing it shows is stale.
func (r *Resolver) WithLoaders(ctx context.Context) context.Context {
	quien, _ := auth.FromContext(ctx) // nobody sees nothing: the zero Principal has no role
	return context.WithValue(carpeta.WithDuenos(ctx), loadersKey{}, &loaders{r: r, quien: quien})
}

func loadersFrom(ctx context.Context) *loaders { return ctx.Value(loadersKey{}).(*loaders) }

// flush begins the reads that were asked for.
func (l *loaders) flush() {
	l.ofCarpetas.flush()
	l.ofDocumentos.flush()
	l.ofEliminaciones.flush()
	l.ofEntregas.flush()
	l.ofEntidades.flush()
	l.ofLinks.flush()
}

// forget drops the readings from before a mutation.
func forget(ctx context.Context) {
	l := loadersFrom(ctx)
	l.ofCarpetas.forget()
	l.ofDocumentos.forget()
	l.ofEliminaciones.forget()
	l.ofEntregas.forget()
	l.ofEntidades.forget()
	l.ofEntregados.forget()
	l.ofAutorizados.forget()
	l.ofActive.forget()
	l.ofLinks.forget()
}

// readMany is a use case that reads many things for somebody.
type readMany[K comparable, V any] func(ctx context.Context, quien auth.Principal, keys []K) []batch.Result[V]

// siblings is how long a read waits for others that could share its batch. Whoever asks for
// many at once says when these are all (Flush), and waits for nobody.
const siblings = 4 * time.Millisecond

func newLoader[K comparable, V any](wait time.Duration, quien auth.Principal, ver readMany[K, V]) loader[K, V] {
	read := func(ctx context.Context, keys []K) []*dataloader.Result[*V] {
		results, found := make([]*dataloader.Result[*V], len(keys)), ver(ctx, quien, keys)
		for i := range found {
			results[i] = &dataloader.Result[*V]{Data: &found[i].Value, Error: found[i].Err}
		}
		return results
	}
	return dataloader.NewBatchedLoader(read, dataloader.WithBatchCapacity[K, *V](relay.MaxPage), dataloader.WithWait[K, *V](wait))
}

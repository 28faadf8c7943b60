package resolvers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	kit "github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

// world is the schema over the resolvers, the use cases and the embedded stores,
// without a transport. Two citizens of op-1 have a carpeta each.
type world struct {
	t        *testing.T
	resolver *resolvers.Resolver
	exec     *executor.Executor
	store    *boltstore.Store
	dead     *deadLetters
	plans    *encode.Plans // of the document that is asked; nil: none are kept
	event    any           // that a subscription is told; nil: none is
	ids      int
	onCall   func(op string) // of the store; may be nil

	mu    sync.Mutex
	calls map[string]int // of the store, since the last query began
}

var (
	ana     = auth.Principal{Sub: "ana", Roles: []auth.Role{auth.Ciudadano}}
	bea     = auth.Principal{Sub: "bea", Roles: []auth.Role{auth.Ciudadano}}
	oficial = auth.Principal{Sub: "oto", Roles: []auth.Role{auth.Operador}, OperadorID: "op-1"}
	foreign = auth.Principal{Sub: "eva", Roles: []auth.Role{auth.Operador}, OperadorID: "op-2"}
	auditor = auth.Principal{Sub: "leo", Roles: []auth.Role{auth.Auditor}}
	nobody  = auth.Principal{}
)

const documentsEach = 3

func newWorld(t *testing.T) *world { return newWorldAt(t, time.Now) }

func newWorldAt(t *testing.T, clock func() time.Time) *world {
	w := &world{t: t, dead: &deadLetters{}, calls: map[string]int{}}
	system := kit.New(t, kit.Config{Clock: clock, Observe: w.observe, NewID: w.newID, BaseURL: func() string { return "http://127.0.0.1" }})
	system.Operacion.Cartas = w.dead
	w.store = system.Store
	w.resolver = &resolvers.Resolver{Carpetas: system.Carpetas, Documentos: system.Documentos, Eliminaciones: system.Eliminaciones, Operacion: system.Operacion, Entidades: system.Entidades, Entregas: system.Entregas, Codigos: system.Codigos, Consentimiento: system.Consentimiento, Tipos: system.Tipos, Tramites: system.Tramites,
		Accesos: &auditoria.Accesos{Rastro: system.Store, Cursores: system.Documentos.Cursores, Clock: clock},
		Embargos: &auditoria.Embargador{Rastro: system.Store, Clock: clock, Guarda: func(ctx context.Context, id string) (auditoria.Guarda, error) {
			c, err := system.Store.Carpeta(ctx, id)
			return auditoria.Guarda{CarpetaID: c.CarpetaID, CiudadanoID: c.CiudadanoID, OperadorID: c.OperadorID}, err
		}},
		Hub: hub.New(func() {}), Seguidas: hub.Batched(system.Eliminaciones.Store), Traza: func(context.Context) string { return "" }, Siblings: 50 * time.Millisecond} // longer than this machine lets a goroutine wait
	exports := &entrega.Exportacion{ // of a house that seals nothing
		Entregas: system.Entregas, Eventos: system.Store, Firmante: system.Codigos.Pases, Base: func() string { return "http://127.0.0.1" }, Leidos: entrega.NewLeidos(),
		Probar: func(context.Context, auditoria.Evento) (entrega.Prueba, error) { return entrega.Prueba{}, nil },
	}
	system.Documentos.Verificables = exports.Enlazar
	w.exec = executor.New(graph.NewExecutableSchema(graph.Config{Resolvers: w.resolver}))
	w.seed(1, "ana")
	w.seed(2, "bea")
	return w
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) observe(op string, _ float64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.calls[op]++
	if w.onCall != nil {
		w.onCall(op)
	}
}

// uuid is the n-th id of a kind.
func uuid(kind, n int) string { return fmt.Sprintf("01a18f41-%04d-7000-8000-%012d", kind, n) }

// newID numbers what the use cases make: eventoIds and documentoIds.
func (w *world) newID() string {
	w.ids++
	return uuid(9, w.ids)
}

// key names the n-th document of a carpeta; the last one is certified.
func key(carpetaN, n int) documento.Clave {
	return documento.Clave{CarpetaID: uuid(carpetaN, 0), DocumentoID: uuid(carpetaN, n)}
}

func (w *world) seed(n int, sub string) {
	c := carpeta.Carpeta{CarpetaID: uuid(n, 0), CiudadanoID: sub, OperadorID: "op-1", Tipo: "PERSONAL", TotalDocumentos: documentsEach}
	var ds []documento.Documento
	for i := range documentsEach {
		k := key(n, i+1)
		ds = append(ds, documento.Documento{
			Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: fmt.Sprint("Documento ", i+1), Tipo: documento.Diploma,
				Estado: documento.Procesado, TamanoBytes: 1, FechaRecepcion: time.Now().UTC(), Certificado: i+1 == documentsEach},
			Hash: "00", TipoContenido: "application/pdf", NombreArchivo: "a.pdf", StoragePath: documento.NombreObjeto(k), TipoCarpeta: c.Tipo,
		})
	}
	w.must(w.store.Sembrar(w.t.Context(), c, ds, kit.Hecho()))
}

// more are further documents of ana's.
func (w *world) more(n int) []documento.Clave { return w.moreOf(n, func(int, *documento.Documento) {}) }

func (w *world) moreOf(n int, change func(i int, d *documento.Documento)) []documento.Clave {
	c := carpeta.Carpeta{CarpetaID: uuid(1, 0), CiudadanoID: "ana", OperadorID: "op-1", Tipo: "PERSONAL", TotalDocumentos: int64(n)}
	ks := make([]documento.Clave, n)
	ds := make([]documento.Documento, n)
	for i := range ks {
		ks[i] = key(1, 100+i)
		ds[i] = documento.Documento{Fila: documento.Fila{CarpetaID: ks[i].CarpetaID, DocumentoID: ks[i].DocumentoID, Titulo: "Otro", Tipo: documento.Diploma,
			Estado: documento.Procesado, FechaRecepcion: time.Now().UTC()}, TipoContenido: "text/plain", NombreArchivo: "a", StoragePath: documento.NombreObjeto(ks[i])}
		change(i, &ds[i])
	}
	if err := w.store.Sembrar(w.t.Context(), c, ds, kit.Hecho()); !errors.Is(err, fault.Conflict) { // the carpeta is there
		w.must(err)
	}
	return ks
}

func carpetaGlobalID(n int) string { return carpeta.Carpeta{CarpetaID: uuid(n, 0)}.ID() }

func documentoGlobalID(n, d int) string {
	k := key(n, d)
	return documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID}.ID()
}

func eliminacionGlobalID(eventoID string) string {
	return eliminacion.Eliminacion{EventoID: eventoID}.ID()
}

// answer is what a query brought.
type answer struct {
	data  map[string]any
	codes []string // of the GraphQL errors
}

// query runs one operation for somebody; the zero Principal is nobody.
func (w *world) query(quien auth.Principal, query string, variables map[string]any) answer {
	w.t.Helper()
	w.forgetCalls()
	resp := w.run(w.context(quien), query, variables)
	a := answer{data: map[string]any{}}
	for _, e := range resp.Errors {
		a.codes = append(a.codes, string(fault.CodeOf(e.Unwrap())))
	}
	if len(resp.Data) > 0 {
		w.must(json.Unmarshal(resp.Data, &a.data))
	}
	return a
}

// context is that of one request.
func (w *world) context(quien auth.Principal) context.Context {
	ctx := w.t.Context()
	if quien.Sub != "" {
		ctx = auth.WithPrincipal(ctx, quien)
	}
	return w.resolver.WithLoaders(ctx)
}

func (w *world) run(ctx context.Context, query string, variables map[string]any) *graphql.Response {
	w.t.Helper()
	ctx = graphql.StartOperationTrace(ctx)
	now := time.Now()
	op, errs := w.exec.CreateOperationContext(ctx, &graphql.RawParams{
		Query: query, Variables: variables, ReadTime: graphql.TraceTiming{Start: now, End: now},
	})
	if errs != nil {
		w.t.Fatal(errs)
	}
	respond, ctx := w.exec.DispatchOperation(ctx, op)
	return respond(ctx)
}

// good is the answer of a query that must not fail.
func (w *world) good(quien auth.Principal, query string, variables map[string]any) map[string]any {
	w.t.Helper()
	a := w.query(quien, query, variables)
	if len(a.codes) > 0 {
		w.t.Fatalf("%s: errors %q", query, a.codes)
	}
	return a.data
}

func (w *world) forgetCalls() {
	w.mu.Lock()
	defer w.mu.Unlock()
	clear(w.calls)
}

// counted is how often each call of the store was made by the last query.
func (w *world) counted() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls
}

// deadLetters are those of minio.cleanup.dlq.
type deadLetters struct{ all []broker.DeadLetter }

func (d *deadLetters) PeekDead(_ context.Context, dlq string, _ int) ([]broker.DeadLetter, int, error) {
	if dlq != minioDLQ {
		return nil, 0, nil
	}
	return slices.Clone(d.all), 0, nil
}

func (d *deadLetters) Redrive(_ context.Context, _ string, ids []string) ([]string, error) {
	return ids, nil
}

const minioDLQ = "minio.cleanup.dlq"

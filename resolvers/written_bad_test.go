package resolvers_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	kit "github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

// TestWrittenWhateverIsAsked: what somebody would ask to find a difference has gqlgen's answer, byte for byte.
func TestWrittenWhateverIsAsked(t *testing.T) {
	now := time.Now().UTC()
	w := newWorldAt(t, func() time.Time { return now })
	w.resolver.Siblings = time.Millisecond
	w.oddTexts(60)
	w.events(now)
	cursors := w.cursors()["documentos"]
	w.erase(now, 106) // what cursors[…] named stands in no list any more
	w.deletions(now)
	half := func(k documento.Clave) bool { return k.DocumentoID[len(k.DocumentoID)-1]&1 == 1 }
	const details = `hashDocumento nombreArchivo esVisible fechaUltimaModificacion`

	for _, ask := range []struct {
		name  string
		query string
		store documento.Store // nil: the usual one
		some  bool            // some of it is written in one go
	}{
		{"fifty aliases of one connection, each with other arguments", fiftyAliases(cursors), nil, true},
		{"a cursor whose row is gone", behindEach(cursors, `titulo `+details), nil, true},
		{"a cursor whose row is gone, and a walk that stops", behindEach(cursors, `titulo`), moved{w.store, true}, true},
		{"a page that ends before it is full, as DynamoDB does at 1 MB", `{ miCarpeta { documentos(first: 50, filtro: {texto: "u"}) {
			edges { cursor node { titulo ` + details + ` } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`, brief{w.store}, true},
		{"a batch without half of its rows", `{ miCarpeta { documentos(first: 50) { nodes { documentoId ` + details + ` } pageInfo { endCursor hasNextPage } } } }`, ghosts{Store: w.store, gone: half}, true},
		{"a batch of which one half fails", twoHalves(cursors, details), failing{w.store, half}, true},
		{"a batch that fails", `{ miCarpeta { documentos(first: 50) { nodes { documentoId ` + details + ` } } } }`, ghosts{Store: w.store, down: true}, false},
		{"known fields and others", `{ miCarpeta { documentos(first: 50) { totalCount: __typename nodes { titulo eliminacion { eventoId documento { titulo } } tipo emisor { nombre } hashDocumento } pageInfo { endCursor } }
			k: documentos(first: 3) { nodes { titulo hashDocumento } } } }`, nil, true},
		{"known fields and others in fragments of another type", `{ miCarpeta { eliminaciones(first: 20) { nodes { ...E ... on Node { id ... on Documento { t: titulo } } } } } } fragment E on Eliminacion { estado titulo documento { id titulo } historia { estado } }`, nil, true},
		{"links, some of them twice", `{ miCarpeta { documentos(first: 50) { nodes { titulo urlDescarga otra: urlDescarga urlVista } } k: documentos(first: 3) { nodes { urlDescarga } } } }`, nil, true},
		{"links of a batch without half of its rows", `{ miCarpeta { documentos(first: 50) { nodes { urlDescarga } } } }`, ghosts{Store: w.store, gone: half}, true},
		{"links of a batch of which one half fails", twoHalves(cursors, `urlDescarga urlVista`), failing{w.store, half}, true},
		{"one field a thousand times", `{ miCarpeta { documentos(first: 5) { nodes { ` + strings.Repeat("titulo ", 1000) + `} nodes { titulo tipo } edges { node { titulo } node { tipo } } } } }`, nil, true},
	} {
		t.Run(ask.name, func(t *testing.T) {
			w.t = t
			if w.resolver.Documentos.Store = w.store; ask.store != nil {
				w.resolver.Documentos.Store = ask.store
			}
			w.sameInEachWay(ask.query, ask.some)
		})
	}
}

// sameInEachWay asks gqlgen, in one go, and twice with a plan that is kept.
func (w *world) sameInEachWay(query string, some bool) {
	w.t.Helper()
	stock := w.exec
	defer func() { w.exec, w.plans = stock, nil }()
	want := w.answerOf(ana, query, nil, false)
	if strings.HasPrefix(want, "invalid") {
		w.t.Fatal(want)
	}
	direct, written := w.inOneGo()
	w.exec = direct
	if got := w.answerOf(ana, query, nil, false); got != want {
		w.t.Errorf("in one go %s\nwant %s", got, want)
	}
	if some != (written.Load() > 0) {
		w.t.Errorf("%d values were written in one go", written.Load())
	}
	direct.SetQueryCache(graphql.MapCache[*ast.QueryDocument]{})
	w.plans = encode.NewPlans(func(int) bool { return true })
	for range 2 {
		if got := w.answerOf(ana, query, nil, false); got != want {
			w.t.Errorf("with a plan that is kept %s\nwant %s", got, want)
		}
	}
}

// erase deletes one of ana's documents, to the end.
func (w *world) erase(now time.Time, n int) {
	k := key(1, n)
	e := eliminacion.Eliminacion{
		EventoID: w.newID(), CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, OperadorID: "op-1", SolicitadaPor: "ana", StoragePath: documento.NombreObjeto(k), TipoCarpeta: "PERSONAL",
		Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now, NoAntesDe: now.Add(time.Hour),
		Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: now}},
	}
	w.must(w.store.Iniciar(w.t.Context(), e, kit.Hecho()))
	e.Estado, e.Paso, e.Secuencia, e.NoAntesDe, e.CompletadaEn, e.ExpiraEn = eliminacion.Completada, eliminacion.Completed, 2, time.Time{}, now, now.Add(time.Hour)
	w.must(w.store.Guardar(w.t.Context(), eliminacion.Guardado{Nueva: e, Efecto: eliminacion.BorrarMetadato}, kit.Hecho()))
}

// fiftyAliases are pages of every size, order, direction and place.
func fiftyAliases(cursors []string) string {
	var b strings.Builder
	b.WriteString("{ miCarpeta {")
	for i := range 50 {
		args := []string{
			fmt.Sprintf("first: %d", 1+i%7), fmt.Sprintf("last: %d", 1+i%5), fmt.Sprintf("first: %d, after: %q", 1+i%6, cursors[i%len(cursors)]),
			fmt.Sprintf("last: 2, before: %q", cursors[i%len(cursors)]), fmt.Sprintf("first: 3, %s", ordenes[i%len(ordenes)]), `first: 4, filtro: {codigosTipo: "DIPLOMA"}`,
		}[i%6]
		fmt.Fprintf(&b, " p%d: documentos(%s) { edges { cursor node { titulo %s } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }", i, args,
			[]string{"certificado", "a: titulo b: titulo", "__typename id"}[i%3])
	}
	return b.String() + " } }"
}

// behindEach are pages behind and before some cursors, that of the erased document among them.
func behindEach(cursors []string, fields string) string {
	var b strings.Builder
	b.WriteString("{ miCarpeta {")
	for i, c := range cursors {
		for side, arg := range map[string]string{"a": "first: 2, after", "b": "last: 2, before"} {
			if i%4 == 0 || i > 45 {
				fmt.Fprintf(&b, " %s%d: documentos(%s: %q) { nodes { %s } pageInfo { hasNextPage hasPreviousPage endCursor } }", side, i, arg, c, fields)
			}
		}
	}
	return b.String() + " } }"
}

// twoHalves are two pages whose details are read in two batches.
func twoHalves(cursors []string, details string) string {
	return fmt.Sprintf(`{ a: miCarpeta { documentos(first: 1) { nodes { documentoId %s } } } b: miCarpeta { documentos(first: 1, after: %q) { nodes { documentoId %s } } } }`, details, cursors[0], details)
}

// brief is a store that reads four rows and stops, before it has filled a page.
type brief struct{ documento.Store }

func (b brief) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	fs, err := b.Store.Listar(ctx, c)
	if err == nil && c.Limite > 4 && len(fs) > 4 {
		return fs[:4], documento.Sigue(fs[3].ClaveOrden(c.Campo))
	}
	return fs, err
}

// failing is a store that cannot read a batch with one of these rows in it.
type failing struct {
	documento.Store
	broken func(documento.Clave) bool
}

func (f failing) Documentos(ctx context.Context, ks []documento.Clave) ([]documento.Documento, error) {
	for _, k := range ks {
		if f.broken(k) {
			return nil, fault.Plain(fault.Unavailable)
		}
	}
	return f.Store.Documentos(ctx, ks)
}

// TestABatchThatFailsOnce: what failed while a page was written in one go is not asked again, so gqlgen tells of it.
func TestABatchThatFailsOnce(t *testing.T) {
	w := newWorld(t)
	const query = `{ miCarpeta { documentos(first: 3) { nodes { titulo hashDocumento } } } }`
	direct, _ := w.inOneGo()
	var answers []string
	for _, exec := range []*executor.Executor{w.exec, direct} {
		w.exec, w.resolver.Documentos.Store = exec, once{w.store, new(atomic.Int64)}
		answers = append(answers, w.answerOf(ana, query, nil, false))
	}
	if answers[0] != answers[1] || !strings.Contains(answers[0], "UNAVAILABLE") {
		t.Errorf("gqlgen %s\nin one go %s", answers[0], answers[1])
	}
}

// once is a store whose first batch fails.
type once struct {
	documento.Store
	calls *atomic.Int64
}

func (o once) Documentos(ctx context.Context, ks []documento.Clave) ([]documento.Documento, error) {
	if o.calls.Add(1) == 1 {
		return nil, fault.Plain(fault.Unavailable)
	}
	return o.Store.Documentos(ctx, ks)
}

// TestUploadsAreReadTogether: what is read beside the rows of a page is one call, whoever writes it.
func TestUploadsAreReadTogether(t *testing.T) {
	w := newWorld(t)
	for i := range 3 {
		w.good(ana, `mutation($h: String!) { iniciarCarga(input: {carpetaId: "`+carpetaGlobalID(1)+`", titulo: "a", codigoTipo: "OTRO", nombreArchivo: "a", tipoContenido: "text/plain", tamanoBytes: 1, hashDocumento: $h}) {
			documento { id } } }`, map[string]any{"h": strings.Repeat(fmt.Sprint(i), 64)})
	}
	direct, _ := w.inOneGo()
	for _, exec := range []*executor.Executor{w.exec, direct} {
		w.exec = exec
		w.good(ana, `{ miCarpeta { cargas(first: 10) { nodes { documento { titulo nombreArchivo hashDocumento } } } } }`, nil)
		if n := w.counted()["Documentos"]; n != 1 {
			t.Errorf("%d reads of documents", n)
		}
	}
}

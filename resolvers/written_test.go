package resolvers_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/graph/encode"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	kit "github.com/carpeta-ciudadana/servidor/internal/testkit/world"
	"github.com/carpeta-ciudadana/servidor/resolvers"
)

var (
	writtenCount = flag.Int("escritas", 800, "random operations that are answered in both ways")
	writtenSeed  = flag.Uint64("escritas-semilla", 1, "number that they are made up from")
)

// TestWrittenAsGqlgenDoes: random operations have the same answer, byte for byte, and the same events of the trail, whether
// pages are written in one go or field by field. So have those whose rows vanish, whose batches fail, whose links cannot be
// written down, and which are cancelled.
func TestWrittenAsGqlgenDoes(t *testing.T) {
	now := time.Now().UTC()
	w := newWorldAt(t, func() time.Time { return now })
	w.resolver.Siblings = time.Millisecond
	w.oddTexts(40)
	w.deletions(now)
	for i := range 3 {
		w.good(ana, `mutation($h: String!) { iniciarCarga(input: {carpetaId: "`+carpetaGlobalID(1)+`", titulo: "\"ñ\"", codigoTipo: "OTRO", nombreArchivo: "a", tipoContenido: "text/plain", tamanoBytes: 1, hashDocumento: $h}) {
			documento { id } errores { __typename } } }`, map[string]any{"h": strings.Repeat(fmt.Sprint(i), 64)})
	}
	w.events(now)
	looks := w.looks()
	stock := w.exec
	direct, written := w.inOneGo()
	g := &selections{Rand: rand.New(rand.NewPCG(*writtenSeed, 13)), schema: graph.NewExecutableSchema(graph.Config{}).Schema(), cursors: w.cursors(), events: w.told(now)}
	invalid := 0
	for i := range *writtenCount {
		query, variables := g.operation()
		carpetas := g.carpetaTrouble(w.store)
		w.resolver.Carpetas.Store, w.resolver.Eliminaciones.Carpetas = carpetas, carpetas
		w.resolver.Documentos.Store, w.resolver.Eliminaciones.Store = g.trouble(w.store), g.sagaTrouble(w.store)
		ended := g.event == nil && g.IntN(12) == 0 // with an event gqlgen may tell it all the same
		w.event = g.event
		looks.fail(g.IntN(10) == 0)
		ways := []*executor.Executor{stock, direct, direct}[:2+i%2]
		answers, told := make([]string, len(ways)), make([]string, len(ways))
		for j, exec := range ways {
			if w.exec = exec; j == 2 { // plans are kept from a request with other variables
				exec.SetQueryCache(graphql.MapCache[*ast.QueryDocument]{})
				w.plans = encode.NewPlans(func(int) bool { return true })
				w.answerOf(g.quien, query, others(variables), false)
			}
			looks.take()
			answers[j] = w.answerOf(g.quien, query, variables, ended)
			if all, _ := looks.take(); !ended {
				told[j] = strings.Join(all, "\n")
			}
		}
		w.plans = nil
		direct.SetQueryCache(graphql.NoCache[*ast.QueryDocument]{})
		if strings.HasPrefix(answers[0], "invalid") {
			invalid++
		}
		if len(slices.Compact(slices.Clone(told))) > 1 {
			t.Fatalf("operation %d of seed %d\n%s\n%v\nlinks by gqlgen, in one go, with a plan that was kept:\n%s", i, *writtenSeed, query, variables, strings.Join(told, "\n---\n"))
		}
		if len(slices.Compact(slices.Clone(answers))) > 1 {
			t.Fatalf("operation %d of seed %d\n%s\n%v\ngqlgen, in one go, with a plan that was kept:\n%s", i, *writtenSeed, query, variables, strings.Join(answers, "\n"))
		}
	}
	t.Logf("%d operations, %d invalid, %d values in one go", *writtenCount, invalid, written.Load())
	if invalid > *writtenCount/5 || int(written.Load()) < *writtenCount/5 {
		t.Error("the generator is worth little")
	}
}

// others are variables that decide the other way.
func others(variables map[string]any) map[string]any {
	turned := map[string]any{}
	for name, v := range variables {
		turned[name] = v != true
	}
	return turned
}

// inOneGo is an executor that writes what the tables know, and how often it did.
func (w *world) inOneGo() (*executor.Executor, *atomic.Int64) {
	exec, written := executor.New(graph.NewExecutableSchema(graph.Config{Resolvers: w.resolver})), new(atomic.Int64)
	exec.AroundFields(encode.Around(func(ctx context.Context, v any) any {
		answer := resolvers.Written(ctx, v)
		if _, ok := answer.(graphql.Marshaler); ok {
			written.Add(1)
		}
		return answer
	}))
	return exec, written
}

// answerOf is the answer as it is sent, to a client that is there or is gone. Errors of rows that are resolved side by side come in any order.
func (w *world) answerOf(quien auth.Principal, query string, variables map[string]any, ended bool) string {
	ctx, cancel := context.WithCancel(graphql.StartOperationTrace(hub.WithEvent(w.context(quien), w.event)))
	defer cancel()
	if ended {
		cancel()
	}
	now := time.Now()
	op, errs := w.exec.CreateOperationContext(ctx, &graphql.RawParams{Query: query, Variables: variables, ReadTime: graphql.TraceTiming{Start: now, End: now}})
	if errs != nil {
		return "invalid: " + errs.Error()
	}
	if w.plans != nil {
		w.plans.Beside(op)
	}
	respond, ctx := w.exec.DispatchOperation(ctx, op)
	resp := respond(ctx)
	if resp == nil {
		return "nothing"
	}
	wrong := make([]string, len(resp.Errors))
	for i, e := range resp.Errors {
		text, err := json.Marshal(e)
		w.must(err)
		wrong[i] = string(text)
	}
	slices.Sort(wrong)
	return string(resp.Data) + strings.Join(wrong, "\n")
}

// oddTexts are documents whose texts need escapes, and of which entities delivered some.
func (w *world) oddTexts(n int) {
	texts := []string{`"`, `\`, "\n\r\t", "\x01\x1f\x7f", "ñandú", "\u2028", "😀", "<&>", ""}
	w.moreOf(n, func(i int, d *documento.Documento) {
		d.Titulo = fmt.Sprint(texts[i%len(texts)], i)
		d.NombreArchivo, d.Contexto, d.TamanoBytes, d.Correcciones = texts[(i+3)%len(texts)], texts[(i+5)%len(texts)], int64(i)<<33, int64(i%3)
		d.FechaUltimaModificacion = time.Date(2026, 1, 1+i%3, 0, 0, 0, i*1e6, time.FixedZone("-5", -5*3600))
		if i%4 == 0 {
			d.Certificado, d.EmisorID, d.EmisorNombre, d.FechaEmision = true, "udea", texts[i%len(texts)]+"u", time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
		}
	})
}

// deletions are some of ana's in several states.
func (w *world) deletions(now time.Time) {
	for i := range 9 {
		k := key(1, 100+i*4+1)
		e := eliminacion.Eliminacion{
			EventoID: w.newID(), CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, OperadorID: "op-1", SolicitadaPor: "ana", StoragePath: documento.NombreObjeto(k), TipoCarpeta: "PERSONAL",
			Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, Secuencia: 1, SolicitadaEn: now.Add(-time.Duration(i) * time.Hour), NoAntesDe: now.Add(time.Hour),
			Historia: []eliminacion.Cambio{{Secuencia: 1, Estado: eliminacion.Iniciada, Paso: eliminacion.MinioCleanup, En: now}},
		}
		if i%2 == 0 {
			d, err := w.store.Documento(w.t.Context(), k)
			w.must(err)
			e.Recuerdo = &eliminacion.Recuerdo{Titulo: d.Titulo, Tipo: d.Tipo, TamanoBytes: int64(i) << 33, Certificado: i%4 == 0}
			if i%4 == 0 {
				e.Recuerdo.EmisorID, e.Recuerdo.EmisorNombre = "udea", "Universidad de Antioquia"
			}
		}
		if i%3 == 1 {
			e.Errores = []eliminacion.Falla{{Paso: eliminacion.MinioCleanup, Codigo: "X", Mensaje: "no\n\"contesta\"", Intento: 1, En: now}}
			e.Paso, e.VentanaHasta = eliminacion.Espera, now.Add(time.Hour)
		}
		w.must(w.store.Iniciar(w.t.Context(), e, kit.Hecho()))
	}
}

// events are some of the trail, with and without what may be absent. Who reads them leaves none, so that two may read the same.
func (w *world) events(now time.Time) {
	quiet := &trail{Anotador: deaf{}}
	w.resolver.Rastro = &auditoria.Consultas{Rastro: w.store, Cursores: w.resolver.Documentos.Cursores, Lecturas: &auditoria.Lecturas{Rastro: quiet, Metrics: quiet},
		Clock: func() time.Time { return now }, Log: slog.New(slog.DiscardHandler)}
	for i := range 30 {
		e := auditoria.Escribano{Clock: func() time.Time { return now.Add(time.Duration(i-60) * time.Minute) }}.Levantar(w.t.Context(), auditoria.Evento{
			Tipo: auditoria.Tipos[i%len(auditoria.Tipos)], OperadorID: "op-1", Recurso: auditoria.Recurso{Tipo: "carpeta", ID: uuid(1, 0)},
		})
		if i%2 == 0 {
			e.CarpetaID, e.Proposito, e.BaseLegal, e.EnNombreDe = uuid(1, 0), "\"ñ\"\n", "Ley 1", "ana"
			e.Datos = map[string]string{"b": "\\", "a": strings.Repeat("é", i), "c": ""}
			e.Actor.OperadorID, e.Actor.EntidadID, e.DocumentoID = "op-1", "uni", uuid(1, i)
		}
		w.must(w.store.Anotar(w.t.Context(), e))
	}
}

// told are what subscriptions tell: deletions as stored, as messages bring them, and news of all kinds.
func (w *world) told(now time.Time) (events []any) {
	for i := range 9 {
		e, err := w.store.Eliminacion(w.t.Context(), uuid(9, 1+i))
		w.must(err)
		bare := e
		bare.Recuerdo = nil
		news := eliminacion.NovedadDe(&bare)
		news.Cursor = eliminacion.CursorDeNovedades(e.CarpetaID, now)
		events = append(events, &e, &bare, &news)
	}
	for i := range 6 {
		news := eliminacion.NovedadDeDocumento(documento.Novedad{Clave: key(1, 99+i), Tipo: []documento.TipoNovedad{documento.Llego, documento.Cambio}[i%2], En: now})
		if i == 5 {
			news.En = time.Time{} // which must not be null
		}
		events = append(events, &news)
	}
	return append(events, &eliminacion.Novedad{Tipo: eliminacion.Recargar, Clave: documento.Clave{CarpetaID: uuid(1, 0)}, En: now})
}

// looks writes down what links are given out, and keeps it here.
func (w *world) looks() *trail {
	all := &trail{Anotador: deaf{}}
	w.resolver.Documentos.Auditoria = &auditoria.Lecturas{Rastro: all, Metrics: all}
	return all
}

// deaf writes nothing down.
type deaf struct{ auditoria.Anotador }

func (deaf) Anotar(context.Context, ...auditoria.Evento) error { return nil }

// cursors are those of ana's pages and of the trail's, by the list and its order.
func (w *world) cursors() map[string][]string {
	all := map[string][]string{}
	read := func(list string, page any) {
		for _, e := range page.(map[string]any)["edges"].([]any) {
			all[list] = append(all[list], e.(map[string]any)["cursor"].(string))
		}
	}
	for _, list := range []string{"documentos", "eliminaciones", "cargas"} {
		read(list, w.good(ana, `{ miCarpeta { p: `+list+`(first: 50) { edges { cursor } } } }`, nil)["miCarpeta"].(map[string]any)["p"])
	}
	for _, orden := range ordenes {
		read("documentos"+orden, w.good(ana, `{ miCarpeta { p: documentos(first: 50, `+orden+`) { edges { cursor } } } }`, nil)["miCarpeta"].(map[string]any)["p"])
	}
	read("eventosAuditoria", w.good(auditor, `{ p: eventosAuditoria(`+filtroEventos+`) { edges { cursor } } }`, nil)["p"])
	return all
}

var ordenes = []string{"orden: {campo: TITULO}", "orden: {campo: DOCUMENTO_ID}", "orden: {campo: TAMANO_BYTES}"}

const filtroEventos = `filtro: {operadorId: "op-1"}`

// TestEveryFieldIsWrittenOrLeft: each field of a type that is written in one go stands in its table, as one that is
// written or as one that is left to gqlgen.
func TestEveryFieldIsWrittenOrLeft(t *testing.T) {
	types := graph.NewExecutableSchema(graph.Config{}).Schema().Types
	for _, table := range resolvers.Tables {
		name, written, rest := table.Table()
		var declared []string
		for _, f := range types[name].Fields {
			if !strings.HasPrefix(f.Name, "__") {
				declared = append(declared, f.Name)
			}
			if len(f.Arguments) > 0 && slices.Contains(written, f.Name) {
				t.Errorf("%s.%s has arguments, and a plan knows none", name, f.Name)
			}
		}
		slices.Sort(declared)
		if diff := cmp.Diff(declared, slices.Sorted(slices.Values(append(written, rest...)))); diff != "" {
			t.Errorf("%s (-schema +table):\n%s", name, diff)
		}
	}
}

// selections makes up operations about ana's pages.
type selections struct {
	*rand.Rand
	schema    *ast.Schema
	cursors   map[string][]string
	events    []any          // that subscriptions tell
	event     any            // that is told; nil without a subscription
	quien     auth.Principal // who asks
	names     int
	variables map[string]any
	declared  []string
	fragments []string
}

func (g *selections) operation() (string, map[string]any) {
	g.quien, g.event, g.names, g.variables, g.declared, g.fragments = ana, nil, 0, map[string]any{}, nil, nil
	var query string
	switch g.IntN(7) {
	case 2:
		query = g.subscription()
	case 0:
		g.quien = auditor
		query = "{ " + g.field(g.schema.Query.Fields.ForName("eventosAuditoria"), 6) + " }"
	case 1:
		query = g.node()
	default:
		query = g.pages()
	}
	query += strings.Join(g.fragments, "")
	if len(g.declared) > 0 {
		query = strings.TrimPrefix(query, "subscription ")
		query = map[bool]string{true: "query", false: "subscription"}[g.event == nil] + "(" + strings.Join(g.declared, ", ") + ") " + query
	}
	return query, g.variables
}

// pages are one or two of ana's.
func (g *selections) pages() string {
	var pages []string
	for range 1 + g.IntN(2) {
		f := g.schema.Types["Carpeta"].Fields.ForName([]string{"documentos", "documentos", "documentos", "eliminaciones", "cargas"}[g.IntN(5)])
		pages = append(pages, g.field(f, 6))
	}
	return "{ miCarpeta { " + strings.Join(pages, " ") + " } }"
}

// anybody is one of those who see different things of a deletion.
func (g *selections) anybody() auth.Principal {
	return []auth.Principal{ana, ana, auditor, oficial}[g.IntN(4)]
}

// subscription is told one event.
func (g *selections) subscription() string {
	g.quien, g.event = g.anybody(), g.events[g.IntN(len(g.events))]
	root, on := "eliminacionesDeCarpeta", "Eliminacion"
	if _, news := g.event.(*eliminacion.Novedad); news {
		root, on = "novedadesDeCarpeta", "Novedad"
	}
	return fmt.Sprintf("subscription { %s: %s(carpetaId: %q) %s }", g.name("s"), root, carpetaGlobalID(1), g.selection(g.schema.Types[on], 5))
}

// node is a document or a deletion alone.
func (g *selections) node() string {
	g.quien = g.anybody()
	on, id := "Documento", documentoGlobalID(1, 101+g.IntN(30))
	if g.IntN(2) == 0 {
		on, id = "Eliminacion", eliminacionGlobalID(uuid(9, 1+g.IntN(9)))
	}
	return fmt.Sprintf("{ one: node(id: %q) { __typename ... on %s %s } }", id, on, g.selection(g.schema.Types[on], 5))
}

func (g *selections) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

func (g *selections) field(f *ast.FieldDefinition, depth int) string {
	text := f.Name
	if len(f.Arguments) > 0 || g.IntN(4) == 0 {
		text = g.name("a") + ": " + f.Name // two of one name could not be merged
	}
	text += g.arguments(f) + g.directive()
	if def := g.schema.Types[f.Type.Name()]; def.IsCompositeType() {
		return text + " " + g.selection(def, depth-1)
	}
	return text
}

// arguments are those of a page; what else needs arguments gets none, and is invalid.
func (g *selections) arguments(f *ast.FieldDefinition) string {
	if f.Arguments.ForName("first") == nil {
		return ""
	}
	args := []string{fmt.Sprintf("%s: %d", []string{"first", "last"}[g.IntN(2)], 1+g.IntN(6))}
	list := f.Name
	switch {
	case f.Name == "documentos" && g.IntN(3) == 0:
		orden := ordenes[g.IntN(len(ordenes))]
		args, list = append(args, orden), list+orden
	case f.Name == "eventosAuditoria":
		args = append(args, filtroEventos)
	}
	if all := g.cursors[list]; len(all) > 0 && g.IntN(2) == 0 {
		side := map[bool]string{true: "after", false: "before"}[strings.HasPrefix(args[0], "first")]
		args = append(args, fmt.Sprintf("%s: %q", side, all[g.IntN(len(all))]))
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func (g *selections) directive() string {
	switch g.IntN(14) {
	case 0:
		return fmt.Sprintf(" @%s(if: %v)", []string{"skip", "include"}[g.IntN(2)], g.IntN(2) == 0)
	case 1:
		name := g.name("v")
		g.declared = append(g.declared, "$"+name+": Boolean!")
		g.variables[name] = g.IntN(2) == 0
		return fmt.Sprintf(" @%s(if: $%s)", []string{"skip", "include"}[g.IntN(2)], name)
	default:
		return ""
	}
}

// left has the fields that gqlgen writes, and all around them: few operations have one.
var left = sync.OnceValue(func() map[string]bool {
	fields := map[string]bool{}
	for _, t := range resolvers.Tables {
		name, _, rest := t.Table()
		for _, field := range rest {
			fields[name+"."+field] = true
		}
	}
	return fields
})

func (g *selections) selection(def *ast.Definition, depth int) string {
	fields := slices.DeleteFunc(slices.Clone(def.Fields), func(f *ast.FieldDefinition) bool {
		return strings.HasPrefix(f.Name, "__") || left()[def.Name+"."+f.Name] && g.IntN(20) > 0 || depth == 0 && g.schema.Types[f.Type.Name()].IsCompositeType()
	})
	parts := []string{}
	if len(fields) > 0 {
		for range 1 + g.IntN(5) {
			parts = append(parts, g.field(fields[g.IntN(len(fields))], depth))
		}
	}
	if len(parts) == 0 || g.IntN(8) == 0 {
		parts = append(parts, "__typename")
	}
	if g.IntN(4) == 0 && depth > 0 {
		parts = append(parts, g.fragment(def, depth-1))
	}
	return "{ " + strings.Join(parts, " ") + " }"
}

// fragment is one on the type itself, on an interface of it, or without a type.
func (g *selections) fragment(def *ast.Definition, depth int) string {
	on := append([]string{def.Name, ""}, def.Interfaces...)[g.IntN(2+len(def.Interfaces))]
	body := def
	if on != "" {
		body = g.schema.Types[on]
	}
	selection := g.selection(body, depth)
	switch {
	case on == "":
		return "..." + g.directive() + " " + selection
	case g.IntN(2) == 0:
		return "... on " + on + g.directive() + " " + selection
	default:
		name := g.name("F")
		g.fragments = append(g.fragments, " fragment "+name+" on "+on+" "+selection)
		return "..." + name + g.directive()
	}
}

// trouble is a store that has some of what can go wrong while a page is read.
func (g *selections) trouble(s documento.Store) documento.Store {
	switch n := g.IntN(14); n {
	case 12, 13:
		return moved{s, n == 12}
	case 0:
		return ghosts{Store: s, down: true}
	case 1:
		odd := byte(g.IntN(2))
		return ghosts{Store: s, gone: func(k documento.Clave) bool { return k.DocumentoID[len(k.DocumentoID)-1]&1 == odd }}
	case 2:
		return blind{s}
	default:
		return s
	}
}

// sagaTrouble and carpetaTrouble are the same for what is read beside a page. Where a carpeta is read by itself too, its
// owner is known or not, depending on who is faster.
func (g *selections) sagaTrouble(s eliminacion.Store) eliminacion.Store {
	return []eliminacion.Store{s, s, s, lostSagas{s, nil}, lostSagas{s, fault.Plain(fault.Unavailable)}}[g.IntN(5)]
}

func (g *selections) carpetaTrouble(s carpeta.Store) carpeta.Store {
	n := g.IntN(4)
	switch {
	case g.event != nil && n == 0:
		return lostCarpetas{s, nil}
	case g.event != nil && n == 1:
		return lostCarpetas{s, fault.Plain(fault.Unavailable)}
	}
	return s
}

// lostSagas is a store that reads no batch of deletions, or does not find half of them.
type lostSagas struct {
	eliminacion.Store
	err error
}

func (l lostSagas) Eliminaciones(ctx context.Context, ids []string) ([]eliminacion.Eliminacion, error) {
	if l.err != nil {
		return nil, l.err
	}
	found, err := l.Store.Eliminaciones(ctx, ids)
	return slices.DeleteFunc(found, func(e eliminacion.Eliminacion) bool { return e.EventoID[len(e.EventoID)-1]&1 == 0 }), err
}

// lostCarpetas is a store that reads no batch of carpetas, or finds none.
type lostCarpetas struct {
	carpeta.Store
	err error
}

func (l lostCarpetas) Carpetas(context.Context, []string) ([]carpeta.Carpeta, error) {
	return nil, l.err
}

// moved is a store in which the rows of cursors are gone. It may look at no more than three rows at a time.
type moved struct {
	documento.Store
	short bool
}

func (m moved) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	fs, err := m.Store.Listar(ctx, c)
	if c.ConDesde && len(fs) > 0 && fs[0].ClaveOrden(c.Campo) == c.Desde {
		fs = fs[1:]
	}
	if err == nil && m.short && c.Limite > 3 && len(fs) > 3 {
		return fs[:3], documento.Sigue(fs[2].ClaveOrden(c.Campo))
	}
	return fs, err
}

// blind is a store that reads a page, and cannot look beyond it.
type blind struct{ documento.Store }

func (b blind) Listar(ctx context.Context, c documento.Consulta) ([]documento.Fila, error) {
	if c.Limite == 1 {
		return nil, fault.Plain(fault.Unavailable)
	}
	return b.Store.Listar(ctx, c)
}

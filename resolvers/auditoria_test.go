package resolvers_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/carpeta-ciudadana/servidor/graph"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
)

// trail is the store's, and remembers what was written through it.
type trail struct {
	auditoria.Anotador
	down bool

	mu    sync.Mutex
	calls int
	all   []auditoria.Evento
}

func (s *trail) Anotar(ctx context.Context, es ...auditoria.Evento) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.down {
		return errors.New("no answer")
	}
	s.all = append(s.all, es...)
	return s.Anotador.Anotar(ctx, es...)
}

func (*trail) LecturasAnotadas(int) {}
func (*trail) LecturasNegadas(int)  {}
func (*trail) LecturasPerdidas(int) {}

func (s *trail) fail(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = down
}

// take is what was written since the last time, in words, and in how many calls.
func (s *trail) take() (told []string, calls int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.all {
		told = append(told, fmt.Sprintf("%s %s %s: %s", e.Tipo, e.Recurso.Tipo, e.Recurso.ID, e.Actor.Tipo))
	}
	calls = s.calls
	s.all, s.calls = nil, 0
	slices.Sort(told)
	return told, calls
}

// witnessed is a world whose reads are written down: one document of ana's came from an entity, one waits
// for an approval of its deletion, one is being deleted.
type witnessed struct {
	*world
	trail     *trail
	delivered documento.Clave
	evento    string
}

var (
	uni   = auth.Principal{Sub: "programa", Roles: []auth.Role{auth.Entidad}, EntidadID: "uni"}
	other = auth.Principal{Sub: "programa", Roles: []auth.Role{auth.Entidad}, EntidadID: "otra"}
)

func newWitnessed(t *testing.T) *witnessed {
	w := &witnessed{world: newWorld(t), delivered: documento.Clave{CarpetaID: uuid(1, 0), DocumentoID: uuid(8, 1)}}
	w.evento = w.deleted()
	w.deliver()
	w.trail = &trail{Anotador: w.store}
	l := &auditoria.Lecturas{Rastro: w.trail, Metrics: w.trail}
	w.resolver.Documentos.Auditoria, w.resolver.Eliminaciones.Auditoria, w.resolver.Entregas.Auditoria = l, l, l
	w.dead.all = []broker.DeadLetter{{ID: "1", Queue: minioDLQ, Message: broker.Message{SagaID: w.evento, OperadorID: "op-1"}}}
	return w
}

// deliver puts a delivered document into ana's carpeta.
func (w *witnessed) deliver() {
	now := time.Now().UTC().Truncate(time.Millisecond)
	k := w.delivered
	d := documento.Documento{
		Fila: documento.Fila{CarpetaID: k.CarpetaID, DocumentoID: k.DocumentoID, Titulo: "Diploma", Tipo: documento.Diploma, Estado: documento.Cargando,
			TamanoBytes: 1, FechaRecepcion: now, Certificado: true, EmisorID: "uni"},
		Hash: strings.Repeat("ab", 32), TipoContenido: "application/pdf", TipoVista: "application/pdf", NombreArchivo: "a.pdf", StoragePath: documento.NombreObjeto(k), TipoCarpeta: "PERSONAL",
	}
	e := entrega.Entrega{EntidadID: "uni", EntregaID: k.DocumentoID, CarpetaID: k.CarpetaID, CiudadanoID: "ana", AnunciadaEn: now, Firma: entidad.Firma{Llave: "1", JWS: "x"}}
	w.must(second(w.store.CrearEntrega(w.t.Context(), e, d, carpeta.Cuota{Bytes: 1 << 20, Documentos: 100, Pendientes: 10}, auditoria.Escribano{}.Levantar(w.t.Context(), d.Hecho(auditoria.CargaAnunciada, "op-1")))))
	e.EntregadaEn, d.Estado = now, documento.Procesado
	w.must(second(w.store.ConfirmarEntrega(w.t.Context(), entrega.Confirmada{Entrega: e, Visto: d, Documento: d}, auditoria.Escribano{}.Levantar(w.t.Context(), d.Hecho(auditoria.DocumentoEntregado, "op-1")))))
}

func second[T any](_ T, err error) error { return err }

// TestEveryWayToReadIsInTheTrail: every way to a file, and to what belongs to somebody else, is a row,
// with the events that it leaves. The ways around the resolvers (the use of a link, REST, the command line) are in
// internal/app.
func TestEveryWayToReadIsInTheTrail(t *testing.T) {
	w := newWitnessed(t)
	uploaded, delivered := key(1, 2), w.delivered
	ids := map[string]any{
		"carpeta": carpetaGlobalID(1), "doc": documentoGlobalID(1, 2), "entregado": documento.Fila{CarpetaID: delivered.CarpetaID, DocumentoID: delivered.DocumentoID}.ID(),
		"eliminacion": eliminacionGlobalID(w.evento), "entrega": entrega.Entrega{EntregaID: delivered.DocumentoID}.ID(), "evento": w.evento,
	}
	// what is looked at, in words
	down := "documento.descargado documento "
	saga := " eliminacion " + w.evento
	delivery := " entrega " + delivered.DocumentoID
	file := " documento " + delivered.DocumentoID
	for _, c := range []struct {
		way   string // fields of the schema that the row covers
		quien auth.Principal
		query string
		want  []string
	}{
		{"Query.carpeta Query.miCarpeta Carpeta.documentos DocumentoConnection.edges DocumentoEdge.node", ana, `{ miCarpeta { id } carpeta(id: $carpeta) { documentos { edges { node { titulo hashDocumento } } } } }`, nil},
		{"Carpeta.accesos AccesoConnection.nodes Acceso.documento Acceso.titulo", ana, `{ carpeta(id: $carpeta) { accesos { nodes { titulo documento { titulo } } } } }`, nil},
		{"Carpeta.eliminaciones Eliminacion.documento EliminacionEdge.node", ana, `{ carpeta(id: $carpeta) { eliminaciones { edges { node { titulo documento { titulo } } } } } }`, nil},
		{"Documento.urlDescarga", ana, `{ carpeta(id: $carpeta) { documentos(filtro: {codigosTipo: ["DIPLOMA"]}) { nodes { urlDescarga otra: urlDescarga } } } }`,
			[]string{down + key(1, 2).DocumentoID + ": ciudadano", down + key(1, 3).DocumentoID + ": ciudadano", down + delivered.DocumentoID + ": ciudadano"}},
		{"Documento.urlVista Query.node", ana, `{ node(id: $entregado) { ... on Documento { urlVista } } }`, []string{"documento.visto" + file + ": ciudadano"}},
		{"Query.nodes", ana, `{ nodes(ids: [$doc, $eliminacion]) { ... on Documento { urlDescarga } ... on Eliminacion { documento { urlDescarga } } } }`, []string{down + uploaded.DocumentoID + ": ciudadano"}},
		{"Verificacion.documento Query.verificarDocumento", ana, `{ verificarDocumento(documentoId: $entregado) { resultado documento { urlDescarga } } }`, []string{down + delivered.DocumentoID + ": ciudadano"}},
		{"Codigo.documento", ana, `{ carpeta(id: $carpeta) { codigos { nodes { documento { urlDescarga } } } } }`, nil},
		{"RequisitoPedido.candidatos DocumentoAutorizado.documento", ana, `{ carpeta(id: $carpeta) { solicitudes { nodes { requisitos { candidatos { urlDescarga } } } } autorizaciones { nodes { documentos { documento { urlDescarga } } } } } }`, nil},
		{"Carpeta.papelera DocumentoEnPapelera.documento", ana, `{ carpeta(id: $carpeta) { papelera { nodes { documento { urlDescarga } } } } }`, nil},
		{"Carpeta.cargas CargaPendiente.documento", ana, `{ carpeta(id: $carpeta) { cargas { nodes { documento { urlDescarga } } } } }`, nil},

		{"Query.eliminacion Eliminacion.titulo", oficial, `{ eliminacion(eventoId: $evento) { titulo documento { urlDescarga } } }`, []string{"nodo.leido" + saga + ": operador"}},
		{"Query.node of a deletion", auditor, `{ node(id: $eliminacion) { ... on Eliminacion { titulo hashDocumento } } }`, []string{"nodo.leido" + saga + ": auditor"}},
		{"Query.nodes of others", oficial, `{ nodes(ids: [$doc, $carpeta, $eliminacion, $entrega]) { id } }`, []string{"nodo.leido" + saga + ": operador"}},
		{"Query.porQueNoAvanza", oficial, `{ porQueNoAvanza(eventoId: $evento) { causa } }`, []string{"nodo.leido" + saga + ": operador"}},
		{"Query.eliminaciones EliminacionConnection.nodes", oficial, `{ eliminaciones { nodes { id } } }`, []string{"lista.leida" + saga + ": operador"}},
		{"Query.eliminaciones of an auditor", auditor, `{ eliminaciones(operadorId: "op-1") { nodes { titulo } } }`, []string{"lista.leida" + saga + ": auditor"}},
		{"Query.mensajesMuertos MensajeMuerto.eliminacion", oficial, `{ mensajesMuertos { nodes { tipo eliminacion { estado } } } }`, []string{"lista.leida mensajesMuertos op-1: operador", "nodo.leido" + saga + ": operador"}},
		{"Query.entregas EntregaConnection.nodes", uni, `{ entregas { nodes { titulo } } }`, []string{"lista.leida" + delivery + ": entidad"}},
		{"Query.node of a delivery", uni, `{ node(id: $entrega) { ... on Entrega { titulo hashDocumento } } }`, []string{"nodo.leido" + delivery + ": entidad"}},
		{"Query.verificarDocumento of an entity", uni, `{ verificarDocumento(documentoId: $entregado) { resultado documento { urlDescarga } } }`, []string{"nodo.leido" + file + ": entidad"}},

		// Who may not see leaves no look, and sees nothing.
		{"a stranger", bea, `{ nodes(ids: [$doc, $carpeta, $eliminacion, $entrega]) { id } verificarDocumento(documentoId: $entregado) { resultado } }`, nil},
		{"another operador", foreign, `{ nodes(ids: [$eliminacion]) { id } eliminaciones { nodes { id } } mensajesMuertos { nodes { tipo } } }`, nil},
		{"another entity", other, `{ nodes(ids: [$entrega]) { id } entregas { nodes { id } } }`, nil},
	} {
		t.Run(strings.Fields(c.way)[0]+" "+c.quien.Sub, func(t *testing.T) {
			w.trail.take()
			a := w.query(c.quien, declared(c.query), ids)
			got, calls := w.trail.take()
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got), codes %v:\n%s", c.query, a.codes, diff)
			}
			if c.want == nil && calls > 0 {
				t.Errorf("%d calls for nothing", calls)
			}
			for _, e := range got {
				if strings.Contains(e, "Diploma") {
					t.Errorf("a title is in %s", e)
				}
			}
		})
	}
}

// declared gives a query the variables that it uses.
func declared(query string) string {
	var used []string
	for _, v := range []string{"carpeta", "doc", "entregado", "eliminacion", "entrega", "evento"} {
		if strings.Contains(query, "$"+v+")") || strings.Contains(query, "$"+v+",") || strings.Contains(query, "$"+v+"]") {
			used = append(used, "$"+v+": ID!")
		}
	}
	if len(used) == 0 {
		return query
	}
	return "query(" + strings.Join(used, ", ") + ") " + query
}

// TestSubscriptionsOfOthersAreInTheTrail: who begins to follow a deletion looks at it once; each event
// that comes then is of the same look.
func TestSubscriptionsOfOthersAreInTheTrail(t *testing.T) {
	w := newWitnessed(t)
	for quien, want := range map[string][]string{"oto": {"nodo.leido eliminacion " + w.evento + ": operador"}, "ana": nil} {
		p := map[string]auth.Principal{"oto": oficial, "ana": ana}[quien]
		ctx, place := hub.WithHandover(w.context(p))
		if _, err := w.resolver.Subscription().Eliminacion(ctx, w.evento, nil); err != nil {
			t.Fatal(err)
		}
		place.Stream.Close()
		if got, _ := w.trail.take(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", quien, got, want)
		}
	}
}

// TestNothingLeavesWithoutItsEvent: while the trail cannot be written, no link and nothing of others is shown.
func TestNothingLeavesWithoutItsEvent(t *testing.T) {
	w := newWitnessed(t)
	w.trail.down = true
	for query, quien := range map[string]auth.Principal{
		`{ carpeta(id: $carpeta) { documentos { nodes { urlDescarga urlVista } } } }`: ana,
		`{ eliminacion(eventoId: $evento) { estado } }`:                               oficial,
		`{ eliminaciones { nodes { estado } } }`:                                      oficial,
		`{ mensajesMuertos { nodes { tipo } } }`:                                      oficial,
		`{ entregas { nodes { titulo } } }`:                                           uni,
		`{ nodes(ids: [$entrega]) { ... on Entrega { titulo } } }`:                    uni,
	} {
		resp := w.run(w.context(quien), declared(query), map[string]any{
			"carpeta": carpetaGlobalID(1), "evento": w.evento, "entrega": relay.GlobalID{Type: entrega.TipoNodo, Keys: []string{w.delivered.DocumentoID}}.String(),
		})
		if len(resp.Errors) == 0 || !strings.Contains(resp.Errors[0].Error(), "no se pudo registrar") {
			t.Errorf("%s: %v", query, resp.Errors)
		}
		for _, shown := range []string{"http", "Diploma", "INICIADA"} {
			if strings.Contains(string(resp.Data), shown) {
				t.Errorf("%s shows %s: %s", query, shown, resp.Data)
			}
		}
	}
}

// TestLinksOfAPageAreWrittenTogether: a page of 100 with links is one call of the trail.
func TestLinksOfAPageAreWrittenTogether(t *testing.T) {
	w := newWitnessed(t)
	w.more(100)
	w.resolver.Siblings = time.Minute // a full batch does not wait
	w.good(ana, `query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { urlDescarga } } } }`, map[string]any{"c": carpetaGlobalID(1)})
	if told, calls := w.trail.take(); len(told) != 100 || calls != 1 {
		t.Errorf("%d events in %d calls", len(told), calls)
	}
	w.good(ana, `query($c: ID!) { carpeta(id: $c) { documentos(first: 100) { nodes { titulo hashDocumento } } } }`, map[string]any{"c": carpetaGlobalID(1)})
	if diff := cmp.Diff(map[string]int{"Carpeta": 1, "Listar": 1, "Documentos": 1}, w.counted()); diff != "" {
		t.Errorf("a page of the owner without links (-want +got):\n%s", diff)
	}
}

// TestALinkIsOneEventWhoeverWrites: a page that is written in one go writes its links down once, in one call, also if
// gqlgen has to write the page after all, because something else in it fails.
func TestALinkIsOneEventWhoeverWrites(t *testing.T) {
	w := newWitnessed(t)
	w.more(40)                        // with both links of each, a batch has room
	w.resolver.Siblings = time.Minute // who has all does not wait
	w.exec, _ = w.inOneGo()
	const links = `titulo urlDescarga otra: urlDescarga urlVista`
	for _, c := range []struct {
		fields string
		code   fault.Code
	}{{links, ""}, {links + ` eliminacion { estado }`, fault.Unavailable}} {
		if c.code != "" {
			w.resolver.Eliminaciones.Store = downStore{w.resolver.Eliminaciones.Store}
		}
		w.trail.take()
		a := w.query(ana, `{ miCarpeta { documentos(first: 100) { nodes { `+c.fields+` } } } }`, nil)
		seen, linked := 0, 0
		for _, n := range a.data["miCarpeta"].(map[string]any)["documentos"].(map[string]any)["nodes"].([]any) {
			n := n.(map[string]any)
			if n["urlDescarga"] != n["otra"] {
				t.Errorf("two links: %v, %v", n["urlDescarga"], n["otra"])
			}
			if n["urlDescarga"] != nil {
				linked++
			}
			if n["urlVista"] != nil {
				seen++
			}
		}
		told, calls := w.trail.take()
		if linked == 0 || seen == 0 || len(told) != linked+seen || calls != 1 || (len(a.codes) > 0) != (c.code != "") {
			t.Errorf("%s: %d links, %d views, %d events in %d calls, codes %v", c.fields, linked, seen, len(told), calls, a.codes)
		}
	}
}

// TestEveryFieldThatShowsHasItsRow: a new field that leads to somebody's things, or to a link, must be
// looked at: is it an event?
func TestEveryFieldThatShowsHasItsRow(t *testing.T) {
	known := map[string]bool{}
	for _, f := range strings.Fields(`
		Query.carpeta Query.miCarpeta Query.node Query.nodes Query.eliminacion Query.eliminaciones Query.porQueNoAvanza Query.mensajesMuertos
		Query.entregas Query.verificarDocumento Carpeta.documentos Carpeta.eliminaciones Carpeta.cargas Documento.urlDescarga Documento.urlVista Documento.urlVerificable
		Documento.eliminacion Eliminacion.documento Eliminacion.carpeta MensajeMuerto.eliminacion Verificacion.documento CargaPendiente.documento Carpeta.papelera DocumentoEnPapelera.documento
		Carga.url ParteFirmada.url DocumentoCambiado.documento Codigo.documento
		RequisitoPedido.candidatos DocumentoAutorizado.documento DocumentoAbierto.urlArchivo DocumentoAbierto.urlVerificable
		Novedad.documento Novedad.eliminacion Subscription.eliminacion Subscription.eliminacionesDeCarpeta Subscription.novedadesDeCarpeta Subscription.accesosDeCarpeta AccesoNuevo.acceso AccesoConnection.nodes AccesoEdge.node Acceso.documento`) {
		known[f] = true
	}
	shows := []string{"Carpeta", "Documento", "Eliminacion", "Entrega", "Node", "Verificacion", "Bloqueo", "MensajeMuerto", "Novedad", "CargaPendiente", "DocumentoEnPapelera", "Acceso",
		"DocumentoConnection", "EliminacionConnection", "EntregaConnection", "MensajeMuertoConnection", "CargaPendienteConnection", "DocumentoEnPapeleraConnection"}
	for _, def := range graph.NewExecutableSchema(graph.Config{}).Schema().Types {
		if def.Kind != ast.Object || strings.HasSuffix(def.Name, "Payload") || strings.HasSuffix(def.Name, "Connection") || strings.HasSuffix(def.Name, "Edge") || strings.HasPrefix(def.Name, "ResultadoDe") {
			continue // payloads are of changes, which have events of their own; a list's parts are of the list
		}
		for _, f := range def.Fields {
			if def.Name != "Mutation" && (slices.Contains(shows, f.Type.Name()) || strings.HasPrefix(f.Name, "url")) && !known[def.Name+"."+f.Name] {
				t.Errorf("%s.%s: write a row in TestEveryWayToReadIsInTheTrail, and name it here", def.Name, f.Name)
			}
		}
	}
}

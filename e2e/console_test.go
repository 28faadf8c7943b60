package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/cli/demo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestConsole is an operador's day in the console, in a real browser: a request is decided; deletions are stuck, the
// reason is found, an auditor sees them too, and when it was mended they are sent on; one that failed is tried again, and
// another one, which somebody else has tried already, is not.
func TestConsole(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	o := openOffice(t, serverkit.Embedded)
	console := func(step string, more ...string) {
		browse(t, 15*time.Minute, append([]string{"app/operador.mjs", o.s.URL, step, o.token}, more...)...)
	}
	certified := o.delivered()
	o.asksFor(certified, "Está repetido.")

	o.damage()
	for _, id := range o.free[:3] {
		deleteDocumento(t, o.dueno, id, 0)
	}
	o.deadLetters(3)
	console("idles")
	console("finds")
	auditora := o.house.Token(t, "auditora", "auditor", "", time.Hour)
	browse(t, 15*time.Minute, "app/operador.mjs", o.s.URL, "oversees", auditora, o.operadorID)
	o.repair()
	console("mends")

	again := o.asksFor(certified, "De verdad está repetido.")
	failed := []string{deleteDocumento(t, o.dueno, o.free[3], 600).EventoID, deleteDocumento(t, o.dueno, o.free[4], 600).EventoID}
	o.getNowhere(failed...)
	console("retries", o.operadorID, strings.Join(failed, ","))
	for _, id := range append(failed, again) {
		untilEstado(t, o.dueno, id, "COMPLETADA", soon)
	}
}

// delivered has an entity deliver a document to the citizen; its id. It is certified.
func (o *office) delivered() string {
	t := o.t
	uni := newInstitution(t, "universidad", "k1")
	o.s.Stop(t)
	uni.register(t, o.house)
	o.s.Restart(t)
	program := serverkit.Client{URL: o.s.URL, Token: o.house.Token(t, "programa", "entidad", uni.id, time.Hour)}
	content := []byte("diploma\n")
	done := entregada(t, program, uni.entrega(t, o.ciudadano, "Diploma repetido", content), content)
	mine := serverkit.Do[struct{ MiCarpeta struct{ CarpetaID string } }](t, o.dueno, `{ miCarpeta { carpetaId } }`, nil).MiCarpeta.CarpetaID
	return globalID("Documento", mine, done.EntregaID)
}

// asksFor asks for the deletion of a certified document.
func (o *office) asksFor(id, motivo string) (eventoID string) {
	o.t.Helper()
	r := askAprobacion(o.t, o.dueno, solicitarMutation, obj{"id": id, "motivo": motivo})
	mustSame(o.t, "errores of solicitarEliminacion", nil, r.Errores)
	return r.Eliminacion.EventoID
}

// getNowhere writes down that the files of deletions are gone, and that the orders to erase their metadata led to nothing
// as often as they may. That takes 40 minutes of a store that refuses; then the server itself gives the deletions up.
func (o *office) getNowhere(eventoIDs ...string) {
	t := o.t
	o.s.Stop(t)
	store, err := boltstore.Open(boltstore.Config{Dir: o.house.Dir})
	must(t, err)
	for _, id := range eventoIDs {
		getsNowhere(t, store, id)
	}
	must(t, store.Close())
	o.s.Restart(t)
	for _, id := range eventoIDs {
		untilEstado(t, o.dueno, id, "FALLIDA", soon)
	}
}

func getsNowhere(t *testing.T, store *boltstore.Store, eventoID string) {
	t.Helper()
	for _, happens := range []eliminacion.Suceso{eliminacion.VentanaVencida, eliminacion.ObjetoBorrado} {
		e, err := store.Eliminacion(t.Context(), eventoID)
		must(t, err)
		r, err := eliminacion.Transicion(e, happens, eliminacion.Detalle{Now: time.Now().Add(time.Hour)})
		must(t, err)
		r.Nueva.Entregas, r.Nueva.NoAntesDe = eliminacion.PlazosNormales.MaxEntregas+1, time.Now()
		h := auditoria.Escribano{}.Levantar(t.Context(), r.Nueva.Hecho(auditoria.EliminacionPaso))
		must(t, store.Guardar(t.Context(), eliminacion.Guardado{Nueva: r.Nueva, Efecto: r.Efecto}, h))
	}
}

// TestConsoleAsksWhatFor: half a token is told as such; where the server must know what an operador comes for, the
// console asks whoever did not say, in place.
func TestConsoleAsksWhatFor(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_AUDITORIA_PROPOSITO=operador")
	s := house.Start(t)
	browse(t, 15*time.Minute, "app/operador.mjs", s.URL, "says", house.Token(t, "funcionaria", "operador", "op-1", time.Hour))
}

// TestConsoleCorrectsAPaper: the entity of a demonstration replaces its diploma and revokes the new one in the console, with
// the key that lies in the data folder. Its citizen sees what each is worth.
func TestConsoleCorrectsAPaper(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t, "--demo")
	browse(t, 15*time.Minute, "app/operador.mjs", s.URL, "corrects", "", filepath.Join(house.Dir, demo.KeyFile))

	type paper struct{ Titulo, EstadoJuridico, MotivoRevocacion string }
	papers := serverkit.Do[struct {
		MiCarpeta struct{ Documentos struct{ Nodes []paper } }
	}](t, serverkit.Client{URL: s.URL, Token: visitorOf(t, s.URL)},
		`{ miCarpeta { documentos(filtro: { texto: "Diploma de grado" }) { nodes { titulo estadoJuridico motivoRevocacion } } } }`, nil).MiCarpeta.Documentos.Nodes
	got := map[string]paper{}
	for _, p := range papers {
		got[p.Titulo] = p
	}
	for _, want := range []paper{
		{"Diploma de grado", "REEMPLAZADO", ""},
		{"Diploma de grado corregido", "REVOCADO", "El título no corresponde."},
	} {
		mustSame(t, want.Titulo, want, got[want.Titulo])
	}
}

// visitorOf is the token that a demonstration gives to whoever opens it.
func visitorOf(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url + "/config.json")
	must(t, err)
	defer answer.Body.Close()
	var settings struct{ Token string }
	must(t, json.NewDecoder(answer.Body).Decode(&settings))
	return settings.Token
}

const (
	editsOfADay = 120
	readOffice  = "op-rastro"
)

// TestConsoleOfEntitiesAndAuditors: an entity sees how far its deliveries are; an auditor searches a trail, exports
// it, and takes a proof away that the command verifies.
func TestConsoleOfEntitiesAndAuditors(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded)
	happenedToday(t, house.Dir)
	e := newEntrante(t, house)
	content := []byte("diploma\n")
	entregada(t, e.program, e.uni.entrega(t, e.ciudadanoID, "Diploma", content), content)
	pending := entregar(t, e.program, e.uni.entrega(t, e.ciudadanoID, "Acta", []byte("acta\n")))
	mustSame(t, "errores of entregarDocumento", nil, pending.Errores)
	browse(t, 15*time.Minute, "app/operador.mjs", e.program.URL, "delivers", e.program.Token)

	auditora := house.Token(t, "auditora", "auditor", "", time.Hour)
	dir := browse(t, 15*time.Minute, "app/operador.mjs", e.program.URL, "audits", auditora, readOffice, fmt.Sprint(editsOfADay))
	house.MustRun(t, "auditoria", "verificar", "--constancia="+dir+"/prueba.json")
}

// happenedToday writes corrections of an operador into the store that the server will find, four for each request; in
// the first request something was refused, too.
func happenedToday(t *testing.T, dir string) {
	t.Helper()
	store, err := boltstore.Open(boltstore.Config{Dir: dir})
	must(t, err)
	happened := func(e auditoria.Evento) {
		e.OperadorID = readOffice
		must(t, store.Anotar(t.Context(), auditoria.Escribano{}.Levantar(t.Context(), e)))
	}
	for i := range editsOfADay {
		happened(auditoria.Evento{Tipo: auditoria.DocumentoEditado, CorrelacionID: fmt.Sprintf("pedido-%d", i/4)})
	}
	happened(auditoria.Evento{Tipo: auditoria.PoliticaNegada, Resultado: auditoria.Negado, Gravedad: auditoria.Critica, CorrelacionID: "pedido-0"})
	must(t, store.Close())
}

package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const dlqMinio = "minio.cleanup.dlq"

// office is an operador's office: a server, a carpeta that it serves, and the
// object store in its hands.
type office struct {
	t          *testing.T
	house      *serverkit.House
	s          *serverkit.Server
	dueno      serverkit.Client
	ciudadano  string
	operadorID string
	token      string
	free       []string
	damage     func()
	repair     func()
}

func openOffice(t *testing.T, p serverkit.Profile) *office {
	t.Helper()
	o := &office{t: t}
	if p == serverkit.Embedded {
		o.house = serverkit.NewHouse(t, p)
		objetos := filepath.Join(o.house.Dir, "objetos")
		o.damage = func() { forEachFile(t, objetos, obstruct) }
		o.repair = func() { clearObstructions(t, objetos) }
	} else {
		minio := services.OwnMinio(t)
		o.house = serverkit.NewHouseOn(t, serverkit.Services{Minio: minio})
		o.damage = func() { must(t, minio.Kill()) }
		o.repair = func() { must(t, minio.Start(t.Context())) }
	}
	// One attempt by the queues, and no repetition of a command while the test looks.
	o.house = o.house.By(serverkit.ByQueues).With("CARPETA_RETRY_ATTEMPTS=1", "CARPETA_PLAZO=10m", "CARPETA_LOG_LEVEL=info")
	mine := o.house.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
	o.s, o.ciudadano = o.house.Start(t), mine.CiudadanoID
	o.dueno = o.s.Client(t, mine.CiudadanoID, "ciudadano")
	o.free = deletable(allFilas(t, o.dueno, mine.CarpetaID))
	o.operadorID = serverkit.Do[struct{ MiCarpeta struct{ OperadorID string } }](t, o.dueno, `{ miCarpeta { operadorId } }`, nil).MiCarpeta.OperadorID
	o.token = o.house.Token(t, "funcionaria", "operador", o.operadorID, time.Hour)
	return o
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func forEachFile(t *testing.T, dir string, do func(t *testing.T, path string)) {
	t.Helper()
	for _, path := range filesIn(t, dir) {
		do(t, filepath.Join(dir, path))
	}
}

// obstruct puts a folder that is not empty in the place of a file: it cannot be removed.
func obstruct(t *testing.T, path string) {
	must(t, os.Remove(path))
	must(t, os.Mkdir(path, 0o700))
	must(t, os.WriteFile(filepath.Join(path, "estorbo"), nil, 0o600))
}

func clearObstructions(t *testing.T, dir string) {
	forEachFile(t, dir, func(t *testing.T, path string) {
		if filepath.Base(path) == "estorbo" {
			must(t, os.RemoveAll(filepath.Dir(path)))
		}
	})
}

// carpeta runs a command of the operador.
func (o *office) command(args ...string) serverkit.Output {
	o.t.Helper()
	return o.house.Run(o.t, append(args, "--url", o.s.URL, "--token", o.token)...)
}

// okJSON runs one that must succeed, and reads its JSON.
func okJSON[T any](o *office, args ...string) (v T) {
	o.t.Helper()
	s := o.command(append(args, "-o", "json")...)
	if s.Code != 0 {
		o.t.Fatalf("carpeta %s: exit code %d\n%s", strings.Join(args, " "), s.Code, s.Err)
	}
	if err := json.Unmarshal([]byte(s.Out), &v); err != nil {
		o.t.Fatalf("carpeta %s: %v\n%s", strings.Join(args, " "), err, s.Out)
	}
	return v
}

type listedSaga struct{ EventoID, Estado, PasoActual string }

type listedDeadLetter struct{ CopiaID, Cola, Motivo, EventoID string }

type redriveResult struct {
	Lotes                  []struct{ Tamano, Reencolados, Fallidos int }
	Reencolados, Restantes int
	DetenidoPor            *string
}

func (o *office) deadLetters(n int) (ms []listedDeadLetter) {
	o.t.Helper()
	serverkit.WaitFor(o.t, soon, "dead letters", func() bool {
		ms = okJSON[[]listedDeadLetter](o, "dlq", "listar")
		return len(ms) == n
	})
	return ms
}

// TestOperadorMendsWhatIsStuck is an operador's day: deletions are stuck, the reason is found and mended, and they go on.
// What the commands refuse is in internal/config and internal/cli/consola, who may do it in the policy table.
func TestOperadorMendsWhatIsStuck(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serverkit.Distributed)
	o.damage()
	var deleted []string
	for _, id := range o.free[:9] {
		deleted = append(deleted, deleteDocumento(t, o.dueno, id, 0).EventoID)
	}
	ms := o.deadLetters(9)
	o.look(deleted, ms)

	dry := okJSON[redriveResult](o, "dlq", "reenviar", dlqMinio, "--simular")
	same(t, "dry run", obj{"lotes": 4, "reencolados": 0, "restantes": 9}, obj{"lotes": len(dry.Lotes), "reencolados": dry.Reencolados, "restantes": dry.Restantes})
	again := o.command("dlq", "reenviar", dlqMinio) // nothing was mended
	says(t, "redrive of what fails again", again, 1, again.Err, "FALLO_DE_NUEVO")
	o.deadLetters(9)

	o.repair()
	r := okJSON[redriveResult](o, "dlq", "reenviar", dlqMinio)
	r.Lotes = nil
	same(t, "redrive", redriveResult{Reencolados: 9}, r)
	for _, id := range deleted {
		untilEstado(t, o.dueno, id, "COMPLETADA", soon)
	}
	o.deadLetters(0)
	if ms := okJSON[[]listedSaga](o, "eliminacion", "listar"); len(ms) != 0 {
		t.Errorf("still listed: %+v", ms)
	}
	o.onRecord()
}

// look: stuck deletions are listed, with the cause.
func (o *office) look(deleted []string, ms []listedDeadLetter) {
	t := o.t
	for _, filtro := range [][]string{nil, {"--causa", "CARTA_MUERTA"}, {"--estado", "INICIADA", "--paso", "MINIO_CLEANUP"}} {
		var found []string
		for _, s := range okJSON[[]listedSaga](o, append([]string{"eliminacion", "listar"}, filtro...)...) {
			found = append(found, s.EventoID)
		}
		if slices.Sort(found); !slices.Equal(found, slices.Sorted(slices.Values(deleted))) {
			t.Errorf("eliminacion listar %v: %v, want %v", filtro, found, deleted)
		}
	}
	for _, none := range [][]string{{"--mas-antigua-que", "1h"}, {"--estado", "COMPLETADA"}, {"--causa", "TURNO"}} {
		if found := okJSON[[]listedSaga](o, append([]string{"eliminacion", "listar"}, none...)...); len(found) != 0 {
			t.Errorf("eliminacion listar %v: %+v", none, found)
		}
	}
	s := o.command("eliminacion", "listar", "--limite", "2")
	says(t, "a table of two", s, 0, s.Err, "hay más")
	same(t, "lines of a table of two", 3, strings.Count(s.Out, "\n"))
	b := okJSON[struct{ Causa, Detalle, Siguiente string }](o, "eliminacion", "explicar", deleted[0])
	same(t, fmt.Sprintf("why: %+v", b), obj{"causa": "CARTA_MUERTA", "detalle names the queue": true, "siguiente says what to do": true},
		obj{"causa": b.Causa, "detalle names the queue": strings.Contains(b.Detalle, dlqMinio), "siguiente says what to do": strings.Contains(b.Siguiente, "reencole las cartas muertas")})
	m := ms[0]
	same(t, fmt.Sprintf("dead letter: %+v", m), obj{"cola": dlqMinio, "motivo": true, "of a deletion": true},
		obj{"cola": m.Cola, "motivo": m.Motivo != "", "of a deletion": slices.Contains(deleted, m.EventoID)})
	all := serverkit.Client{URL: o.s.URL, Token: o.house.Token(t, "auditora", "auditor", "", time.Hour)}
	n := serverkit.Do[alias[struct {
		Total int
		Nodes []struct{ Eliminacion *eliminacionView }
	}]](t, all, `{ r: mensajesMuertos { total nodes { eliminacion { `+eliminacionFields+` } } } }`, nil).R
	mustSame(t, "total that an auditor sees", 9, n.Total)
	if n.Nodes[0].Eliminacion == nil {
		t.Error("an auditor does not see the deletion")
	}
}

// onRecord: the actor and the action are on record; the citizen is not.
func (o *office) onRecord() {
	log := o.s.Log()
	for _, says := range []string{`"accion":"reencolar"`, `"quien":"funcionaria"`, `"operador":"` + o.operadorID + `"`, `"reencolados":9`} {
		if !strings.Contains(log, says) {
			o.t.Errorf("the log does not say %s", says)
		}
	}
	if strings.Contains(log, o.ciudadano) || strings.Contains(log, o.token) {
		o.t.Error("the log names the citizen, or has a token")
	}
	_, text := o.s.Admin(o.t, "/metrics")
	for _, metric := range []string{
		`carpeta_operator_actions_total{accion="reencolar",resultado="OK"} 3`, `carpeta_dead_letters_redriven_total{queue="minio.cleanup.dlq"} 10`,
	} {
		if !strings.Contains(text, metric) {
			o.t.Errorf("no metric %s", metric)
		}
	}
}

// TestOperadorNeedsNoTokenBesideTheServer: beside the embedded server, the key in the data folder is enough.
func TestOperadorNeedsNoTokenBesideTheServer(t *testing.T) {
	t.Parallel()
	o := openOffice(t, serverkit.Embedded)
	evento := deleteDocumento(t, o.dueno, o.free[0], 600).EventoID
	s := o.house.Run(t, "eliminacion", "listar", "--estado", "INICIADA", "--url", o.s.URL, "--operador", o.operadorID)
	says(t, "eliminacion listar", s, 0, s.Out, evento)
	s = o.house.Run(t, "eliminacion", "explicar", evento, "--url", o.s.URL, "--operador", o.operadorID)
	says(t, "eliminacion explicar", s, 0, s.Out, "VENTANA_ABIERTA")
	s = o.house.Run(t, "eliminacion", "listar", "--url", o.s.URL)
	says(t, "nobody", s, 2, s.Err, "--operador")
	s = o.house.Run(t, "dlq", "listar", "--url", "http://127.0.0.1:1", "--operador", "x")
	says(t, "no server", s, 1, s.Err, "--url")
}

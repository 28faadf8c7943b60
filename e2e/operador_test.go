package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

const dlqMinio = "minio.cleanup.dlq"

// oficina is an operador's office: a server, a carpeta that it serves, and the
// object store in its hands.
type oficina struct {
	t          *testing.T
	casa       *serverkit.House
	s          *serverkit.Server
	dueno      serverkit.Client
	ciudadano  string
	operadorID string
	token      string
	libres     []string
	romper     func()
	reparar    func()
}

func abrirOficina(t *testing.T, p serverkit.Profile) *oficina {
	t.Helper()
	o := &oficina{t: t}
	if p == serverkit.Embedded {
		o.casa = serverkit.NewHouse(t, p)
		objetos := filepath.Join(o.casa.Dir, "objetos")
		o.romper = func() { porCadaArchivo(t, objetos, estorbar) }
		o.reparar = func() { quitarEstorbos(t, objetos) }
	} else {
		minio := services.OwnMinio(t)
		o.casa = serverkit.NewHouseOn(t, serverkit.Services{Minio: minio})
		o.romper = func() { exigir(t, minio.Kill()) }
		o.reparar = func() { exigir(t, minio.Start(t.Context())) }
	}
	// One attempt, and no repetition of a command while the test looks.
	o.casa = o.casa.With("CARPETA_RETRY_ATTEMPTS=1", "CARPETA_PLAZO=10m", "CARPETA_LOG_LEVEL=info")
	mia := o.casa.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
	o.s, o.ciudadano = o.casa.Start(t), mia.CiudadanoID
	o.dueno = o.s.Client(t, mia.CiudadanoID, "ciudadano")
	o.libres = borrables(todos(t, o.dueno, mia.CarpetaID))
	o.operadorID = serverkit.Do[struct{ MiCarpeta struct{ OperadorID string } }](t, o.dueno, `{ miCarpeta { operadorId } }`, nil).MiCarpeta.OperadorID
	o.token = o.casa.Token(t, "funcionaria", "operador", o.operadorID, time.Hour)
	return o
}

func exigir(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func porCadaArchivo(t *testing.T, dir string, hacer func(t *testing.T, ruta string)) {
	t.Helper()
	for _, ruta := range archivos(t, dir) {
		hacer(t, filepath.Join(dir, ruta))
	}
}

// estorbar puts a folder that is not empty in the place of a file: it cannot be removed.
func estorbar(t *testing.T, ruta string) {
	exigir(t, os.Remove(ruta))
	exigir(t, os.Mkdir(ruta, 0o700))
	exigir(t, os.WriteFile(filepath.Join(ruta, "estorbo"), nil, 0o600))
}

func quitarEstorbos(t *testing.T, dir string) {
	porCadaArchivo(t, dir, func(t *testing.T, ruta string) {
		if filepath.Base(ruta) == "estorbo" {
			exigir(t, os.RemoveAll(filepath.Dir(ruta)))
		}
	})
}

// carpeta runs a command of the operador.
func (o *oficina) carpeta(args ...string) serverkit.Output {
	o.t.Helper()
	return o.casa.Run(o.t, append(args, "--url", o.s.URL, "--token", o.token)...)
}

// bien runs one that must succeed, and reads its JSON.
func bien[T any](o *oficina, args ...string) (v T) {
	o.t.Helper()
	s := o.carpeta(append(args, "-o", "json")...)
	if s.Code != 0 {
		o.t.Fatalf("carpeta %s: exit code %d\n%s", strings.Join(args, " "), s.Code, s.Err)
	}
	if err := json.Unmarshal([]byte(s.Out), &v); err != nil {
		o.t.Fatalf("carpeta %s: %v\n%s", strings.Join(args, " "), err, s.Out)
	}
	return v
}

func (o *oficina) mal(codigo int, dice string, args ...string) {
	o.t.Helper()
	if s := o.carpeta(args...); s.Code != codigo || !strings.Contains(s.Err, dice) {
		o.t.Errorf("carpeta %s: exit code %d, want %d and %q\n%s", strings.Join(args, " "), s.Code, codigo, dice, s.Err)
	}
}

type sagaListada struct{ EventoID, Estado, PasoActual string }

type muertoListado struct{ ID, Cola, Motivo, EventoID string }

type reencolado struct {
	Lotes                  []struct{ Tamano, Reencolados, Fallidos int }
	Reencolados, Restantes int
	DetenidoPor            *string
}

func (o *oficina) muertos(n int) (ms []muertoListado) {
	o.t.Helper()
	serverkit.WaitFor(o.t, pronto, "dead letters", func() bool {
		ms = bien[[]muertoListado](o, "dlq", "list")
		return len(ms) == n
	})
	return ms
}

// TestOperador is an operador's day: deletions are stuck, the reason is found and
// mended, and they go on.
func TestOperador(t *testing.T) {
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		o := abrirOficina(t, p)
		o.romper()
		var borrados []string
		for _, id := range o.libres[:9] {
			borrados = append(borrados, borrar(t, o.dueno, id, 0).EventoID)
		}
		ms := o.muertos(9)
		o.mirar(borrados, ms)
		o.rechazos(borrados[0], ms[0].ID)

		seco := bien[reencolado](o, "dlq", "redrive", dlqMinio, "--dry-run")
		if len(seco.Lotes) != 4 || seco.Reencolados != 0 || seco.Restantes != 9 {
			t.Errorf("dry run: %+v", seco)
		}
		o.mal(1, "FALLO_DE_NUEVO", "dlq", "redrive", dlqMinio) // nothing was mended
		o.muertos(9)

		o.reparar()
		r := bien[reencolado](o, "dlq", "redrive", dlqMinio)
		if r.Reencolados != 9 || r.Restantes != 0 || r.DetenidoPor != nil {
			t.Errorf("redrive: %+v", r)
		}
		for _, id := range borrados {
			hastaEstado(t, o.dueno, id, "COMPLETADA", pronto)
		}
		o.muertos(0)
		if ms := bien[[]sagaListada](o, "sagas", "list"); len(ms) != 0 {
			t.Errorf("still listed: %+v", ms)
		}
		o.registro()
	})
}

// mirar: what is stuck is listed, and why.
func (o *oficina) mirar(borrados []string, ms []muertoListado) {
	t := o.t
	for _, filtro := range [][]string{nil, {"--causa", "CARTA_MUERTA"}, {"--estado", "INICIADA", "--paso", "MINIO_CLEANUP"}} {
		var hay []string
		for _, s := range bien[[]sagaListada](o, append([]string{"sagas", "list"}, filtro...)...) {
			hay = append(hay, s.EventoID)
		}
		if slices.Sort(hay); !slices.Equal(hay, slices.Sorted(slices.Values(borrados))) {
			t.Errorf("sagas list %v: %v, want %v", filtro, hay, borrados)
		}
	}
	for _, nada := range [][]string{{"--mas-antigua-que", "1h"}, {"--estado", "COMPLETADA"}, {"--causa", "TURNO"}} {
		if hay := bien[[]sagaListada](o, append([]string{"sagas", "list"}, nada...)...); len(hay) != 0 {
			t.Errorf("sagas list %v: %+v", nada, hay)
		}
	}
	if s := o.carpeta("sagas", "list", "--limite", "2"); s.Code != 0 || strings.Count(s.Out, "\n") != 3 || !strings.Contains(s.Err, "hay más") {
		t.Errorf("a table of two: %+v", s)
	}
	b := bien[struct{ Causa, Detalle, Siguiente string }](o, "sagas", "why", borrados[0])
	if b.Causa != "CARTA_MUERTA" || !strings.Contains(b.Detalle, dlqMinio) || !strings.Contains(b.Siguiente, "reencolarMensajes") {
		t.Errorf("why: %+v", b)
	}
	if m := ms[0]; m.Cola != dlqMinio || m.Motivo == "" || !slices.Contains(borrados, m.EventoID) {
		t.Errorf("dead letter: %+v", m)
	}
	todas := serverkit.Client{URL: o.s.URL, Token: o.casa.Token(t, "auditora", "auditor", "", time.Hour)}
	n := serverkit.Do[alias[struct {
		Total int
		Nodes []struct{ Eliminacion *borrado }
	}]](t, todas, `{ r: mensajesMuertos { total nodes { eliminacion { `+camposBorrado+` } } } }`, nil).R
	if n.Total != 9 || n.Nodes[0].Eliminacion == nil {
		t.Errorf("an auditor sees %+v", n)
	}
}

// rechazos: what must not be, is not, and says so.
func (o *oficina) rechazos(eventoID, id string) {
	o.mal(2, dlqMinio, "dlq", "redrive", "nada.dlq") // the answer names those that there are
	o.mal(2, "cola", "dlq", "redrive", "minio.cleanup.queue")
	o.mal(1, "OPERACION_NO_PERMITIDA", "dlq", "redrive", "documento.unroutable")
	o.mal(1, "NOT_FOUND", "dlq", "redrive", dlqMinio, "--id", id+",nada")
	o.mal(1, "OPERACION_NO_PERMITIDA", "sagas", "retry", eventoID) // it is running
	o.mal(2, "", "sagas", "list", "--estado", "PERDIDA")
	o.mal(2, "mas-antigua-que", "sagas", "list", "--mas-antigua-que", "1 semana")
	o.mal(1, "FORBIDDEN", "sagas", "list", "--operador", "otro-operador")
	propio := o.token
	o.token = o.casa.Token(o.t, "funcionaria", "operador", "otro-operador", time.Hour)
	o.mal(1, "NOT_FOUND", "sagas", "why", eventoID)
	o.mal(1, "NOT_FOUND", "dlq", "redrive", dlqMinio, "--id", id)
	o.muertos(0)
	o.token = o.casa.Token(o.t, "auditora", "auditor", "", time.Hour)
	o.mal(2, "operadorId", "sagas", "list")
	o.mal(1, "FORBIDDEN", "dlq", "redrive", dlqMinio)
	o.token = o.dueno.Token
	o.mal(1, "FORBIDDEN", "dlq", "list")
	o.mal(1, "FORBIDDEN", "sagas", "why", eventoID)
	o.token = "un.token.malo"
	o.mal(1, "UNAUTHENTICATED", "dlq", "list")
	o.token = propio
	o.muertos(9)
}

// registro: who did what is on record; who was concerned is not.
func (o *oficina) registro() {
	registro := o.s.Log()
	for _, dice := range []string{`"accion":"reencolar"`, `"quien":"funcionaria"`, `"operador":"` + o.operadorID + `"`, `"reencolados":9`} {
		if !strings.Contains(registro, dice) {
			o.t.Errorf("the log does not say %s", dice)
		}
	}
	if strings.Contains(registro, o.ciudadano) || strings.Contains(registro, o.token) {
		o.t.Error("the log names the citizen, or has a token")
	}
	_, texto := o.s.Admin(o.t, "/metrics")
	for _, metrica := range []string{
		`carpeta_operator_actions_total{accion="reencolar",resultado="OK"} 3`, `carpeta_operator_actions_total{accion="reencolar",resultado="FORBIDDEN"} 1`,
		`carpeta_operator_actions_total{accion="reintentar",resultado="OPERACION_NO_PERMITIDA"} 1`, `carpeta_dead_letters_redriven_total{queue="minio.cleanup.dlq"} 10`,
	} {
		if !strings.Contains(texto, metrica) {
			o.t.Errorf("no metric %s", metrica)
		}
	}
}

// TestOperadorSinToken: beside the embedded server, the key in the data folder is enough.
func TestOperadorSinToken(t *testing.T) {
	t.Parallel()
	o := abrirOficina(t, serverkit.Embedded)
	evento := borrar(t, o.dueno, o.libres[0], 600).EventoID
	if s := o.casa.Run(t, "sagas", "list", "--url", o.s.URL, "--operador", o.operadorID); s.Code != 0 || !strings.Contains(s.Out, evento) {
		t.Errorf("%+v", s)
	}
	if s := o.casa.Run(t, "sagas", "why", evento, "--url", o.s.URL, "--operador", o.operadorID); s.Code != 0 || !strings.Contains(s.Out, "VENTANA_ABIERTA") {
		t.Errorf("%+v", s)
	}
	if s := o.casa.Run(t, "sagas", "list", "--url", o.s.URL); s.Code != 2 || !strings.Contains(s.Err, "--operador") {
		t.Errorf("nobody: %+v", s)
	}
	if s := o.casa.Run(t, "dlq", "list", "--url", "http://127.0.0.1:1", "--operador", "x"); s.Code != 1 || !strings.Contains(s.Err, "--url") {
		t.Errorf("no server: %+v", s)
	}
}

// TestPorQueConRabbit: the causes that only a broker of its own can bring about.
func TestPorQueConRabbit(t *testing.T) {
	t.Parallel()
	rabbit := services.OwnRabbit(t)
	a := preparar(t, serverkit.Services{Rabbit: rabbit})
	despuesDeDeclarar(t, a)
	operadorID := serverkit.Do[struct{ MiCarpeta struct{ OperadorID string } }](t, a.c, `{ miCarpeta { operadorId } }`, nil).MiCarpeta.OperadorID
	op := serverkit.Client{URL: a.s.URL, Token: a.casa.Token(t, "funcionaria", "operador", operadorID, time.Hour)}
	porque := func(eventoID, causa string) {
		t.Helper()
		serverkit.WaitFor(t, recuperacion, causa, func() bool {
			r := serverkit.Do[alias[struct{ Causa, Detalle string }]](t, op, `query($id: ID!) { r: porQueNoAvanza(eventoId: $id) { causa detalle } }`, obj{"id": eventoID}).R
			return r.Causa == causa
		})
	}
	// Once it stands, the publishing connection declares nothing any more.
	hastaEstado(t, a.c, borrar(t, a.c, a.libres[2], 0).EventoID, "COMPLETADA", pronto)
	sinRuta := desatar(t, rabbit.URL())
	primero := borrar(t, a.c, a.libres[0], 0).EventoID
	porque(primero, "SIN_RUTA")
	sinRuta()
	a.casa.MustRun(t, "bootstrap")
	hastaEstado(t, a.c, primero, "COMPLETADA", recuperacion)

	exigir(t, rabbit.Kill())
	segundo := borrar(t, a.c, a.libres[1], 0).EventoID
	porque(segundo, "BROKER_SIN_CONFIRMAR")
	exigir(t, rabbit.Start(t.Context()))
	hastaEstado(t, a.c, segundo, "COMPLETADA", recuperacion)
	porque(segundo, "TERMINADA")
}

// desatar takes the binding of the command that erases files away.
func desatar(t *testing.T, url string) (cerrar func()) {
	t.Helper()
	conexion, err := amqp.Dial(url)
	exigir(t, err)
	canal, err := conexion.Channel()
	exigir(t, err)
	exigir(t, canal.QueueUnbind(broker.MinioCleanupQueue, broker.MinioCleanup, broker.Exchange, nil))
	return func() { exigir(t, conexion.Close()) }
}

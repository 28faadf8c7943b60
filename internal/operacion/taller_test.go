package operacion_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/broker/localbroker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/store/boltstore"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

const dlq = "minio.cleanup.dlq"

// taller is a whole embedded server without its API: real store, broker, files and
// dispatcher. What runs, a test starts.
type taller struct {
	t       *testing.T
	store   *boltstore.Store
	mq      *localbroker.Broker
	objetos *objetosFragiles
	sagas   *eliminacion.Servicio
	d       *outbox.Dispatcher
	o       *operacion.Servicio
	log     *logs.Log
	medidas *medidas
	carpeta carpeta.Carpeta
	dueno   auth.Principal
	libres  []documento.Documento
}

// objetosFragiles fails erasures while told to.
type objetosFragiles struct {
	documento.Objetos
	mu    sync.Mutex
	falla error
	vez   int // of the erasure that fails first; 0 for the next
}

func (o *objetosFragiles) Borrar(ctx context.Context, nombre string) error {
	o.mu.Lock()
	o.vez--
	falla := o.falla
	if o.vez > 0 {
		falla = nil
	}
	o.mu.Unlock()
	if falla != nil {
		return falla
	}
	return o.Objetos.Borrar(ctx, nombre)
}

func (o *objetosFragiles) fallar(err error, vez int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.falla, o.vez = err, vez
}

type medidas struct {
	mu       sync.Mutex
	acciones map[string]int
}

func (m *medidas) AccionDeOperador(accion, resultado string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.acciones[accion+" "+resultado]++
}

func (m *medidas) MensajesReencolados(string, int)     {}
func (m *medidas) SagaTerminada(string, time.Duration) {}
func (m *medidas) Published(string, string)            {}
func (m *medidas) PublishFailed(string)                {}
func (m *medidas) Swept(int)                           {}

// settings of a taller: the broker's retries and the dispatch window.
type settings struct {
	reintento broker.RetryPolicy
	ventana   int
}

var sinReintentos = settings{broker.RetryPolicy{MaxAttempts: 1}, 256}

// sinPrisa: a busy machine is late. Only the test of deadlines looks at the time.
var sinPrisa = operacion.Plazos{Mirar: 5 * time.Minute, Reencolar: 10 * time.Minute, Lote: 2 * time.Minute, Pausa: 5 * time.Millisecond, Reads: operacion.PlazosNormales.Reads}

func newWorkshop(t *testing.T, documentos int, a settings) *taller {
	t.Helper()
	store, disco := world.Open(t, world.Config{})
	k := &taller{t: t, store: store, objetos: &objetosFragiles{Objetos: disco}, log: &logs.Log{}, medidas: &medidas{acciones: map[string]int{}}}
	log := slog.New(slog.NewTextHandler(k.log, nil))
	k.mq = localbroker.New(localbroker.Config{Retry: a.reintento, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { _ = k.mq.Close() })
	cfg := outbox.DefaultConfig
	cfg.WindowEach, cfg.Sweep, cfg.Idle, cfg.Process = a.ventana, 20*time.Millisecond, 20*time.Millisecond, "p-prueba"
	k.d = outbox.NewDispatcher(outbox.NewBoard(cfg, outbox.NewRuntime(time.Now)), k.mq, k.medidas, slog.New(slog.DiscardHandler))
	cursores, err := relay.NewCodec(relay.Key{ID: "k", Secret: bytes.Repeat([]byte{2}, 32)})
	exigir(t, err)
	plazos := eliminacion.PlazosNormales
	plazos.Reintento = a.reintento
	k.sagas = &eliminacion.Servicio{
		Store: store, Carpetas: store, Documentos: store, Objetos: k.objetos, Despacho: k.d, Metrics: k.medidas, Cursores: cursores,
		Plazos: plazos, Clock: time.Now, NewID: newID, Log: log,
	}
	k.o = &operacion.Servicio{
		Sagas: k.sagas, Cartas: k.mq, Despacho: k.d, Metrics: k.medidas, Cursores: cursores,
		Plazos: sinPrisa, Clock: time.Now, Log: log,
	}
	k.carpeta, k.libres = k.nuevaCarpeta("op-1", documentos)
	k.dueno = auth.Principal{Sub: k.carpeta.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}
	return k
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func exigir(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// nuevaCarpeta has n documents, the last of them certified.
func (k *taller) nuevaCarpeta(operadorID string, n int) (carpeta.Carpeta, []documento.Documento) {
	k.t.Helper()
	c := carpeta.Carpeta{CarpetaID: newID(), CiudadanoID: newID(), OperadorID: operadorID, Tipo: "PERSONAL", TotalDocumentos: int64(n)}
	ds := make([]documento.Documento, n)
	for i := range ds {
		f := documento.Fila{CarpetaID: c.CarpetaID, DocumentoID: newID(), Titulo: "Secreto", Tipo: documento.Otro, Estado: documento.Procesado,
			FechaRecepcion: time.Now(), Certificado: i == n-1 && n > 1}
		ds[i] = documento.Documento{Fila: f, StoragePath: documento.NombreObjeto(f.Clave())}
	}
	exigir(k.t, k.store.Sembrar(k.t.Context(), c, ds))
	return c, ds
}

func operador(id string) auth.Principal {
	return auth.Principal{Sub: "funcionaria-" + id, Roles: []auth.Role{auth.Operador}, OperadorID: id}
}

var auditor = auth.Principal{Sub: "auditora", Roles: []auth.Role{auth.Auditor}}

// correr runs a part until stop, or the end of the test.
func (k *taller) correr(partes ...func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for _, p := range partes {
		wg.Go(func() { _ = p(ctx) })
	}
	stop = sync.OnceFunc(func() { cancel(); wg.Wait() })
	k.t.Cleanup(stop)
	return stop
}

func (k *taller) consumir(cola string, h broker.Handler) func(context.Context) error {
	return func(ctx context.Context) error { return k.mq.Consume(ctx, cola, h) }
}

// despacho publishes, consumidores execute, barrendero sends the due commands.
func (k *taller) despacho() func() { return k.correr(k.d.Run) }

func (k *taller) consumidores() func() {
	var todos []func(context.Context) error
	for _, q := range broker.Queues {
		todos = append(todos, k.consumir(q.Name, k.sagas.Handler(q.Name)))
	}
	return k.correr(todos...)
}

func (k *taller) barrendero() func() {
	return k.correr(outbox.NewSweeper(outbox.SweeperConfig{
		Board: k.d.Board, Store: k.store, Sagas: k.sagas, Sender: k.d, Ready: k.mq.Ready, Metrics: k.medidas, Log: slog.New(slog.DiscardHandler),
	}).Run)
}

// borrar asks for the deletion of the next document.
func (k *taller) borrar(ventana time.Duration) eliminacion.Eliminacion {
	k.t.Helper()
	d := k.libres[0]
	k.libres = k.libres[1:]
	e, err := k.sagas.Solicitar(k.t.Context(), k.dueno, eliminacion.Pedido{Clave: d.Clave(), Ventana: ventana})
	exigir(k.t, err)
	return e
}

// ajena starts the deletion of another operador's document.
func (k *taller) ajena(operadorID string) eliminacion.Eliminacion {
	k.t.Helper()
	c, ds := k.nuevaCarpeta(operadorID, 1)
	quien := auth.Principal{Sub: c.CiudadanoID, Roles: []auth.Role{auth.Ciudadano}}
	e, err := k.sagas.Solicitar(k.t.Context(), quien, eliminacion.Pedido{Clave: ds[0].Clave()})
	exigir(k.t, err)
	return e
}

func (k *taller) esperar(que string, listo func() bool) {
	k.t.Helper()
	tic, fin := time.NewTicker(5*time.Millisecond), time.After(5*time.Minute)
	defer tic.Stop()
	for !listo() {
		select {
		case <-tic.C:
		case <-fin:
			k.t.Fatalf("waited in vain for %s", que)
		}
	}
}

func (k *taller) saga(id string) eliminacion.Eliminacion {
	k.t.Helper()
	e, err := k.store.Eliminacion(k.t.Context(), id)
	exigir(k.t, err)
	return e
}

func (k *taller) muertos(n int) []broker.DeadLetter {
	k.t.Helper()
	var dead []broker.DeadLetter
	k.esperar(fmt.Sprint(n, " dead letters"), func() bool {
		var err error
		dead, _, err = k.mq.PeekDead(k.t.Context(), dlq, broker.MaxPeek)
		exigir(k.t, err)
		return len(dead) == n
	})
	return dead
}

// matar lets the deletions of n documents end in the dead letters.
func (k *taller) matar(n int) (es []eliminacion.Eliminacion) {
	k.t.Helper()
	k.objetos.fallar(fault.New(fault.Unavailable, "caído"), 0)
	for range n {
		es = append(es, k.borrar(0))
	}
	k.muertos(n)
	k.objetos.fallar(nil, 0)
	return es
}

func exigirCodigo(t testing.TB, err error, codigo fault.Code) {
	t.Helper()
	if fault.CodeOf(err) != codigo {
		t.Errorf("error %v, want %s", err, codigo)
	}
}

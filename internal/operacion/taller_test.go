package operacion_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/leaks"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/logs"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/world"
)

func TestMain(m *testing.M) { leaks.VerifyMain(m) }

const dlq = "minio.cleanup.dlq"

// taller is a whole embedded server without its API: real store, broker, files and
// dispatcher. What runs, a test starts.
type taller struct {
	*world.World
	t       *testing.T
	objetos *objetosFragiles
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

func (o *objetosFragiles) Borrar(ctx context.Context, nombre string) (int, error) {
	o.mu.Lock()
	o.vez--
	falla := o.falla
	if o.vez > 0 {
		falla = nil
	}
	o.mu.Unlock()
	if falla != nil {
		return 0, falla
	}
	return o.Objetos.Borrar(ctx, nombre)
}

func (o *objetosFragiles) BorrarVarios(ctx context.Context, os []documento.VersionObjeto) []documento.Borrado {
	return world.EraseEach(ctx, os, o.Borrar)
}

func (o *objetosFragiles) fallar(err error, vez int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.falla, o.vez = err, vez
}

type medidas struct {
	world.NoMetrics
	mu       sync.Mutex
	acciones map[string]int
}

func (m *medidas) AccionDeOperador(accion, resultado string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.acciones[accion+" "+resultado]++
}

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
	k := &taller{t: t, log: &logs.Log{}, medidas: &medidas{acciones: map[string]int{}}}
	cfg := outbox.DefaultConfig
	cfg.WindowEach, cfg.Sweep, cfg.Idle, cfg.Process = a.ventana, 20*time.Millisecond, 20*time.Millisecond, "p-prueba"
	k.World = world.New(t, world.Config{Retry: a.reintento, Outbox: cfg, Metrics: k.medidas})
	k.objetos = &objetosFragiles{Objetos: k.Objetos}
	k.Eliminaciones.Objetos, k.Operacion.Plazos = k.objetos, sinPrisa
	log := slog.New(slog.NewTextHandler(k.log, nil))
	k.Eliminaciones.Log, k.Operacion.Log = log, log
	k.carpeta, k.libres = k.nuevaCarpeta("op-1", documentos)
	k.dueno = world.Owner(k.carpeta)
	return k
}

func exigir(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// nuevaCarpeta has n documents, the last of them certified.
func (k *taller) nuevaCarpeta(operadorID string, n int) (carpeta.Carpeta, []documento.Documento) {
	k.t.Helper()
	return world.Carpeta(k.t, k.Store, operadorID, n, func(i int, d *documento.Documento) {
		d.Titulo, d.Certificado = "Secreto", i == n-1 && n > 1
	})
}

func operador(id string) auth.Principal {
	return auth.Principal{Sub: "funcionaria-" + id, Roles: []auth.Role{auth.Operador}, OperadorID: id}
}

var auditor = auth.Principal{Sub: "auditora", Roles: []auth.Role{auth.Auditor}}

func (k *taller) consumir(cola string, h broker.Handler) func(context.Context) error {
	return func(ctx context.Context) error { return k.Broker.Consume(ctx, cola, h) }
}

// despacho publishes, consumidores execute, barrendero sends the due commands.
func (k *taller) despacho() func()     { return world.Run(k.t, k.Dispatcher.Run) }
func (k *taller) consumidores() func() { return world.Run(k.t, k.Consumers()...) }
func (k *taller) barrendero() func()   { return world.Run(k.t, k.Sweeper.Run) }

// borrar asks for the deletion of the next document.
func (k *taller) borrar(ventana time.Duration) eliminacion.Eliminacion {
	k.t.Helper()
	d := k.libres[0]
	k.libres = k.libres[1:]
	e, err := k.Eliminaciones.Solicitar(k.t.Context(), k.dueno, eliminacion.Pedido{Clave: d.Clave(), Ventana: ventana})
	exigir(k.t, err)
	return e
}

// ajena starts the deletion of another operador's document.
func (k *taller) ajena(operadorID string) eliminacion.Eliminacion {
	k.t.Helper()
	c, ds := k.nuevaCarpeta(operadorID, 1)
	e, err := k.Eliminaciones.Solicitar(k.t.Context(), world.Owner(c), eliminacion.Pedido{Clave: ds[0].Clave()})
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
	e, err := k.Store.Eliminacion(k.t.Context(), id)
	exigir(k.t, err)
	return e
}

// muertos waits for n dead letters. What failed by the message of an earlier step has to be sent by a sweeper first.
func (k *taller) muertos(n int) []broker.DeadLetter {
	k.t.Helper()
	defer k.barrendero()()
	var dead []broker.DeadLetter
	k.esperar(fmt.Sprint(n, " dead letters"), func() bool {
		var err error
		dead, _, err = k.Broker.PeekDead(k.t.Context(), dlq, broker.MaxPeek)
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

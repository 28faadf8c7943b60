package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/carpeta-ciudadana/servidor/internal/app/memory"
	"github.com/carpeta-ciudadana/servidor/internal/app/metrics"
	"github.com/carpeta-ciudadana/servidor/internal/app/traces"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/archivado"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/server/shed"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
)

// maxVerifying are the whole files that are read at a time to verify them.
const maxVerifying = 4

// App is a whole server. Make it with New, Run it, Close it.
type App struct {
	cfg     config.Config
	log     *slog.Logger
	clock   func() time.Time
	metrics *metrics.Metrics
	process string // names this process in leases and in the log; says nothing about the machine
	p       ports

	carpetas      *carpeta.Servicio
	documentos    *documento.Servicio
	eliminaciones *eliminacion.Servicio
	operacion     *operacion.Servicio
	entidades     *entidad.Servicio
	entregas      *entrega.Servicio
	reads         *auditoria.Lecturas
	accesses      *auditoria.Accesos
	sessions      *auditoria.Sesiones
	refusals      *auditoria.Muestreo
	leaving       *documento.Salidas
	embargos      *auditoria.Embargador
	rastro        *auditoria.Consultas
	hub           *hub.Hub
	board         *outbox.Board
	dispatcher    *outbox.Dispatcher
	sweeper       *outbox.Sweeper
	direct        *outbox.Direct // nil: every step goes by a message
	counter       *outbox.Counter
	sellador      *sellado.Sellador // nil: sealing is off
	signing       sellado.Llaves    // that sign, if sealing is on
	memory        *memory.Guard
	shed          *shed.Gate
	revocations   *auth.Revocations
	http          *httpParts
	cuts          *cuts                   // gives backups the data; nil where there is no data folder
	telling       sync.Mutex              // held by who tells the trail what commands noted
	onReady       func(api, admin string) // called once the server listens
	apiURL        atomic.Pointer[string]  // once the API listens
	listening     atomic.Bool             // the API listens
	stopping      atomic.Bool             // Run was told to end
	archiver      *archivado.Archivador
	traces        *traces.Traces // nil: nothing is traced
	trail         storedTrail    // what the store has of it, and what is archived
}

// New opens the adapters of the profile and wires everything. Nothing runs yet.
func New(ctx context.Context, cfg config.Config, log *slog.Logger) (*App, error) {
	a := &App{cfg: cfg, log: log, clock: time.Now, metrics: metrics.New(), process: newProcess(), onReady: func(string, string) {}}
	for _, warning := range cfg.Warnings() {
		log.Warn(warning)
	}
	if err := a.openTraces(); err != nil {
		return nil, err
	}
	open := a.openEmbedded
	if cfg.Profile == config.Distributed {
		open = a.openDistributed
	}
	if err := open(ctx); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	a.p.broker = a.traces.Broker(a.p.broker)
	if err := a.wire(); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	return a, nil
}

// OnReady sets what Run calls once the server listens, with both base URLs.
func (a *App) OnReady(f func(api, admin string)) { a.onReady = f }

// wire puts the use cases on the ports.
func (a *App) wire() error {
	cursors, err := relay.NewCodec(a.p.cursors...)
	if err != nil {
		return err
	}
	cursors.TTL, cursors.Observer = a.cfg.CursorTTL, a.metrics
	a.hub = hub.New(a.metrics.SlowSubscriber)
	a.board = outbox.NewBoard(a.despacho(), outbox.NewRuntime(a.clock))
	a.dispatcher = outbox.NewDispatcher(a.board, a.p.broker, a.metrics, a.log)
	escribano := auditoria.Escribano{Clock: a.clock}
	a.carpetas = &carpeta.Servicio{Store: a.p.store, Apertura: a.apertura(), Escribano: escribano, Conocidas: carpeta.NewConocidas(a.clock)}
	a.documentos = &documento.Servicio{
		Store: a.p.store, Carpetas: a.carpetas, Objetos: a.p.objetos, Cursores: cursors, Clock: a.clock, NewID: newID,
		Limites: documento.Limites{MaxTamano: a.cfg.UploadMaxBytes, TamanoParte: a.cfg.UploadPartSize, CargaVence: a.cfg.UploadURLTTL, DescargaVence: a.cfg.DownloadURLTTL,
			Cuota: a.cuota()},
		Escribano: escribano, Lecturas: documento.NewLecturas(maxVerifying),
	}
	a.documentos.Avisar = func(n documento.Novedad) { a.dispatcher.Enviar(eliminacion.MensajeDeDocumento(n, a.clock())) }
	ejecutor := &eliminacion.Ejecutor{
		Store: a.p.store, Objetos: a.p.objetos, Despacho: a.dispatcher, Metrics: a.metrics, Plazos: a.plazos(), Papeles: a.cfg.Roles(),
		Clock: a.clock, Log: a.log, Escribano: escribano,
	}
	a.eliminaciones = &eliminacion.Servicio{
		Ejecutor: ejecutor, Carpetas: a.p.store, Conocidas: a.carpetas.Conocidas, Documentos: a.p.store, Cursores: cursors, NewID: newID,
	}
	a.wireRevocations()
	a.operacion = &operacion.Servicio{
		Sagas: a.eliminaciones, Cartas: a.p.broker, Despacho: a.dispatcher, Metrics: a.metrics, Cursores: cursors,
		Plazos: a.plazosOperacion(), Clock: a.clock, Log: a.log, Rastro: a.p.store, Escribano: escribano,
	}
	a.wireEntidades(cursors)
	a.wireArchive()
	a.wireAuditoria(cursors)
	a.wireRastro(cursors)
	sweep := outbox.SweeperConfig{
		Board: a.board, Store: a.p.store, Sagas: a.eliminaciones, Sender: a.dispatcher, Ready: a.p.broker.Ready, Metrics: a.metrics, Log: a.log,
	}
	if a.cfg.SagaDirecta && a.cfg.Roles().Has(role.ObjectEraser) {
		a.direct = outbox.NewDirect(a.board, a.traces.Executor(ejecutor), a.metrics, a.log)
		ejecutor.Lugares, sweep.Direct = a.direct, a.direct
	}
	a.sweeper = outbox.NewSweeper(sweep)
	a.counter = outbox.NewCounter(a.board, a.p.store, a.log)
	a.metrics.DeadLetters(a.p.broker.DeadLetters)
	a.metrics.Backlog(a.board.Figures)
	a.metrics.Weights(a.cfg.Pesos)
	a.metrics.Roles(a.board.Missing)
	a.wireMemory()
	if err := a.wireSello(); err != nil {
		return err
	}
	return a.wireHTTP()
}

// cuota bounds each carpeta.
func (a *App) cuota() carpeta.Cuota {
	l := a.cfg.Limit
	return carpeta.Cuota{Bytes: l.CarpetaBytes, Documentos: l.CarpetaDocumentos, Pendientes: l.CarpetaCargas}
}

func (a *App) apertura() carpeta.Apertura {
	p := carpeta.Apertura{NewID: newID}
	if a.cfg.Apertura == config.PrimerIngreso {
		p.PrimerIngreso = a.cfg.AperturaOperador
	}
	return p
}

// newID makes a UUID v7: new documents and deletions sort by their creation.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

func newProcess() string { return "p-" + strings.ToLower(rand.Text()[:8]) }

func (a *App) despacho() outbox.Config {
	c := outbox.DefaultConfig
	c.PublishWithin = min(a.cfg.PublishTimeout, a.cfg.Plazo) // after its lease a command is sent anyway
	c.Sweep, c.Idle = a.cfg.SweepInterval, 12*a.cfg.SweepInterval
	c.Window, c.WindowEach, c.Weights = a.cfg.Window, a.cfg.WindowPerOperador, a.cfg.Pesos
	c.Process, c.Roles, c.Silence = a.process, a.cfg.Roles(), a.cfg.Plazo
	return c
}

// plazosOperacion keeps a redrive below the limit of a request, with a reserve for
// the answer.
func (a *App) plazosOperacion() operacion.Plazos {
	p := operacion.PlazosNormales
	p.Reencolar = min(p.Reencolar, a.cfg.Limit.Request*8/10)
	p.Lote, p.Mirar = min(p.Lote, p.Reencolar/4), min(p.Mirar, p.Reencolar/2)
	return p
}

func (a *App) plazos() eliminacion.Plazos {
	p := eliminacion.PlazosNormales
	p.VentanaMaxima, p.Respuesta, p.Reintento = a.cfg.VentanaMax, a.cfg.Plazo, a.reintentos()
	p.Aprobacion = a.cfg.AprobacionVence
	p.PasoMaximo = min(p.PasoMaximo, a.cfg.Plazo/2) // a step ends before its command is sent again
	return p
}

func (a *App) reintentos() broker.RetryPolicy {
	return broker.RetryPolicy{MaxAttempts: a.cfg.RetryAttempts, Delays: a.cfg.RetryDelays}
}

// onClose books what Close has to close, last opened first.
func (a *App) onClose(f func() error) { a.p.closers = append(a.p.closers, f) }

// Close closes the adapters. Run must have returned.
func (a *App) Close() error {
	var errs []error
	for i := len(a.p.closers) - 1; i >= 0; i-- {
		errs = append(errs, a.p.closers[i]())
	}
	a.p.closers = nil
	return errors.Join(errs...)
}

// Bootstrap creates tables, indexes, bucket and topology; it changes nothing that exists.
func (a *App) Bootstrap(ctx context.Context) error {
	if err := a.bootstrapStores(ctx); err != nil {
		return err
	}
	return a.bootstrapParts(ctx, part{"broker", a.p.broker.Bootstrap})
}

// bootstrapStores is Bootstrap for what needs no broker.
func (a *App) bootstrapStores(ctx context.Context) error {
	return a.bootstrapParts(ctx, part{"stores", a.p.bootstrap}, part{"objects", a.p.objetos.Bootstrap}, part{"sealed logs", a.p.sellos.Bootstrap}, part{"archive", a.p.archive.Bootstrap})
}

// part is something that bootstrap makes.
type part struct {
	name string
	do   func(context.Context) error
}

func (a *App) bootstrapParts(ctx context.Context, ps ...part) error {
	for _, p := range ps {
		if err := p.do(ctx); err != nil {
			return fmt.Errorf("bootstrap %s: %w", p.name, err)
		}
		a.log.Debug("bootstrap done", "parte", p.name)
	}
	return nil
}

// Run serves until ctx ends, then stops in order: no new requests, subscriptions
// ended with a reason, consumers stopped, the dispatcher emptied.
func (a *App) Run(ctx context.Context) error {
	if err := a.check(ctx); err != nil {
		return err
	}
	var stack service.Stack
	for _, s := range a.services() {
		if err := stack.Start(ctx, s); err != nil {
			return errors.Join(err, a.stop(&stack))
		}
	}
	withdraw := a.offerCuts()
	a.listening.Store(true)
	a.log.Info("serving", "proceso", a.process)
	a.onReady(a.publicURL(), a.http.admin.URL())
	a.sayObjects(ctx)
	<-ctx.Done()
	a.stopping.Store(true)
	withdraw()
	a.log.Info("stopping", "plazo", a.cfg.ShutdownTimeout)
	return a.stop(&stack)
}

// sayObjects: a server without its files serves all the same, so that only the log and /readyz say it.
func (a *App) sayObjects(ctx context.Context) {
	if err := a.objectsReady(ctx); err != nil && ctx.Err() == nil {
		a.log.Error("object store not ready", "error", err)
	}
}

// objectsReady: the objects are there, and links to them are given.
func (a *App) objectsReady(ctx context.Context) error {
	if err := a.p.objetos.Ready(ctx); err != nil || a.p.linksReady == nil {
		return err
	}
	return a.p.linksReady(ctx)
}

// ausencia: the admin address is there before the API and after it.
func (a *App) absence() site.Absence {
	switch {
	case a.stopping.Load():
		return site.Stopping
	case !a.listening.Load():
		return site.Starting
	}
	return site.Present
}

func (a *App) stop(stack *service.Stack) error {
	ctx, cancel := context.WithTimeout(context.Background(), a.cfg.ShutdownTimeout)
	defer cancel()
	return stack.Stop(ctx)
}

// check refuses to serve without stores; the embedded profile makes its own.
func (a *App) check(ctx context.Context) error {
	open := a.p.ready
	if a.cfg.Profile == config.Embedded {
		open = a.Bootstrap
	}
	if err := open(ctx); err != nil {
		return err
	}
	if a.p.takeOver != nil {
		if err := a.p.takeOver(ctx); err != nil {
			return err
		}
	}
	if err := a.revocations.Load(ctx); err != nil {
		return fmt.Errorf("the revocations cannot be read (%w): without them, tokens that were taken out of use would be good again, so the server does not start. "+
			"Correct what the error names, or put the last good list back; carpeta revocacion listar shows whether it can be read", err)
	}
	return nil
}

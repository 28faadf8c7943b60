package sim

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// handlerTimeout is what the adapters allow one execution of a handler.
const handlerTimeout = 30 * time.Second

// process is one life of a server process: its memory dies with it.
type process struct {
	*outbox.Dispatcher // what is not told the scheduler

	w            *world
	number, life int
	dead         bool
	gone         bool                          // for ever
	keptBack     map[string][]auditoria.Evento // see MergeWindow
	pausedUntil  time.Duration
	skew         time.Duration // of its clock
	roles        role.Set      // of those that a deletion needs; nil: all

	eliminaciones *eliminacion.Servicio
	documentos    *documento.Servicio
	entregas      *entrega.Servicio
	codigos       *codigo.Servicio
	consents      *consentimiento.Servicio
	board         *outbox.Board
	hub           *hub.Hub
	handle        func(context.Context, broker.Message) error
	sweeper       *task
	held          map[string]held // deletions that may have a place in the dispatch window
	wake          <-chan struct{} // what the sweeper waits for
	publishing    int             // publishers at work
	toPublish     int             // messages that may wait in memory
	connected     bool            // to the broker: it consumes, and hears the events
	connection    int             // counts connections: what belongs to an old one is void
	cutOff        bool
	sessions      []*session
}

var noLog = slog.New(slog.DiscardHandler)

// start starts a process, as app does.
func (w *world) start(number int) *process {
	w.lives[number]++
	p := &process{w: w, number: number, life: w.lives[number], roles: w.drawRoles(number), held: map[string]held{}}
	if w.strikesWith(ClockSkewed, 1) {
		p.skew = w.between(-maxSkew, maxSkew)
	}
	a := newStore(p)
	p.hub = hub.New(func() {})
	despacho := w.plan.despacho
	despacho.Process = p.name()
	p.board = outbox.NewBoard(despacho, outbox.Runtime{Clock: p.clock, Wait: p.wait, Jitter: w.jitter, Each: oneByOne, Queued: p.queued})
	p.Dispatcher = outbox.NewDispatcher(p.board, brokerClient{p}, p, noLog)
	p.eliminaciones = &eliminacion.Servicio{
		Ejecutor: &eliminacion.Ejecutor{
			Store: a, Objetos: objetos{p: p}, Cola: p, Metrics: p, Plazos: w.plan.plazos, Papeles: p.believes(), Clock: p.clock, Log: noLog,
			Escribano: auditoria.Escribano{Clock: p.clock, Rand: w.salts},
		},
		Carpetas: a, Documentos: a, NewID: w.newID,
	}
	p.documentos = &documento.Servicio{
		Store: a, Carpetas: &carpeta.Servicio{Store: a}, Objetos: objetos{p: p}, Limites: w.plan.links, Clock: p.clock, NewID: w.newID, Pausa: p.pause,
		Escribano: p.eliminaciones.Escribano,
	}
	p.entregas = &entrega.Servicio{
		Store: a, Carpetas: a, Documentos: p.documentos, Entidades: &entidad.Servicio{Store: a, Clock: p.clock, Log: noLog},
		Presupuesto: quota.New(quota.Config{}, p.clock), Clock: p.clock, Escribano: p.eliminaciones.Escribano,
	}
	p.codigos = &codigo.Servicio{
		Store: a, Documentos: p.documentos, Entregas: p.entregas, Carpetas: a, Llaves: codeKeys, Pases: passCodec, Clock: p.clock, NewID: w.newID,
		Escribano: p.eliminaciones.Escribano, Rastro: auditoria.ConAviso{Anotador: a, Avisar: func(auditoria.Miradas) {}},
		Repetidas: &auditoria.Muestreo{Rastro: a, Escribano: p.eliminaciones.Escribano, Ventana: time.Minute, Max: 100},
	}
	p.consents = &consentimiento.Servicio{
		Store: a, Tramites: &tramite.Servicio{Store: a, Clock: p.clock, Log: noLog, Escribano: p.eliminaciones.Escribano}, Carpetas: a, Documentos: p.documentos,
		Entidades: a, Pases: passCodec, Clock: p.clock, NewID: w.newID, Escribano: p.eliminaciones.Escribano, Rastro: a,
		Repetidas: &auditoria.Muestreo{Rastro: a, Escribano: p.eliminaciones.Escribano, Ventana: time.Minute, Max: 100},
		Negadas:   &auditoria.Muestreo{Rastro: a, Escribano: p.eliminaciones.Escribano, Ventana: time.Minute, Max: 100},
		Juntos:    w.oneAfterTheOther, Pausa: p.beforeAgain,
	}
	w.processes[number] = p
	w.note(p, "starts, clock %+v, roles %v", p.skew, p.roles)
	p.handle = p.Handler(sagas{p.eliminaciones, p})
	if w.executesItself() {
		p.board.Places = newPlaces(p)
	}
	if w.bug != NoSweeper {
		s := outbox.NewSweeper(p.Dispatcher, a, p.eliminaciones, brokerClient{p}.Ready)
		p.sweeper = w.spawn(p, func(t *task) { _ = s.Run(taskContext{t}) })
	}
	w.sweepUploads(p)
	w.connect(p)
	return p
}

// maxSkew is how wrong a clock may be.
const maxSkew = 2 * time.Second

// kill ends a process: nothing of it runs on, its sent messages are under way.
func (w *world) kill(p *process) {
	if p.dead {
		return
	}
	w.note(p, "dies")
	p.dead = true
	w.disconnect(p)
	w.Unwind(p)
	if w.oneIn(2) && w.someProcess() != nil && len(w.missing(p.number)) == 0 && w.strikesWith(ProcessStays, 1) {
		p.gone = true
		return
	}
	w.After(w.between(50*time.Millisecond, 8*time.Second), func() { w.start(p.number) })
}

// pause stops a process; its clock goes on, and the broker gives it up after a
// while.
func (w *world) pause(p *process) {
	p.pausedUntil = w.Now + w.between(time.Second, 40*time.Second)
	if w.oneIn(3) {
		p.pausedUntil += w.between(0, 3*time.Minute)
	}
	w.note(p, "stands still until %v", p.pausedUntil)
	w.After(heartbeat, func() {
		if !p.dead && p.pausedUntil > w.Now && p.connected {
			w.cut(p, p.pausedUntil-w.Now)
		}
	})
}

// heartbeat is how long the broker waits for a sign of life.
const heartbeat = 15 * time.Second

// wrote may end a process right after its write took effect.
func (p *process) wrote(writes bool) {
	if writes && p.w.strikesWith(ProcessDies, p.w.weight[ProcessDies]/4) {
		p.w.kill(p)
	}
}

var epoch = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func (p *process) clock() time.Time { return epoch.Add(p.w.Now + p.skew) }

func (p *process) name() string {
	if p == nil {
		return "-"
	}
	return fmt.Sprintf("p%d.%d", p.number, p.life)
}

// wait is outbox.Runtime.Wait.
func (p *process) wait(_ context.Context, d time.Duration, wake <-chan struct{}) bool {
	t := p.w.current()
	if wake == nil {
		t.Wait(p.w.Now + d)
		return !t.Dead()
	}
	p.wake = wake
	if len(wake) == 0 {
		t.Wait(p.w.Now + d)
	}
	select {
	case <-wake:
	default:
	}
	p.wake = nil
	return !t.Dead()
}

// pause is documento.Servicio.Pausa: nobody waits longer than a request lasts.
func (p *process) pause(_ context.Context, d time.Duration) bool {
	t := p.w.current()
	t.Wait(p.w.Now + d)
	return !t.Dead() && p.w.Now < t.deadline
}

// nudge lets the sweeper notice that somebody wants it.
func (p *process) nudge() {
	if len(p.wake) > 0 {
		p.wake = nil
		p.sweeper.Wake()
	}
}

func oneByOne(ctx context.Context, n int, f func(context.Context, int) error) error {
	for i := range n {
		if err := f(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) jitter(d time.Duration) time.Duration { return w.between(0, d) }

// queued is outbox.Runtime.Queued: a publisher takes the message.
func (p *process) queued(msg broker.Message) {
	if _, work := broker.QueueFor(msg.Type); work {
		p.w.current().told = true
	}
	if p.toPublish++; p.dead || p.w.Closed || p.publishing >= p.w.plan.despacho.Publishers {
		return
	}
	p.publishing++
	p.w.spawn(p, func(t *task) {
		for p.toPublish > 0 && !t.Dead() {
			p.toPublish--
			p.PublishNext(taskContext{t})
		}
		p.publishing--
	})
}

// The counted thing is not looked at.
func (p *process) SagaTerminada(string, time.Duration, string) {}
func (p *process) Published(string, string)                    {}
func (p *process) PublishFailed(string)                        {}
func (p *process) PublishRefused(string)                       {}
func (p *process) Directa(outbox.Desenlace, string)            {}
func (p *process) Swept(int)                                   {}

// taskContext ends with the process. Its deadline lies far in the past, so that
// context.WithTimeout never sets a real timer below it: the ports keep the
// deadlines, in simulated time.
type taskContext struct{ t *task }

var longAgo = time.Unix(1, 0)

func (taskContext) Deadline() (time.Time, bool) { return longAgo, true }
func (taskContext) Done() <-chan struct{}       { return nil }
func (taskContext) Value(any) any               { return nil }

func (c taskContext) Err() error {
	if c.t.Dead() {
		return context.Canceled
	}
	return nil
}

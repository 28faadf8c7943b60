package sim

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// plazoManejador is what the adapters allow one execution of a handler.
const plazoManejador = 30 * time.Second

// proceso is one life of a server process: its memory dies with it.
type proceso struct {
	m            *mundo
	numero, vida int
	muerto       bool
	pausadoHasta time.Duration
	desvio       time.Duration // of its clock

	servicio    *eliminacion.Servicio
	board       *outbox.Board
	dispatcher  *outbox.Dispatcher
	hub         *hub.Hub
	barrendero  *tarea
	despierta   <-chan struct{} // what the sweeper waits for
	publicando  int             // publishers at work
	porPublicar int             // messages that may wait in memory
	enlace      bool            // connected to the broker
	oye         bool            // subscribed to the events
	conexion    int             // counts connections: what belongs to an old one is void
	cortadoSolo bool
	sesiones    []*sesion
}

var silencio = slog.New(slog.DiscardHandler)

// arrancar starts a process, as app does.
func (m *mundo) arrancar(numero int) *proceso {
	m.vidas[numero]++
	p := &proceso{m: m, numero: numero, vida: m.vidas[numero]}
	if m.conPeso(RelojDesviado, 1) {
		p.desvio = m.entre(-desvioMaximo, desvioMaximo)
	}
	a := &almacen{p: p}
	p.hub = hub.New(func() {})
	despacho := m.plan.despacho
	despacho.Process = p.nombre()
	p.board = outbox.NewBoard(despacho, outbox.Runtime{Clock: p.ahora, Wait: p.esperar, Jitter: m.vibrar, Each: unoPorUno})
	p.dispatcher = outbox.NewDispatcher(p.board, correo{p}, p, silencio)
	p.servicio = &eliminacion.Servicio{
		Store: a, Carpetas: a, Documentos: a, Objetos: objetos{p: p}, Despacho: p, Metrics: p,
		Plazos: m.plan.plazos, Clock: p.ahora, NewID: m.nuevoID, Log: silencio,
	}
	m.procesos[numero] = p
	if m.traza != nil {
		m.anotar(p, "starts, clock %+v", p.desvio)
	}
	if m.plantado != SinBarrendero {
		s := outbox.NewSweeper(outbox.SweeperConfig{Board: p.board, Store: a, Sagas: p.servicio, Sender: p.dispatcher, Ready: correo{p}.Ready, Metrics: p, Log: silencio})
		p.barrendero = m.nueva(p, func(t *tarea) { _ = s.Run(contexto{t}) })
	}
	m.conectar(p)
	return p
}

// desvioMaximo is how wrong a clock may be.
const desvioMaximo = 2 * time.Second

// matar ends a process: nothing of it runs on, what it sent is under way.
func (m *mundo) matar(p *proceso) {
	if p.muerto {
		return
	}
	m.anotar(p, "dies")
	p.muerto = true
	m.desconectar(p)
	m.terminar(p)
	m.tras(m.entre(50*time.Millisecond, 8*time.Second), func() { m.arrancar(p.numero) })
}

// pausar stops a process; its clock goes on, and the broker gives it up after a
// while.
func (m *mundo) pausar(p *proceso) {
	p.pausadoHasta = m.ahora + m.entre(time.Second, 40*time.Second)
	if m.uno(3) {
		p.pausadoHasta += m.entre(0, 3*time.Minute)
	}
	if m.traza != nil {
		m.anotar(p, "stands still until %v", p.pausadoHasta)
	}
	m.tras(latido, func() {
		if !p.muerto && p.pausadoHasta > m.ahora && p.enlace {
			m.cortar(p, p.pausadoHasta-m.ahora)
		}
	})
}

// latido is how long the broker waits for a sign of life.
const latido = 15 * time.Second

// escribio may end a process right after its write took effect.
func (p *proceso) escribio(tipo tipoLlamada) {
	if tipo == escritura && p.m.conPeso(ProcesoMuere, p.m.peso[ProcesoMuere]/4) {
		p.m.matar(p)
	}
}

var epoca = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func (p *proceso) ahora() time.Time { return epoca.Add(p.m.ahora + p.desvio) }

func (p *proceso) nombre() string {
	if p == nil {
		return "-"
	}
	return fmt.Sprintf("p%d.%d", p.numero, p.vida)
}

// esperar is outbox.Runtime.Wait.
func (p *proceso) esperar(_ context.Context, d time.Duration, despierta <-chan struct{}) bool {
	t := p.m.actual
	if despierta == nil {
		t.esperar(p.m.ahora + d)
		return !t.muerta()
	}
	p.despierta = despierta
	if len(despierta) == 0 {
		t.esperar(p.m.ahora + d)
	}
	select {
	case <-despierta:
	default:
	}
	p.despierta = nil
	return !t.muerta()
}

// tocar lets the sweeper notice that somebody wants it.
func (p *proceso) tocar() {
	if len(p.despierta) > 0 {
		p.despierta = nil
		p.barrendero.despertar()
	}
}

func unoPorUno(ctx context.Context, n int, f func(context.Context, int) error) error {
	for i := range n {
		if err := f(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

func (m *mundo) vibrar(d time.Duration) time.Duration { return m.entre(0, d) }

// Admitir, Enviar, Entregar and Despertar are the product's, and tell the scheduler.
func (p *proceso) Admitir(operadorID, eventoID string, hasta time.Time) bool {
	return p.dispatcher.Admitir(operadorID, eventoID, hasta)
}

// Enviar implements eliminacion.Despacho.
func (p *proceso) Enviar(msg broker.Message) {
	p.dispatcher.Enviar(msg)
	if p.porPublicar++; p.muerto || p.m.cerrado || p.publicando >= p.m.plan.despacho.Publishers {
		return
	}
	p.publicando++
	p.m.nueva(p, func(t *tarea) {
		for p.porPublicar > 0 && !t.muerta() {
			p.porPublicar--
			p.dispatcher.PublishNext(contexto{t})
		}
		p.publicando--
	})
}

// Entregar implements eliminacion.Despacho.
func (p *proceso) Entregar(ctx context.Context, msg broker.Message) error {
	return p.dispatcher.Entregar(ctx, msg)
}

// Despertar implements eliminacion.Despacho.
func (p *proceso) Despertar(operadorID string, cuando time.Time) {
	p.dispatcher.Despertar(operadorID, cuando)
	p.tocar()
}

// What is counted is not looked at.
func (p *proceso) SagaTerminada(string, time.Duration) {}
func (p *proceso) Published(string, string)            {}
func (p *proceso) PublishFailed(string)                {}
func (p *proceso) Swept(int)                           {}

// contexto ends with the process. Its deadline lies far in the past, so that
// context.WithTimeout never sets a real timer below it: the ports keep the
// deadlines, in simulated time.
type contexto struct{ t *tarea }

var pasado = time.Unix(1, 0)

func (contexto) Deadline() (time.Time, bool) { return pasado, true }
func (contexto) Done() <-chan struct{}       { return nil }
func (contexto) Value(any) any               { return nil }

func (c contexto) Err() error {
	if c.t.muerta() {
		return context.Canceled
	}
	return nil
}

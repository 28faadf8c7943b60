package world

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/documento/tipo"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/entidad"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/entrega/codigo"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/ground/relay"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// Ports are the technology that a process stands on, of either profile.
type Ports struct {
	Store interface {
		carpeta.Store
		documento.Store
		eliminacion.Store
		entidad.Store
		tipo.Store
		tramite.Store
		entrega.Store
		codigo.Store
		consentimiento.Store
		auditoria.Store
		auditoria.StoreEmbargos
	}
	Objetos documento.Objetos
	Broker  broker.Broker
}

// Process is the use cases and the engines of one server process.
type Process struct {
	Carpetas       *carpeta.Servicio
	Documentos     *documento.Servicio
	Eliminaciones  *eliminacion.Servicio
	Operacion      *operacion.Servicio
	Entidades      *entidad.Servicio
	Tipos          *tipo.Servicio
	Tramites       *tramite.Servicio
	Entregas       *entrega.Servicio
	Codigos        *codigo.Servicio
	Consentimiento *consentimiento.Servicio
	Board          *outbox.Board
	Dispatcher     *outbox.Dispatcher
	Sweeper        *outbox.Sweeper
	Direct         *outbox.Direct // nil: every step goes by a message
	Counter        *outbox.Counter
	broker         broker.Broker
}

// NewProcess puts a process on ports. Of cfg, the fields of the stores count for nothing.
func NewProcess(t testing.TB, cfg Config, p Ports) *Process {
	t.Helper()
	cfg = cfg.withDefaults()
	cursors, err := relay.NewCodec(relay.Key{ID: "k", Secret: bytes.Repeat([]byte{2}, 32)})
	must(t, err)
	board := outbox.NewBoard(cfg.Outbox, outbox.NewRuntime(cfg.Clock))
	d := outbox.NewDispatcher(board, p.Broker, cfg.Metrics, cfg.Log)
	plazos := eliminacion.PlazosNormales
	plazos.Reintento = cfg.Retry
	escribano := auditoria.Escribano{Clock: cfg.Clock}
	cs := &carpeta.Servicio{Store: p.Store, Apertura: carpeta.Apertura{NewID: cfg.NewID}, Escribano: escribano, Conocidas: carpeta.NewConocidas(cfg.Clock)}
	ejecutor := &eliminacion.Ejecutor{
		Store: p.Store, Objetos: p.Objetos, Cola: d, Metrics: cfg.Metrics, Plazos: plazos, Clock: cfg.Clock, Log: cfg.Log, Escribano: escribano,
	}
	es := &eliminacion.Servicio{
		Ejecutor: ejecutor, Carpetas: p.Store, Conocidas: cs.Conocidas, Documentos: p.Store, Cursores: cursors, NewID: cfg.NewID,
	}
	var direct *outbox.Direct
	if cfg.SagaDirecta {
		direct = outbox.NewDirect(d, ejecutor)
	}
	tipos := &tipo.Servicio{Store: p.Store, Clock: cfg.Clock, Log: cfg.Log, Escribano: escribano}
	ds := &documento.Servicio{
		Tipos: tipos, Store: p.Store, Carpetas: cs, Objetos: p.Objetos, Cursores: cursors, Clock: cfg.Clock, NewID: cfg.NewID,
		Limites:   documento.Limites{MaxTamano: 1 << 20, CargaVence: time.Minute, DescargaVence: time.Minute, Cuota: carpeta.SinCuota},
		Escribano: escribano, Lecturas: documento.NewLecturas(2),
	}
	entidades := &entidad.Servicio{
		Store: p.Store, Fuente: auth.NewPublished(auth.RemoteConfig{Clock: cfg.Clock, Log: cfg.Log}, cfg.Internal), Cursores: cursors, Clock: cfg.Clock, Log: cfg.Log,
		Escribano: escribano,
	}
	deliveries := &entrega.Servicio{
		Store: p.Store, Carpetas: p.Store, Documentos: ds, Entidades: entidades, Cursores: cursors,
		Presupuesto: quota.New(cfg.Entregas, cfg.Clock), Clock: cfg.Clock, Escribano: escribano,
	}
	passes, looks := cursors.Hidden(), cursors.Hidden()
	passes.TTL, looks.TTL = codigo.VidaDePase, consentimiento.VidaDePase
	tramites := &tramite.Servicio{Store: p.Store, Entidades: p.Store, Tipos: tipos, Clock: cfg.Clock, Log: cfg.Log, Escribano: escribano}
	copies := &entrega.Exportacion{Entregas: deliveries, Eventos: p.Store, Leidos: entrega.NewLeidos(), Probar: unsealed}
	sampled := func(window time.Duration) *auditoria.Muestreo {
		return &auditoria.Muestreo{Rastro: p.Store, Escribano: escribano, Ventana: window, Max: 100, Metrics: uncounted{}}
	}
	return &Process{
		Carpetas: cs, Documentos: ds, Entidades: entidades, Tipos: tipos, Entregas: deliveries,
		Tramites: tramites,
		Consentimiento: &consentimiento.Servicio{
			Store: p.Store, Tramites: tramites, Carpetas: p.Store, Documentos: ds, Entidades: p.Store, Copias: copies, Pases: looks, Cursores: cursors,
			Clock: cfg.Clock, NewID: cfg.NewID, Escribano: escribano, Rastro: p.Store, Base: func() string { return "http://127.0.0.1" },
			Repetidas: sampled(time.Minute), Negadas: sampled(time.Millisecond), Pausa: service.Pause,
		},
		Codigos: &codigo.Servicio{
			Copias: copies,
			Store:  p.Store, Documentos: ds, Entregas: deliveries, Carpetas: p.Store, Llaves: codigo.Llaves{bytes.Repeat([]byte{3}, 32)}, Pases: passes, Cursores: cursors, Ritmo: codigo.NewRitmo(100, cfg.Clock),
			Clock: cfg.Clock, NewID: cfg.NewID, Escribano: escribano,
			Rastro:    auditoria.ConAviso{Anotador: p.Store, Avisar: func(auditoria.Miradas) {}},
			Repetidas: sampled(time.Minute),
		},
		Eliminaciones: es,
		Operacion: &operacion.Servicio{
			Sagas: es, Cartas: p.Broker, Despacho: d, Metrics: cfg.Metrics, Cursores: cursors,
			Plazos: operacion.PlazosNormales, Clock: cfg.Clock, Log: cfg.Log, Rastro: p.Store, Escribano: escribano,
		},
		Board: board, Dispatcher: d, Direct: direct, Counter: outbox.NewCounter(board, p.Store, cfg.Log), broker: p.Broker,
		Sweeper: outbox.NewSweeper(d, p.Store, es, p.Broker.Ready),
	}
}

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) Muestreado(auditoria.Tipo, int) {}
func (uncounted) MuestreoFallido()               {}

// unsealed proves nothing, as where nothing is sealed.
func unsealed(context.Context, auditoria.Evento) (entrega.Prueba, error) {
	return entrega.Prueba{}, nil
}

// Consumers execute the commands of sagas: one for each work queue. Run starts them.
func (p *Process) Consumers() (parts []func(context.Context) error) {
	for _, q := range broker.Queues {
		parts = append(parts, func(ctx context.Context) error {
			return p.broker.Consume(ctx, q.Name, p.Dispatcher.Handler(p.Eliminaciones))
		})
	}
	return parts
}

// Deliver hands one message to its consumer, as the broker would, and what it sends to somebody.
func Deliver(ctx context.Context, sagas *eliminacion.Servicio, m broker.Message, send func(broker.Message)) error {
	if _, taken := broker.QueueFor(m.Type); !taken {
		return nil
	}
	e, err := sagas.Traer(ctx, m)
	if err != nil {
		return err
	}
	f := sagas.Avanzar(ctx, []eliminacion.EnMano{e})[0]
	Sent(f, sagas.Clock(), send)
	return f.Err
}

// Sent hands the messages of an end to somebody.
func Sent(f eliminacion.Fin, now time.Time, send func(broker.Message)) {
	for _, key := range []string{f.Aviso, f.Relevo} {
		if key != "" {
			send(eliminacion.Mensaje(f.Eliminacion, key, now))
		}
	}
}

package app

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/notas"
	"github.com/carpeta-ciudadana/servidor/internal/auditoria/sellado"
	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/carpeta"
	"github.com/carpeta-ciudadana/servidor/internal/config"
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
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/hub"
	"github.com/carpeta-ciudadana/servidor/internal/operacion"
	"github.com/carpeta-ciudadana/servidor/internal/outbox"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
)

// Domain is the use cases on the ports of a profile. Make it with Open, and Close it.
type Domain struct {
	process
	ports
	trail

	Carpetas       *carpeta.Servicio
	Documentos     *documento.Servicio
	Eliminaciones  *eliminacion.Servicio
	Entidades      *entidad.Servicio
	Entregas       *entrega.Servicio
	Tipos          *tipo.Servicio
	Tramites       *tramite.Servicio
	Codigos        *codigo.Servicio
	Consentimiento *consentimiento.Servicio
	Sellador       *sellado.Sellador // nil: sealing is off
	Household      *notas.Household

	exports     *entrega.Exportacion
	operacion   *operacion.Servicio
	revocations *auth.Revocations
	hub         *hub.Hub
	outbox      outboxParts
}

// outboxParts move the deletions of this process.
type outboxParts struct {
	board      *outbox.Board
	dispatcher *outbox.Dispatcher
	sweeper    *outbox.Sweeper
	direct     *outbox.Direct // nil: every step goes by a message
	counter    *outbox.Counter
	presence   *outbox.Presence
}

// Open opens the adapters of the profile and puts the use cases on them. Nothing runs yet.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger) (*Domain, error) {
	p, err := newProcess(cfg, log)
	if err != nil {
		return nil, err
	}
	o, err := openPorts(ctx, p)
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	d, err := newDomain(p, o)
	if err != nil {
		return nil, errors.Join(err, o.close(), p.close())
	}
	return d, nil
}

// Close closes the adapters. Nothing may run any more.
func (d *Domain) Close() error { return errors.Join(d.ports.close(), d.process.close()) }

func newDomain(p process, o ports) (*Domain, error) {
	cursors, err := relay.NewCodec(o.cursors...)
	if err != nil {
		return nil, err
	}
	cursors.TTL, cursors.Observer = p.cfg.CursorTTL, p.metrics
	board := outbox.NewBoard(despacho(p), outbox.NewRuntime(p.clock))
	dispatcher := outbox.NewDispatcher(board, o.Broker, p.metrics, p.log)
	escribano, conocidas := auditoria.Escribano{Clock: p.clock}, carpeta.NewConocidas(p.clock)
	d := &Domain{process: p, ports: o, hub: hub.New(p.metrics.SlowSubscriber), revocations: newRevocations(p, o)}
	d.trail = newTrail(p, o, cursors, conocidas, dispatcher, d.revocations)
	d.Carpetas = &carpeta.Servicio{Store: o.Store, Apertura: apertura(p.cfg), Escribano: escribano, Conocidas: conocidas}
	d.Tipos = &tipo.Servicio{Store: o.Store, Clock: p.clock, Log: p.log, Escribano: escribano}
	d.Documentos = &documento.Servicio{
		Store: o.Store, Carpetas: d.Carpetas, Objetos: o.Objetos, Cursores: cursors, Clock: p.clock, Zona: p.cfg.Location(), NewID: newID, Tipos: d.Tipos,
		Limites: limites(p.cfg), Escribano: escribano, Lecturas: documento.NewLecturas(maxVerifying), Auditoria: d.reads,
		Avisar: func(n documento.Novedad) { dispatcher.Enviar(eliminacion.MensajeDeDocumento(n, p.clock())) },
	}
	ejecutor := &eliminacion.Ejecutor{
		Store: o.Store, Objetos: o.Objetos, Cola: dispatcher, Metrics: p.metrics, Plazos: plazos(p.cfg), Papeles: p.cfg.Roles(),
		Clock: p.clock, Log: p.log, Escribano: escribano,
	}
	d.Eliminaciones = &eliminacion.Servicio{
		Ejecutor: ejecutor, Carpetas: o.Store, Conocidas: conocidas, Documentos: o.Store, Cursores: cursors, NewID: newID, Auditoria: d.reads,
	}
	d.operacion = &operacion.Servicio{
		Sagas: d.Eliminaciones, Cartas: o.Broker, Despacho: dispatcher, Metrics: p.metrics, Cursores: cursors,
		Plazos: plazosOperacion(p.cfg), Clock: p.clock, Log: p.log, Rastro: o.Store, Escribano: escribano,
	}
	d.Entidades = newEntidades(p, o, cursors)
	d.Tramites = &tramite.Servicio{Store: o.Store, Entidades: o.Store, Tipos: d.Tipos, Clock: p.clock, Log: p.log, Escribano: escribano}
	d.Entregas = &entrega.Servicio{
		Store: o.Store, Carpetas: o.Store, Documentos: d.Documentos, Entidades: d.Entidades, Cursores: cursors, Auditoria: d.reads, Base: p.public.get,
		Presupuesto: quota.New(deliveries(p.cfg), p.clock), Dia: quota.New(perDay(p.cfg.Rate.DeliveriesDay), p.clock),
		Partes: entrega.NewPartes(d.Documentos.Limites.Cuota, maxSubjects, p.clock), Clock: p.clock, Escribano: escribano,
	}
	d.Codigos = &codigo.Servicio{
		Store: o.Store, Documentos: d.Documentos, Entregas: d.Entregas, Carpetas: o.Store, Llaves: llavesDeCodigos(o.cursors), Pases: linksOf(cursors.Hidden(), codigo.VidaDePase), Cursores: cursors,
		Embargos: o.Store, Ritmo: codigo.NewRitmo(maxSubjects, p.clock), Sal: []byte(rand.Text()), Clock: p.clock, NewID: newID, Escribano: escribano, Rastro: d.told, Repetidas: d.leaving.Repetidas,
	}
	d.outbox = newOutbox(p, o, board, dispatcher, d.Eliminaciones)
	var signing sellado.Llaves
	if d.Sellador, signing, err = newSealer(p, o, d.archiver); err != nil {
		return nil, err
	}
	d.exports = newExports(d, cursors)
	d.Documentos.Verificables, d.Codigos.Copias = d.exports.Enlazar, d.exports
	d.Consentimiento = newConsentimiento(d, cursors)
	d.Household = &notas.Household{Trail: o.Store, Keys: signing.Hechos(), Clock: p.clock, Log: p.log}
	if !p.distributed() {
		d.Household.Dir = p.cfg.DataDir
	}
	return d, nil
}

// newConsentimiento makes the use cases of consent.
func newConsentimiento(d *Domain, cursors *relay.Codec) *consentimiento.Servicio {
	escribano := auditoria.Escribano{Clock: d.clock}
	return &consentimiento.Servicio{
		Store: d.Store, Tramites: d.Tramites, Carpetas: d.Store, Documentos: d.Documentos, Entidades: d.Store, Copias: d.exports,
		Pases: linksOf(cursors.Hidden(), consentimiento.VidaDePase), Cursores: cursors, Dia: quota.New(perDay(d.cfg.Rate.RequestsDay), d.clock),
		Clock: d.clock, NewID: newID, Escribano: escribano, Rastro: toldTrail{d.whole, d.told}, Mirado: d.told.Avisar, Base: d.public.get,
		Repetidas: d.leaving.Repetidas, Negadas: d.denied, Pausa: service.Pause, Compas: compasSolicitud, Avisar: d.Documentos.Avisar,
	}
}

// llavesDeCodigos are those of cursors: a code follows from its id and one of them.
func llavesDeCodigos(ks []relay.Key) (ls codigo.Llaves) {
	for _, k := range ks {
		ls = append(ls, k.Secret)
	}
	return ls
}

func newEntidades(p process, o ports, cursors *relay.Codec) *entidad.Servicio {
	hosts, networks := p.cfg.Internal()
	published := auth.NewPublished(auth.RemoteConfig{Clock: p.clock, Stale: p.cfg.AuthStaleKeys, Log: p.log}, auth.Internal{Hosts: hosts, Networks: networks})
	return &entidad.Servicio{Store: o.Store, Fuente: published, Cursores: cursors, Clock: p.clock, Log: p.log, Escribano: auditoria.Escribano{Clock: p.clock}}
}

// newOutbox makes what moves deletions, around the board and the dispatcher that the use cases know.
func newOutbox(p process, o ports, board *outbox.Board, dispatcher *outbox.Dispatcher, sagas *eliminacion.Servicio) outboxParts {
	parts := outboxParts{
		board: board, dispatcher: dispatcher, counter: outbox.NewCounter(board, o.Store, p.log),
		presence: &outbox.Presence{Board: board, Broker: o.Broker, NewID: newID, Log: p.log},
	}
	parts.sweeper = outbox.NewSweeper(dispatcher, o.Store, sagas, o.Broker.Ready)
	if p.cfg.SagaDirecta && p.cfg.Roles().Has(role.ObjectEraser) {
		parts.direct = outbox.NewDirect(dispatcher, p.traces.Sagas(sagas))
	}
	p.metrics.DeadLetters(o.Broker.DeadLetters)
	p.metrics.Backlog(board.Figures)
	p.metrics.Weights(p.cfg.Pesos)
	p.metrics.Roles(board.Missing)
	return parts
}

// Reconciliador compares the stores.
func (d *Domain) Reconciliador() *reconciliacion.Reconciliador {
	return &reconciliacion.Reconciliador{
		Metadatos: d.Store, Reparaciones: d.Store, Marcas: d.Store, Objetos: d.inventario, Cargas: d.Documentos, Plazos: reconciliacion.PlazosNormales,
		Clock: d.clock, NewID: newID, Pause: service.Pause, Log: d.log, Escribano: auditoria.Escribano{Clock: d.clock},
	}
}

// listen hands every event to the subscribers of this process, and gives the places
// of finished sagas in the dispatch window back. While nobody is subscribed it looks
// at the headers only: who subscribes later reads the store first.
func (d *Domain) listen(ctx context.Context) error {
	board := d.outbox.board
	return d.Broker.Listen(ctx, broker.EventKeys, func(m broker.Message) {
		if m.Type == broker.ProcessPresent {
			d.outbox.presence.Hear(m)
			return
		}
		if m.SagaID != "" {
			board.Oido(m.Type, m.OperadorID, m.SagaID)
		}
		if !d.hub.Wanted() {
			return
		}
		aviso, err := eliminacion.ReadAviso(m)
		if err != nil {
			d.log.Warn("event not understood", "tipo", m.Type, "error", err)
			return
		}
		d.hub.Publish(aviso.Pasos()...)
	}, func() {
		board.Perdido()
		d.hub.Missed()
	})
}

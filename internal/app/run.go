package app

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/internal/entrega"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
	"github.com/carpeta-ciudadana/servidor/internal/reconciliacion"
	"github.com/carpeta-ciudadana/servidor/internal/server/site"
	"github.com/carpeta-ciudadana/servidor/internal/store/cargo"
)

// Serve serves until ctx ends, or the store is damaged, then stops in order: no new requests, subscriptions
// ended with a reason, consumers stopped, the dispatcher emptied.
func (d *Domain) Serve(ctx context.Context, o Options) error {
	e, err := newEdge(d, o)
	if err != nil {
		return err
	}
	return d.serve(ctx, e, o)
}

func (d *Domain) serve(ctx context.Context, e edge, o Options) error {
	if err := d.prepare(ctx); err != nil {
		return err
	}
	return d.run(ctx, d.services(e), func(ctx context.Context) (damage error) {
		if e.cuts != nil {
			defer e.cuts.Offer(e.admin.URL())()
		}
		e.absence.Store(site.Present)
		d.log.Info("serving", "proceso", d.name)
		if o.OnReady != nil {
			o.OnReady(d.public.get(), e.admin.URL())
		}
		if err := d.objectsReady(ctx); err != nil && ctx.Err() == nil { // a server without its files serves all the same
			d.log.Error("object store not ready", "error", err)
		}
		select {
		case <-ctx.Done():
		case damage = <-d.damaged: // to go on would make it worse
			d.log.Error("the store is damaged", "error", damage)
		}
		e.absence.Store(site.Stopping)
		d.log.Info("stopping", "plazo", d.cfg.ShutdownTimeout)
		return damage
	})
}

// prepare refuses to serve without stores; the embedded profile makes its own.
func (d *Domain) prepare(ctx context.Context) error {
	ready := d.Store.Ready
	if !d.distributed() {
		ready = d.Bootstrap
	}
	if err := ready(ctx); err != nil {
		return err
	}
	if err := cargo.MayUse(ctx, d.Store); err != nil { // what a migration is filling
		return err
	}
	if err := d.revocations.Load(ctx); err != nil {
		return fmt.Errorf("the revocations cannot be read (%w): without them, tokens that were taken out of use would be good again, so the server does not start. "+
			"Correct what the error names, or put the last good list back; carpeta revocacion listar shows whether it can be read", err)
	}
	return nil
}

// Work runs what carries deletions out while f runs: for a command that no server helps.
func (d *Domain) Work(ctx context.Context, f func(context.Context) error) error {
	return d.run(ctx, d.engines(), f)
}

// run starts the services, runs f, and stops them.
func (d *Domain) run(ctx context.Context, services []service.Service, f func(context.Context) error) (err error) {
	var stack service.Stack
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), d.cfg.ShutdownTimeout)
		defer cancel()
		err = errors.Join(err, stack.Stop(ctx))
	}()
	for _, s := range services {
		if err := stack.Start(ctx, s); err != nil {
			return err
		}
	}
	return f(ctx)
}

// services are the long-running parts of this process's roles, in the order in which they start.
func (d *Domain) services(e edge) []service.Service {
	roles := d.cfg.Roles()
	s := append([]service.Service{service.NewLoop("memory", e.guard.Run)}, d.engines()...)
	if roles.Has(role.Sweeper) && d.cfg.ReconcileInterval > 0 {
		s = append(s, service.NewLoop("reconciler", d.background().Run))
	}
	s = append(s, service.NewLoop("revocations", d.revocations.Run), service.NewLoop("household", d.Household.Run))
	if d.distributed() {
		s = append(s, service.NewLoop("presence", d.outbox.presence.Run))
	}
	if roles.Has(role.Sweeper) && d.Sellador != nil {
		s = append(s, service.NewLoop("sealer", d.Sellador.Run))
	}
	s = append(s, e.admin)
	if roles.Has(role.API) {
		s = append(s, e.api)
	}
	return s
}

// engines are those that work by themselves.
func (d *Domain) engines() []service.Service {
	roles := d.cfg.Roles()
	s := []service.Service{service.NewLoop("dispatcher", d.outbox.dispatcher.Run)}
	if roles.Has(role.Sweeper) {
		s = append(s, d.sweeping()...)
	}
	if d.outbox.direct != nil {
		s = append(s, service.NewLoop("direct", d.outbox.direct.Run))
	}
	handle := d.outbox.dispatcher.Handler(d.Eliminaciones)
	for _, q := range broker.Queues {
		if roles.Has(q.Role) {
			s = append(s, service.NewLoop(q.Name, func(ctx context.Context) error { return d.Broker.Consume(ctx, q.Name, handle) }))
		}
	}
	s = append(s, service.NewLoop("events", d.listen))
	s = append(s, service.NewLoop("refusals", d.refusals.Run), service.NewLoop("refused looks", d.denied.Run), service.NewLoop("files that leave", d.leaving.Repetidas.Run))
	return s
}

// sweeping are those that look for what is due, and keep the calendar.
func (d *Domain) sweeping() []service.Service {
	uploads := &documento.Barrendero{Servicio: d.Documentos, Dueno: d.name, Log: d.log}
	keys := &entrega.Revocador{Servicio: d.Entregas, Dueno: d.name, Log: d.log}
	if d.distributed() {
		uploads.Marcas, keys.Marcas = d.Store, d.Store
	}
	s := []service.Service{
		service.NewLoop("sweeper", d.outbox.sweeper.Run), service.NewLoop("census", d.outbox.counter.Run),
		service.NewLoop("uploads", uploads.Run), service.NewLoop("archive", d.archiver.Run),
		service.NewLoop("revoked keys", keys.Run), service.NewLoop("dead letters", d.operacion.Retirar),
	}
	if d.purge != nil {
		s = append(s, service.NewLoop("purge", func(ctx context.Context) error { return d.purge(ctx, d.log) }))
	}
	return s
}

// background is the slow walk of the servers.
func (d *Domain) background() *reconciliacion.Background {
	return &reconciliacion.Background{
		Reconciliador: d.Reconciliador(), Interval: d.cfg.ReconcileInterval, Ritmo: d.cfg.ReconcileRate,
		Dueno: Walker() + "/" + newID(), Metrics: d.metrics,
	}
}

// Walker names the process in a mark, so that a person can find it.
func Walker() string {
	machine, err := os.Hostname()
	if err != nil {
		machine = "?"
	}
	return fmt.Sprintf("%s/%d", machine, os.Getpid())
}

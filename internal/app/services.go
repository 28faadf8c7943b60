package app

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// services are the long-running parts of this process's roles, in the order in which they start.
func (a *App) services() []service.Service {
	roles := a.cfg.Roles()
	s := append([]service.Service{service.NewLoop("memory", a.memory.Run)}, a.engines()...)
	if roles.Has(role.Sweeper) && a.cfg.ReconcileInterval > 0 {
		s = append(s, service.NewLoop("reconciler", a.background().Run))
	}
	s = append(s, service.NewLoop("revocations", a.revocations.Run), service.NewLoop("household", a.household))
	if a.cfg.Profile == config.Distributed {
		s = append(s, service.NewLoop("presence", a.presence))
	}
	if roles.Has(role.Sweeper) && a.sellador != nil {
		s = append(s, service.NewLoop("sealer", a.sellador.Run))
	}
	s = append(s, a.http.admin)
	if roles.Has(role.API) {
		s = append(s, a.http.api)
	}
	return s
}

// engines are those that work by themselves.
func (a *App) engines() []service.Service {
	roles := a.cfg.Roles()
	s := []service.Service{service.NewLoop("dispatcher", a.dispatcher.Run)}
	if roles.Has(role.Sweeper) {
		s = append(s, a.sweeping()...)
	}
	if a.direct != nil {
		s = append(s, service.NewLoop("direct", a.direct.Run))
	}
	for _, q := range broker.Queues {
		if roles.Has(q.Role) {
			s = append(s, a.consumer(q.Name))
		}
	}
	s = append(s, service.NewLoop("events", a.listen))
	s = append(s, service.NewLoop("refusals", a.refusals.Run), service.NewLoop("files that leave", a.leaving.Repetidas.Run))
	if p := a.reads.Posterior; p != nil {
		s = append(s, service.NewLoop("reads", p.Run))
	}
	return s
}

// sweeping are those that look for what is due, and keep the calendar.
func (a *App) sweeping() []service.Service {
	s := []service.Service{
		service.NewLoop("sweeper", a.sweeper.Run), service.NewLoop("census", a.counter.Run),
		service.NewLoop("uploads", a.sweepCargas), service.NewLoop("archive", a.archiver.Run),
	}
	if a.p.purgar != nil {
		s = append(s, service.NewLoop("purge", a.purgar))
	}
	return s
}

func (a *App) consumer(queue string) service.Service {
	return service.NewLoop(queue, func(ctx context.Context) error {
		return a.p.broker.Consume(ctx, queue, a.eliminaciones.Atender)
	})
}

// listen hands every event to the subscribers of this process, and gives the places
// of finished sagas in the dispatch window back. While nobody is subscribed it looks
// at the headers only: who subscribes later reads the store first.
func (a *App) listen(ctx context.Context) error {
	return a.p.broker.Listen(ctx, broker.EventKeys, func(m broker.Message) {
		if m.Type == broker.ProcessPresent {
			a.hearProcess(m)
			return
		}
		if m.SagaID != "" {
			a.board.Oido(m.OperadorID)
		}
		if eliminacion.Termina(m.Type) {
			a.board.Soltar(m.SagaID)
		}
		if m.Type == broker.DeletionCompleted {
			a.board.Completada(m.OperadorID, m.SagaID)
		}
		if !a.hub.Wanted() {
			return
		}
		aviso, err := eliminacion.ReadAviso(m)
		if err != nil {
			a.log.Warn("event not understood", "tipo", m.Type, "error", err)
			return
		}
		a.hub.Publish(aviso.Pasos()...)
	}, func() {
		a.board.Perdido()
		a.hub.Missed()
	})
}

// purgePause is the pause between two purges.
const purgePause = time.Minute

func (a *App) purgar(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := a.p.purgar(ctx); err != nil && ctx.Err() == nil {
			a.log.Warn("purge failed; it goes on at the next turn", "error", err)
		}
		_ = service.Pause(ctx, purgePause) // fails at the end of ctx only
	}
	return nil
}

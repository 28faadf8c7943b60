package app

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// presence is what a process says of itself to the others.
type presence struct {
	Version int      `json:"version"`
	Process string   `json:"proceso"`
	Roles   role.Set `json:"papeles"` // none: it ends
}

// farewell is how long the end of a process waits to say so.
const farewell = 2 * time.Second

// presence says every few seconds which roles this process has, and logs which ones have no process. A
// process that cannot be heard is as good as gone: its broker is away.
func (a *App) presence(ctx context.Context) error {
	every := min(10*time.Second, a.cfg.Plazo/3)
	for ctx.Err() == nil {
		a.sayPresent(ctx, a.cfg.Roles())
		a.logRoles()
		_ = service.Pause(ctx, every) // fails at the end of ctx only
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	a.sayPresent(end, nil)
	return nil
}

// sayPresent fails while the broker is away, which others tell.
func (a *App) sayPresent(ctx context.Context, roles role.Set) {
	data, err := json.Marshal(presence{Version: 1, Process: a.process, Roles: roles})
	if err != nil {
		panic(err) // strings always marshal
	}
	if err := a.p.broker.Publish(ctx, broker.Message{
		ID: newID(), Type: broker.ProcessPresent, Source: eliminacion.Origen, Time: a.clock(), Intento: 1, Data: data,
	}); err != nil {
		a.log.Debug("the others were not told of this process", "error", err)
	}
}

// hearProcess takes what another process says, or this one.
func (a *App) hearProcess(m broker.Message) {
	var p presence
	if err := json.Unmarshal(m.Data, &p); err != nil || p.Version != 1 || p.Process == "" {
		a.log.Warn("event not understood", "tipo", m.Type, "error", err)
		return
	}
	a.board.Present(p.Process, p.Roles)
}

func (a *App) logRoles() {
	gone, come := a.board.GoneAndCome()
	if len(gone) > 0 {
		a.log.Warn("no process has these roles: what needs them waits; start one with --papeles", "papeles", gone)
	}
	if len(come) > 0 {
		a.log.Info("these roles have a process again", "papeles", come)
	}
}

// everyRole is the check of /readyz: reads go on without the others.
func (a *App) everyRole(context.Context) error {
	if missing := a.board.Missing(); len(missing) > 0 {
		return fmt.Errorf("no process has the roles %s: start one with --papeles %s", missing, missing)
	}
	return nil
}

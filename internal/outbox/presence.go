package outbox

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
	"github.com/carpeta-ciudadana/servidor/internal/ground/service"
)

// present is what a process says of itself to the others.
type present struct {
	Version int      `json:"version"`
	Process string   `json:"proceso"`
	Roles   role.Set `json:"papeles"` // none: it ends
}

// The pause between two words of a process, at most, and how long its end waits to say so.
const (
	presentEvery = 10 * time.Second
	farewell     = 2 * time.Second
)

// Presence tells the other processes which roles this one has, and hears theirs.
type Presence struct {
	Board  *Board
	Broker interface {
		Publish(ctx context.Context, m broker.Message) error
	}
	NewID func() string
	Log   *slog.Logger
}

// Run says every few seconds which roles this process has, and logs which ones have no process. A process that cannot
// be heard is as good as gone: its broker is away.
func (p *Presence) Run(ctx context.Context) error {
	cfg := p.Board.cfg
	for ctx.Err() == nil {
		p.say(ctx, cfg.Roles)
		p.logRoles()
		_ = service.Pause(ctx, min(presentEvery, cfg.Silence/3)) // fails at the end of ctx only
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	p.say(end, nil)
	return nil
}

// say fails while the broker is away, which others tell.
func (p *Presence) say(ctx context.Context, roles role.Set) {
	data, err := json.Marshal(present{Version: 1, Process: p.Board.cfg.Process, Roles: roles})
	if err != nil {
		panic(err) // strings always marshal
	}
	if err := p.Broker.Publish(ctx, broker.Message{
		ID: p.NewID(), Type: broker.ProcessPresent, Source: eliminacion.Origen, Time: p.Board.rt.Clock(), Intento: 1, Data: data,
	}); err != nil {
		p.Log.Debug("the roles of this process were not published", "error", err)
	}
}

// Hear takes what another process says, or this one.
func (p *Presence) Hear(m broker.Message) {
	var said present
	if err := json.Unmarshal(m.Data, &said); err != nil || said.Version != 1 || said.Process == "" {
		p.Log.Warn("event not understood", "tipo", m.Type, "error", err)
		return
	}
	p.Board.roster.hear(said.Process, said.Roles, p.Board.rt.Clock())
}

func (p *Presence) logRoles() {
	gone, come := p.Board.GoneAndCome()
	if len(gone) > 0 {
		p.Log.Warn("no process has these roles: what needs them waits; start one with --papeles", "papeles", gone)
	}
	if len(come) > 0 {
		p.Log.Info("these roles have a process again", "papeles", come)
	}
}

package outbox

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/broker"
	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// Board is a process's knowledge of its operadores: which sagas are under way
// (window), when the sweeper looks at whom (agenda), how much waits (census),
// whether the broker takes messages (link), and which roles other processes have
// (roster). The dispatcher, the places, the sweeper and the counter read it and write on it.
//
// Each part has a lock of its own and calls no other part: no two locks are ever
// held at a time, so there is no order of locks to keep. A method that touches two
// parts is therefore two steps for everybody else; the state between them
// is corrected by the next look at the operador.
type Board struct {
	cfg    Config
	rt     Runtime
	window *window
	agenda *agenda
	census *census
	link   link
	roster *roster
	sweeps bool // this process has the role of the sweeper

	// Places are those where this process executes deletions itself; nil: every step goes by a message. They are set
	// before anything runs.
	Places Places
}

// NewBoard makes an empty Board.
func NewBoard(cfg Config, rt Runtime) *Board {
	if cfg.Roles == nil {
		cfg.Roles = role.All
	}
	cfg.Silence = cmp.Or(cfg.Silence, DefaultConfig.Silence)
	return &Board{
		cfg: cfg, rt: rt, sweeps: cfg.Roles.Has(role.Sweeper), window: newWindow(cfg.Window, cfg.WindowEach, cfg.Weights),
		agenda: newAgenda(cfg.Sweep, cfg.Idle), census: newCensus(), link: newLink(), roster: newRoster(cfg.Roles, cfg.Silence),
	}
}

// Plazo implements eliminacion.Cola. An operador whose earlier sagas have waited in the store for a while gets no place: a
// newcomer would overtake them for as long as new ones come.
func (b *Board) Plazo(e eliminacion.Eliminacion) time.Time {
	now, here := b.rt.Clock(), b.executes(e)
	if here && b.Places.Room(e.OperadorID) == 0 {
		return now // the first process that has room takes it
	}
	since, waits := b.agenda.waits(e.OperadorID)
	overtakes := waits && now.Sub(since) > b.cfg.Sweep
	unsendable := b.link.isDown() && b.Places == nil && b.sweeps
	switch {
	case unsendable || overtakes || !b.window.take(e.OperadorID, e.EventoID, now, now.Add(b.cfg.Reserve)):
		b.leave(e.OperadorID, now)
		return now
	case here:
		return now.Add(b.cfg.Plazos.Primero())
	}
	return b.cfg.Plazos.Siguiente(e, now)
}

// executes reports whether this process has places for the next step of a deletion.
func (b *Board) executes(e eliminacion.Eliminacion) bool {
	papel, has := e.Papel()
	return has && b.Places != nil && b.cfg.Roles.Has(papel)
}

// place gives a deletion to a place of this process; false if its command has to be sent. What failed before, or was
// delivered twice without progress, is the queues' business: they count, repeat and give up.
func (b *Board) place(e eliminacion.EnMano) bool {
	return b.executes(e.Eliminacion) && e.Intacta() && b.Places.Take(e)
}

// extend makes the reservation of a deletion that goes on a place, until its command would be sent again.
func (b *Board) extend(e eliminacion.Eliminacion) {
	b.window.extend(e.OperadorID, e.EventoID, b.cfg.Plazos.Siguiente(e, b.rt.Clock()))
}

// leave notes that work of an operador stays in the store for now. A process that does not sweep would never learn that
// it waits no more; and some messages are of no operador.
func (b *Board) leave(operadorID string, now time.Time) {
	if operadorID == "" || !b.sweeps {
		return
	}
	b.agenda.wait(operadorID, true, now)
	b.census.stir(operadorID)
}

// gather is how long freed places are gathered before the sweeper fills them.
const gather = 20 * time.Millisecond

// release gives the place of a finished saga back.
func (b *Board) release(eventoID string) {
	if b.window.release(eventoID) {
		b.agenda.wantWaiting(b.rt.Clock().Add(gather))
	}
}

// Oido notes an event of a saga, in whatever process: the sweeper looks at its operador at its pace, and the place of one
// that has ended is free.
func (b *Board) Oido(tipo, operadorID, eventoID string) {
	b.agenda.want(operadorID, b.rt.Clock().Add(b.rt.pause(b.heard())))
	if eliminacion.Termina(tipo) {
		b.release(eventoID)
	}
}

// heard is how soon the sweeper looks at an operador after an event of it. Where processes execute deletions, that is
// about their first lease: what a killed process had in hand is due again then.
func (b *Board) heard() time.Duration {
	if b.Places != nil {
		return min(b.cfg.Sweep, eliminacion.PrimerPlazo)
	}
	return b.cfg.Sweep
}

// Perdido notes that events may have been missed.
func (b *Board) Perdido() {
	b.roster.deaf(b.rt.Clock())
	b.agenda.wantAll(func() time.Time { return b.rt.Clock().Add(b.rt.Jitter(b.cfg.Sweep + 1)) })
}

// Despertar makes the sweeper look at an operador at a moment at the latest.
func (b *Board) Despertar(operadorID string, at time.Time) {
	b.agenda.want(operadorID, at)
	b.census.stir(operadorID)
}

// Vista is how this process stands towards an operador: the answer to the question
// why a deletion does not move.
func (b *Board) Vista(operadorID string) eliminacion.VistaDespacho {
	_, waits := b.agenda.waits(operadorID)
	v := eliminacion.VistaDespacho{
		Directa:  b.Places != nil,
		SinLugar: b.window.room(operadorID, b.rt.Clock()) == 0,
		EnEspera: waits,
		Ritmo:    max(b.cfg.Sweep, b.cfg.Idle) * 5 / 4, // with its jitter
	}
	v.BrokerCaido, v.SinRuta, v.ColasLlenas = b.link.state()
	v.SinProceso = b.Missing()
	return v
}

// Missing are the roles that no process has, as far as this one hears.
func (b *Board) Missing() role.Set { return b.roster.missing(b.rt.Clock()) }

// EveryRole is the check of /readyz: reads go on without the others.
func (b *Board) EveryRole(context.Context) error {
	if missing := b.Missing(); len(missing) > 0 {
		return fmt.Errorf("no process has the roles %s: start one with --papeles %s", missing, missing)
	}
	return nil
}

// GoneAndCome are the roles that have become missing since the last call, and those that are back. The sweeper
// looks at everything that waited for the latter.
func (b *Board) GoneAndCome() (gone, come role.Set) {
	gone, come = b.roster.changed(b.rt.Clock())
	if len(come) > 0 {
		b.agenda.wantWaiting(b.rt.Clock())
	}
	return gone, come
}

// lacks reports whether one of some roles has no process.
func (b *Board) lacks(roles role.Set) bool {
	missing := b.Missing()
	return slices.ContainsFunc(roles, func(r role.Role) bool { return slices.Contains(missing, r) })
}

// unattended reports whether nobody works on the queue of a command.
func (b *Board) unattended(key string) bool {
	q, work := broker.QueueFor(key)
	return work && b.lacks(role.Set{q.Role})
}

// Figures are the newest figures of every operador, none while the store does not
// answer, and when it last did.
func (b *Board) Figures() ([]Figures, time.Time) { return b.census.all() }

// filled notes which queues are full, and reports whether that of the key has just become
// so. Once it has room again, whatever waited is looked at.
func (b *Board) filled(key string, err error) (news bool) {
	news, room := b.link.fill(key, err)
	if room {
		b.agenda.wantWaiting(b.rt.Clock())
	}
	return news
}

// answered notes how the broker answered. Once it takes messages again, whatever
// waited is looked at.
func (b *Board) answered(err error) {
	if b.link.answered(err) {
		b.agenda.wantWaiting(b.rt.Clock())
	}
}

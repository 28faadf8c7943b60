package outbox

import (
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/eliminacion"
)

// look is one look at an operador, with its findings and its work.
type look struct {
	operadorID string
	at         time.Time
	seen, due  []eliminacion.Pendiente // due soon; of these, due now
	taken      int                     // leased
	more       bool                    // more was due than this look could take, and there is room for it
}

// full ends a look at an operador that can be given nothing now.
func (b *Board) full(operadorID string, now time.Time) {
	b.behind(operadorID, true, now)
	b.agenda.again(operadorID, now.Add(b.rt.pause(b.cfg.Sweep)))
}

// unread ends a look that the store did not answer.
func (b *Board) unread(operadorID string, now time.Time) {
	b.census.lost()
	b.agenda.want(operadorID, now.Add(b.rt.pause(b.cfg.Sweep)))
}

// saw notes the findings of a look; n of them can be taken.
func (b *Board) saw(l look, n int) {
	b.census.saw(l.operadorID, len(l.seen) > 0, l.at)
	b.behind(l.operadorID, len(l.due) > n, l.at)
}

// behind notes whether work of an operador stays behind in the store.
func (b *Board) behind(operadorID string, more bool, now time.Time) {
	b.window.crowd(operadorID, more)
	b.agenda.wait(operadorID, more, now)
}

// plan says when to look at the operador again.
func (b *Board) plan(l look) {
	a, rt, operadorID, now := b.agenda, b.rt, l.operadorID, l.at
	switch {
	case l.more && l.taken > 0:
		a.want(operadorID, now) // the next round
	case l.more: // others were faster with all of them
		a.want(operadorID, now.Add(rt.Jitter(2*gather)))
	case len(l.due) > 0 && l.taken == 0:
		a.want(operadorID, now.Add(rt.pause(afterFailure)))
	case len(l.due) > 0:
		a.want(operadorID, now.Add(rt.pause(b.cfg.Sweep)))
	default:
		a.again(operadorID, now.Add(rt.pause(a.quiet(operadorID))))
	}
	if n := len(l.due); n < len(l.seen) { // the next due command; every process knows it, so not at the same moment
		a.again(operadorID, l.seen[n].NoAntesDe.Add(rt.Jitter(b.cfg.Sweep/4+1)))
	}
}

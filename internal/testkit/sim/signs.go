package sim

import (
	"slices"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/outbox"
)

// signs lets a process say every few seconds that it lives, as app does.
func (w *world) signs(p *process) {
	const every = 10 * time.Second
	if w.bug == NoSweeper {
		return
	}
	if w.now >= p.pausedUntil && !p.dead {
		w.saySign(p, outbox.Sign{Process: p.name(), Looks: p.board.Looks(), Said: p.clock()})
	}
	if !p.dead || w.bug == SignOfTheDead {
		w.after(every, func() { w.signs(p) })
	}
	if p.dead {
		w.hearSign(outbox.Sign{Process: p.name(), Looks: true, Said: p.clock()})
	}
}

// saySign sends a sign to everybody who listens. The broker may keep a copy for long.
func (w *world) saySign(p *process, s outbox.Sign) {
	if w.broker.down || !p.connected {
		return
	}
	w.hearSign(s)
	if w.strikes(BrokerDelays) {
		w.after(w.between(10*time.Second, 3*time.Minute), func() { w.hearSign(s) })
	}
	if w.bug == SignTimeless {
		w.after(w.between(time.Minute, 10*time.Minute), func() {
			s.Said = epoch.Add(w.now)
			w.hearSign(s)
		})
	}
}

func (w *world) hearSign(s outbox.Sign) {
	for _, p := range w.processes {
		if p == nil || p.dead || !p.listening || w.broker.down || w.strikes(EventLost) {
			continue
		}
		if p.pausedUntil > w.now {
			continue // its queue is gone before it goes on, or it hears the next one
		}
		p.board.Present(s)
	}
}

// takeover is how long it may take, after the last fault, until every operador has a process that looks at it: those
// that stood still go on, those that are gone are forgotten, and it is noticed.
const takeover = 5 * time.Minute

// checkAttended: no operador is left alone. What is due later, or is left behind by whomever, is found.
func (w *world) checkAttended() {
	if w.bug == NoSweeper {
		return
	}
	for _, o := range w.operadores {
		if !slices.ContainsFunc(w.processes, func(p *process) bool { return !p.dead && p.board.Attends(o) }) {
			w.violate("nobody looks at %s any more", o)
		}
	}
}

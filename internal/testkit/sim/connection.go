package sim

import (
	"slices"
	"time"
)

// connect brings a process back to the broker after a while. What was told meanwhile it has missed.
func (w *world) connect(p *process) {
	w.After(w.between(time.Millisecond, 300*time.Millisecond), func() {
		if p.dead || p.connected || w.broker.down || p.cutOff {
			return
		}
		p.connected = true
		p.board.Perdido()
		p.nudge()
		if w.bug != HubNoReread {
			p.hub.Missed()
			p.wakeSessions()
		}
		w.note(p, "connected to the broker")
		w.redeliver()
	})
}

func (w *world) redeliver() {
	for _, c := range slices.Clone(w.broker.parcels) {
		w.deliver(c)
	}
}

// disconnect: delivered messages that were not acknowledged are the queue's again.
func (w *world) disconnect(p *process) {
	p.connected = false
	p.connection++
	for _, c := range slices.Clone(w.broker.parcels) {
		if c.holder == p {
			c.holder, c.ready = nil, true
			w.After(w.between(0, 50*time.Millisecond), func() { w.deliver(c) })
		}
	}
}

// cut takes the connection of one process away for a while.
func (w *world) cut(p *process, lasting time.Duration) {
	w.note(p, "loses its connection to the broker")
	p.cutOff = true
	w.disconnect(p)
	w.After(lasting, func() {
		p.cutOff = false
		w.connect(p)
	})
}

// stopBroker stops the broker; wiped also takes everything that was in it.
func (w *world) stopBroker(wiped bool) {
	if w.broker.down {
		return
	}
	w.note(nil, "broker down, wiped: %v", wiped)
	w.broker.down = true
	for _, p := range w.processes {
		w.disconnect(p)
	}
	if wiped {
		for _, c := range w.broker.parcels {
			c.gone = true
		}
		w.broker.parcels = nil
		w.broker.noTopology = true
	}
	w.After(w.between(200*time.Millisecond, 40*time.Second), w.startBroker)
}

func (w *world) startBroker() {
	w.note(nil, "broker up")
	w.broker.down = false
	if w.broker.noTopology {
		w.After(w.between(0, 60*time.Second), func() {
			w.broker.noTopology = false
			w.note(nil, "topology declared again")
		})
	}
	for _, p := range w.processes {
		if !p.dead {
			w.connect(p)
		}
	}
}

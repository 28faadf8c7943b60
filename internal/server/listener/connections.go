package listener

import (
	"net"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// connections bounds those that are open, in all and of each client. A further one takes the place of one that does nothing, or
// is refused.
type connections struct {
	cfg    Config
	notice rate.Sometimes // a flood must not become a flood of the log

	mu  sync.Mutex
	all *group
	of  map[string]*group // by client; that of "" are proxies, which only the bound of all holds
}

func newConnections(cfg Config) *connections {
	return &connections{cfg: cfg, notice: rate.Sometimes{Interval: noticeEvery}, all: &group{most: cfg.Connections}, of: map[string]*group{}}
}

// add counts a connection, in the place of another one if it has to. The cause says why there is no place.
func (l *connections) add(tcp *net.TCPConn) (p *place, cause string) {
	p = &place{tcp: tcp, client: l.cfg.Client(tcp.RemoteAddr())}
	victim, cause := l.seat(p)
	if cause != "" {
		l.cfg.Metrics.ConnectionRefused(l.cfg.Name, cause)
		l.tell("refused", cause)
		return nil, cause
	}
	l.end(victim)
	l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, 1)
	return p, ""
}

// seat puts a connection into its groups; the victim had to leave for it.
func (l *connections) seat(p *place) (victim *place, cause string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	own, now := l.groupOf(p.client), l.cfg.Clock()
	switch {
	case own.full():
		victim, cause = own.leastNeeded(now), CauseClient
	case l.all.full():
		victim, cause = l.all.leastNeeded(now), CauseAll
	}
	if cause != "" && victim == nil {
		return nil, cause
	}
	l.remove(victim)
	l.of[p.client], p.groups = own, [2]*group{l.all, own}
	p.enter(unused, now)
	return victim, ""
}

// groupOf is a client's group. The caller holds the lock.
func (l *connections) groupOf(client string) *group {
	if own := l.of[client]; own != nil {
		return own
	}
	if client == "" {
		return &group{}
	}
	return &group{most: l.cfg.PerClient}
}

// remove takes a connection out of its groups; false if it is nil, or out already. The caller holds the lock.
func (l *connections) remove(p *place) bool {
	if p == nil || p.gone {
		return false
	}
	p.gone = true
	p.leave()
	if p.groups[1].open == 0 {
		delete(l.of, p.client)
	}
	return true
}

// forget is for a connection that closes.
func (l *connections) forget(p *place) {
	l.mu.Lock()
	counted := l.remove(p)
	l.mu.Unlock()
	if counted {
		l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	}
}

// turn says what a connection does now.
func (l *connections) turn(p *place, u use) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !p.gone && p.use != u {
		p.leave()
		p.enter(u, l.cfg.Clock())
	}
}

// begin counts a request, until done. It reports whether there is room for it, and whether the places get scarce.
func (l *connections) begin(p *place) (room, scarce bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	room = true
	for _, g := range p.groups {
		g.requests++
		room, scarce = room && !g.crowded(), scarce || g.scarce()
	}
	return room, scarce
}

func (l *connections) done(p *place) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, g := range p.groups {
		g.requests--
	}
}

// makeRoom ends a connection that does nothing, if there is one.
func (l *connections) makeRoom() {
	l.end(l.take(func() *place { return l.all.leastNeeded(l.cfg.Clock()) }))
}

// endUnused ends the connections that have brought no request for as long as clients need.
func (l *connections) endUnused() {
	oldest := func() *place { return l.all.first(unused, l.cfg.Clock().Add(-minUnused)) }
	for p := l.take(oldest); p != nil; p = l.take(oldest) {
		l.end(p)
	}
}

// relieve ends up to n connections because memory is short, and returns how many.
func (l *connections) relieve(n int) (ended int) {
	for ; ended < n; ended++ {
		p := l.take(l.all.next)
		if p == nil {
			break
		}
		l.endFor(p, CauseMemory)
	}
	return ended
}

// take removes the connection that choose finds.
func (l *connections) take(choose func() *place) *place {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := choose()
	l.remove(p)
	return p
}

// end closes a connection that made room for another one; nil is none.
func (l *connections) end(p *place) {
	switch {
	case p == nil:
	case p.use == closing:
		_ = p.tcp.Close()
		l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	case p.use == unused:
		l.endFor(p, CauseUnused)
	default:
		l.endFor(p, CauseIdle)
	}
}

func (l *connections) endFor(p *place, cause string) {
	_ = p.tcp.Close() // whoever reads or writes it is told
	l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	l.cfg.Metrics.ConnectionEnded(l.cfg.Name, cause)
	l.tell("ended", cause)
}

// noticeEvery is the least time between two lines of the log about connections. They name no address, which is personal data.
const noticeEvery = 10 * time.Second

func (l *connections) tell(what, cause string) {
	l.notice.Do(func() {
		l.cfg.Log.Warn("connections are "+what+": see the runbook, CarpetaConexionesRechazadas", "server", l.cfg.Name, "causa", cause)
	})
}

package listener

import (
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// connections bounds those that are open, in all and of each client. A further one takes the place of one that does nothing, or
// is refused.
type connections struct {
	cfg    Config
	notice rate.Sometimes // a flood must not become a flood of the log
	long   atomic.Int64   // connections with much of a header that is not whole

	mu  sync.Mutex
	all *group
	of  map[string]*group // by client; that of "" are proxies, which only the bound of all holds
}

func newConnections(cfg Config) *connections {
	return &connections{cfg: cfg, notice: rate.Sometimes{Interval: noticeEvery}, all: newGroup("", cfg.Connections), of: map[string]*group{}}
}

// add counts a connection, in the place of another one if it has to. The cause says why there is no place.
func (l *connections) add(tcp *net.TCPConn) (p *place, cause string) {
	p = &place{tcp: tcp}
	victims, cause := l.seat(p, l.cfg.Client(tcp.RemoteAddr()))
	if cause != "" {
		l.refuse(cause)
		return nil, cause
	}
	for _, v := range victims {
		l.end(v)
	}
	l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, 1)
	return p, ""
}

// seat puts a connection into its groups; the victims had to leave for it.
func (l *connections) seat(p *place, client string) (victims []*place, cause string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	own, now := l.groupOf(client), l.cfg.Clock()
	switch {
	case own.full():
		victims, cause = own.notNeeded(now), CauseClient
	case l.all.full():
		victims, cause = l.all.notNeeded(now), CauseAll
	}
	if cause != "" && len(victims) == 0 {
		return nil, cause
	}
	for _, v := range victims {
		l.remove(v)
	}
	l.of[client], p.groups = own, [2]*group{l.all, own}
	p.turns(unused, now)
	for _, g := range p.groups {
		g.places[p] = struct{}{}
		g.open.Add(1)
	}
	return victims, ""
}

// groupOf is a client's group. The caller holds the lock.
func (l *connections) groupOf(client string) *group {
	switch own := l.of[client]; {
	case own != nil:
		return own
	case client == "":
		return newGroup("", 0)
	default:
		return newGroup(client, l.cfg.PerClient)
	}
}

// remove takes a connection out of its groups; false if it is out already. The caller holds the lock.
func (l *connections) remove(p *place) bool {
	if p.gone.Swap(true) {
		return false
	}
	for _, g := range p.groups {
		delete(g.places, p)
		g.open.Add(-1)
	}
	if own := p.groups[1]; own.open.Load() == 0 {
		delete(l.of, own.client)
	}
	l.whole(p)
	return true
}

// forget is for a connection that closes.
func (l *connections) forget(p *place) {
	if p.gone.Load() {
		return
	}
	l.mu.Lock()
	counted := l.remove(p)
	l.mu.Unlock()
	if counted {
		l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	}
}

// turn says what a connection does now.
func (l *connections) turn(p *place, u use) {
	if u == busy {
		l.whole(p)
	}
	p.turns(u, l.cfg.Clock())
}

// begin counts a request, until done. It reports whether there is room for it, and whether the places get scarce.
func (l *connections) begin(p *place) (room, scarce bool) {
	room = true
	for _, g := range p.groups {
		g.requests.Add(1)
		room, scarce = room && !g.crowded(), scarce || g.scarce()
	}
	return room, scarce
}

func (l *connections) done(p *place) {
	for _, g := range p.groups {
		g.requests.Add(-1)
	}
}

// longHeaders is the part of the connections that may have sent much of a header that is not whole. With more, half of them end,
// those that have been so longest: a header that an honest client sends is whole at once.
const longHeaders = 64

// half is for a connection of which much of a header has come.
func (l *connections) half(p *place) {
	if p.does() == busy || p.long.Swap(true) || l.long.Add(1) <= max(1, int64(l.cfg.Connections/longHeaders)) || l.cfg.Connections == 0 {
		return
	}
	l.endAll(CauseHeaders, func() []*place {
		found := l.all.those(func(p *place) bool { return p.long.Load() })
		return found[:(len(found)+1)/2]
	})
}

// whole is for a connection whose header has come, or that ends.
func (l *connections) whole(p *place) {
	p.header.Store(0)
	if p.long.Swap(false) {
		l.long.Add(-1)
	}
}

// makeRoom ends connections that do nothing, if there are any.
func (l *connections) makeRoom() {
	l.endAll(CauseIdle, func() []*place { return l.all.notNeeded(l.cfg.Clock()) })
}

// endUnused ends the connections that have brought no request for as long as clients need.
func (l *connections) endUnused() {
	before := l.cfg.Clock().Add(-minUnused).UnixNano()
	l.endAll(CauseUnused, func() []*place {
		return l.all.those(func(p *place) bool { return p.does() == unused && p.since.Load() <= before })
	})
}

// relieve ends up to n connections because memory is short, and returns how many.
func (l *connections) relieve(n int) (ended int) {
	return l.endAll(CauseMemory, func() []*place {
		found := l.all.those(func(*place) bool { return true })
		return found[:min(n, len(found))]
	})
}

// endAll ends the connections that choose finds.
func (l *connections) endAll(cause string, choose func() []*place) int {
	l.mu.Lock()
	found := choose()
	for _, p := range found {
		l.remove(p)
	}
	l.mu.Unlock()
	for _, p := range found {
		l.endFor(p, cause)
	}
	return len(found)
}

// end closes a connection that made room for another one.
func (l *connections) end(p *place) {
	if p.does() == idle {
		l.endFor(p, CauseIdle)
		return
	}
	l.endFor(p, CauseUnused)
}

func (l *connections) endFor(p *place, cause string) {
	_ = p.tcp.Close() // whoever reads or writes it is told
	l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	l.cfg.Metrics.ConnectionEnded(l.cfg.Name, cause)
	l.tell("ended", cause)
}

func (l *connections) refuse(cause string) {
	l.cfg.Metrics.ConnectionRefused(l.cfg.Name, cause)
	l.tell("refused", cause)
}

// noticeEvery is the least time between two lines of the log about connections. They name no address, which is personal data.
const noticeEvery = 10 * time.Second

func (l *connections) tell(what, cause string) {
	l.notice.Do(func() {
		l.cfg.Log.Warn("connections are "+what+": see the runbook, CarpetaConexionesRechazadas", "server", l.cfg.Name, "causa", cause)
	})
}

package listener

import (
	"context"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// places are those of the connections that may be open: in all, and from one client.
// Who finds none free gets that of a connection that never had a request, or that has been idle longest, or else of
// the one that waits longest for its client; of all, the client gives it whose connections hold most. So a crowd that
// says nothing, or little, pushes out itself.
type places struct {
	all, each int // at most
	resting   int // bytes that connections which do nothing may hold; 0: any number
	// of one client
	restingEach int
	waiting     int // bytes that requests may hold whose connections wait for their clients; 0: any number

	streams, streamsEach int // requests beside another one of their connection, at most
	admit                func(client string) bool
	flooded, stalled     func(client string)
	debtor               func(client string) bool
	server               string
	metrics              Metrics
	notice               *notice
	board                board
	naps                 naps
	bodies               bodies
	crowding             *quota.Crowd
	begins               func(ctx context.Context, client string, pieces int) (paced bool) // of requests of HTTP/2
}

func newPlaces(cfg Config) *places {
	return &places{
		all: cfg.Connections, each: cfg.PerClient, resting: cfg.Resting, restingEach: cfg.RestingEach, waiting: cfg.Waiting, streams: cfg.Streams, streamsEach: cfg.StreamsEach, admit: cfg.Admit, flooded: cfg.Flooded, stalled: cfg.Stalled, debtor: cfg.Owes, server: cfg.Name, metrics: cfg.Metrics, board: newBoard(cfg.Clock),
		bodies: bodies{most: int64(cfg.Bodies)}, crowding: newCrowding(cfg), begins: cfg.Begin,
		notice: newNotice(cfg.Log.With("server", cfg.Name, "limit", cfg.Connections, "limit_per_address", cfg.PerClient), cfg.Clock),
	}
}

// placeFor is a place that nobody counts yet. A connection has it before it calls take.
func (all *places) placeFor(client string, end func(cause string)) *place {
	return &place{board: &all.board, client: client, end: end}
}

// take counts the place of a connection, which is idle until SetIdle; false if there is no room. From then on any
// goroutine may end the connection.
func (all *places) take(p *place) bool {
	if p.client != "" && !all.admit(p.client) {
		all.refused(CauseOften)
		return false
	}
	pushed, cause := all.enter(p)
	if pushed == nil && cause != "" {
		all.refused(cause)
		return false
	}
	all.metrics.ConnectionsOpen(all.server, 1)
	if pushed != nil {
		all.ended(pushed, cause)
	}
	return true
}

// owes reports whether a client that has a place may not have its handshake: it has more to pay for connections than it
// has.
func (all *places) owes(client string) bool {
	owes := client != "" && all.debtor(client)
	if owes {
		all.refused(CauseOften)
	}
	return owes
}

// refused counts a connection that is closed unserved.
func (all *places) refused(cause string) {
	all.metrics.ConnectionRefused(all.server, cause)
	all.notice.refused(cause)
}

// enter takes a connection in. It may push out another one; cause is why, or else why the
// connection finds no place.
func (all *places) enter(p *place) (pushed *place, cause string) {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	if full, why := all.full(p.client); full != nil {
		if pushed, cause = full.longest(all.board.clock(), nil); pushed == nil {
			return nil, why
		}
		all.board.remove(pushed)
	}
	all.board.add(p)
	return pushed, cause
}

// full is who must make room for a client; nil if there is room.
func (all *places) full(client string) (yields, string) {
	if c := all.board.of[client]; c != nil && all.each > 0 && c.open >= all.each {
		return &c.rows, CauseClient
	}
	if all.all > 0 && all.board.open >= all.all {
		return &all.board, CauseAll
	}
	return nil, ""
}

// count counts a connection that is about to end, for a fault of its client.
func (all *places) count(cause string) { all.metrics.ConnectionEnded(all.server, cause) }

// makeRoom ends a connection that does nothing: the process may open no more files.
func (all *places) makeRoom() {
	all.board.mu.Lock()
	pushed, cause := all.board.longest(all.board.clock(), nil)
	if pushed != nil {
		all.board.remove(pushed)
	}
	all.board.mu.Unlock()
	all.refused(CauseDescriptors)
	if pushed != nil {
		all.ended(pushed, cause)
	}
}

// ended closes a connection that was taken out, for a reason that its client is told.
func (all *places) ended(p *place, cause string) {
	all.metrics.ConnectionsOpen(all.server, -1)
	all.metrics.ConnectionEnded(all.server, cause)
	all.notice.ended(cause)
	p.end(cause)
}

// flood ends a connection that asks for work and brings none.
func (all *places) flood(p *place) {
	all.board.mu.Lock()
	gone := p.gone
	if !gone {
		all.board.remove(p)
	}
	all.board.mu.Unlock()
	if gone {
		return
	}
	all.charge(p)
	all.ended(p, CauseFrames)
}

// charge has the address of a connection that ends for a fault of its client pay for that, before the client knows, and
// can come again.
func (all *places) charge(p *place) {
	if p.client != "" {
		all.flooded(p.client)
	}
}

// left reports whether a connection has no place any more.
func (all *places) left(p *place) bool {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	return p.gone
}

// leave gives a place back. It may be called again.
func (all *places) leave(p *place) {
	all.board.mu.Lock()
	gone := p.gone
	if !gone {
		all.board.remove(p)
	}
	all.board.mu.Unlock()
	if !gone {
		all.metrics.ConnectionsOpen(all.server, -1)
	}
}

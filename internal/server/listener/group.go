package listener

import (
	"cmp"
	"net"
	"slices"
	"sync/atomic"
	"time"
)

// How long a connection is left alone before it may be closed for another one. A client that has connected sends its request
// at once; a client that keeps a connection uses it again after a pause.
const (
	minUnused = time.Second
	minIdle   = 5 * time.Second
)

// use is what a connection does.
type use int32

const (
	closing use = iota // its last answer is sent, and net/http waits a moment for the client to end it
	unused             // it has brought no request yet
	idle               // between two requests
	busy               // with a request, or taken over by a handler
)

// patience is how long a connection of each use is left alone; a busy one is never closed for another one.
var patience = map[use]time.Duration{closing: 0, unused: minUnused, idle: minIdle}

// place is an open connection. What it does changes with each request, so no lock guards it: under a flood thousands of
// goroutines would wait for the lock, each with what its request holds.
type place struct {
	tcp    *net.TCPConn
	groups [2]*group // all, and its client's

	use    atomic.Int32
	since  atomic.Int64 // nanoseconds
	header atomic.Int64 // bytes that came since its last request
	long   atomic.Bool  // they are many
	gone   atomic.Bool  // it counts no more
}

// turns says what the connection does now.
func (p *place) turns(u use, now time.Time) {
	p.use.Store(int32(u))
	p.since.Store(now.UnixNano())
}

func (p *place) does() use { return use(p.use.Load()) }

// neededLess orders places: unused ones, then idle ones, then busy ones; of each, first those that have been so longest.
func neededLess(p, q *place) int {
	return cmp.Or(cmp.Compare(p.use.Load(), q.use.Load()), cmp.Compare(p.since.Load(), q.since.Load()))
}

// group are open connections: all, or those of one client.
type group struct {
	client   string
	most     int64 // connections, and as many requests; 0: any number
	requests atomic.Int64
	open     atomic.Int64

	// The lock of connections guards what follows.
	places map[*place]struct{}
	needed time.Time // until then all are needed, as the last look has found
}

func newGroup(client string, most int) *group {
	return &group{client: client, most: int64(most), places: map[*place]struct{}{}}
}

func (g *group) full() bool { return g.most > 0 && g.open.Load() >= g.most }

// scarce: four fifths of the places are taken.
func (g *group) scarce() bool { return g.most > 0 && g.open.Load()*5 > g.most*4 }

func (g *group) crowded() bool { return g.most > 0 && g.requests.Load() > g.most }

// atATime is the part of the places that comes free with one look at all of them.
const atATime = 16

// lookAgain is how long a look that found nothing holds good.
const lookAgain = 100 * time.Millisecond

// notNeeded are the connections that end for others: those that are needed least, a sixteenth of the places at most.
func (g *group) notNeeded(now time.Time) []*place {
	if now.Before(g.needed) {
		return nil
	}
	found := g.those(func(p *place) bool {
		left, may := patience[p.does()]
		return may && now.UnixNano()-p.since.Load() >= int64(left)
	})
	if len(found) == 0 {
		g.needed = now.Add(lookAgain)
	}
	return found[:min(len(found), max(1, int(g.most)/atATime))]
}

// those are the places of which something is so, the one that is needed least first.
func (g *group) those(so func(*place) bool) (found []*place) {
	for p := range g.places {
		if so(p) {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, neededLess)
	return found
}

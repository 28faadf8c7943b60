package listener

import (
	"cmp"
	"container/list"
	"net"
	"time"
)

// How long a connection is left alone before it may be closed for another one. A client that has connected sends its request
// at once; a client that keeps a connection uses it again after a pause.
const (
	minUnused = time.Second
	minIdle   = 5 * time.Second
)

// use is what a connection does.
type use int

const (
	closing use = iota // its last answer is sent, and net/http waits a moment for the client to end it
	unused             // it has brought no request yet
	idle               // between two requests
	busy               // with a request, or taken over by a handler
	numUses
)

// group are open connections: all, or those of one client. Those of one use are in one list: the one that has been so longest
// is the first.
type group struct {
	most     int // connections, and as many requests; 0: any number
	open     int
	requests int
	lists    [numUses]list.List
}

func (g *group) full() bool { return g.most > 0 && g.open >= g.most }

// scarce: four fifths of the places are taken.
func (g *group) scarce() bool { return g.most > 0 && g.open*5 > g.most*4 }

func (g *group) crowded() bool { return g.most > 0 && g.requests > g.most }

// first is the connection that has been so longest, if that is so since a time at the latest; nil if there is none.
func (g *group) first(u use, since time.Time) *place {
	if e := g.lists[u].Front(); e != nil && !e.Value.(*place).since.After(since) {
		return e.Value.(*place)
	}
	return nil
}

// leastNeeded is the connection that ends for another one; nil if all are needed.
func (g *group) leastNeeded(now time.Time) *place {
	return cmp.Or(g.first(closing, now), g.first(unused, now.Add(-minUnused)), g.first(idle, now.Add(-minIdle)))
}

// next is the connection that ends for want of memory; nil if there is none.
func (g *group) next() *place {
	for u := range numUses {
		if e := g.lists[u].Front(); e != nil {
			return e.Value.(*place)
		}
	}
	return nil
}

// place is an open connection in its groups.
type place struct {
	tcp    *net.TCPConn
	client string
	gone   bool
	use    use
	since  time.Time
	groups [2]*group // all, and its client's
	in     [2]*list.Element
}

// enter puts the connection into its groups.
func (p *place) enter(u use, now time.Time) {
	p.use, p.since = u, now
	for i, g := range p.groups {
		g.open++
		p.in[i] = g.lists[u].PushBack(p)
	}
}

// leave takes it out again.
func (p *place) leave() {
	for i, g := range p.groups {
		g.open--
		g.lists[p.use].Remove(p.in[i])
	}
}

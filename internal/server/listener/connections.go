package listener

import (
	"cmp"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/time/rate"
)

// sendBuffer is how many bytes of answers the system keeps for a client that does not read; Linux takes twice as many.
// Without this limit it keeps some MiB for each connection.
const sendBuffer = 128 << 10

// acceptor gives net/http the connections that the limits admit.
type acceptor struct {
	*net.TCPListener

	open *connections
}

// Accept waits for a connection that is admitted.
func (l *acceptor) Accept() (net.Conn, error) {
	for {
		tcp, err := l.AcceptTCP()
		if err != nil {
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				l.open.refuse(CauseDescriptors)
				l.open.makeRoom()
			}
			return nil, err // net/http tries again soon if a descriptor is missing
		}
		c := l.open.add(tcp)
		if c == nil {
			_ = tcp.Close()
			continue
		}
		_ = tcp.SetWriteBuffer(sendBuffer) // if it fails the connection is gone, and the next read tells
		return c, nil
	}
}

// use is what a connection does, the least needed first.
type use int32

const (
	closing use = iota // its last answer is sent, and net/http waits a moment for the client to close it
	unused             // it has brought no request yet
	idle               // between two requests, or of HTTP/2 before the first one
	busy               // with a request, or taken over by a handler
)

// How long a connection is left alone before it may be closed for another one. An honest client sends its first request
// at once, and a client that keeps a connection may pause before it uses it again. A busy one is never closed for another.
const (
	minUnused = time.Second
	minIdle   = 5 * time.Second
)

var minAge = map[use]time.Duration{closing: 0, unused: minUnused, idle: minIdle}

// longHeader is how many bytes of a header, and of the handshake before it, a connection may receive until its header counts
// as long: net/http needs half a MiB of memory for 32 KiB of short header lines.
const longHeader = 6 << 10

// conn is an open connection, in the groups that count it. Its use changes with each request, so no lock guards it: under a
// flood thousands of goroutines would wait for the lock, each with what its request holds.
type conn struct {
	*net.TCPConn

	of     *connections
	groups [2]*group // all, and its client's

	use        atomic.Int32
	since      atomic.Int64 // nanoseconds; of its use
	header     atomic.Int64 // bytes that arrived since the last request
	longHeader atomic.Bool  // they are many
	resets     atomic.Int64 // requests that its client cancelled
	gone       atomic.Bool  // it counts no more
}

// Read counts the bytes that arrive before a request.
func (c *conn) Read(b []byte) (int, error) {
	n, err := c.TCPConn.Read(b)
	if before := c.header.Add(int64(n)) - int64(n); before < longHeader && before+int64(n) >= longHeader {
		c.of.headerIsLong(c)
	}
	return n, err
}

// Close closes the connection, and counts it no more. It may be called again.
func (c *conn) Close() error {
	c.of.forget(c)
	return c.TCPConn.Close()
}

// CloseWrite is called by net/http after the last answer of a connection without TLS.
func (c *conn) CloseWrite() error {
	c.setUse(closing)
	return c.TCPConn.CloseWrite()
}

func (c *conn) setUse(u use) {
	if u == busy || u == idle { // what came meanwhile was a body
		c.of.headerIsWhole(c)
	}
	c.since.Store(c.of.cfg.Clock().UnixNano()) // before the use: with the time of the last one it would look old
	c.use.Store(int32(u))
}

func (c *conn) has(u use) bool { return c.use.Load() == int32(u) }

// connOf is the conn below a connection of net/http.
func connOf(c net.Conn) *conn {
	if secured, ok := c.(*tls.Conn); ok {
		c = secured.NetConn()
	}
	return c.(*conn) // the listener gives no others
}

// onState is called by net/http when the state of a connection changes.
func onState(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateActive, http.StateHijacked:
		connOf(c).setUse(busy)
	case http.StateIdle:
		connOf(c).setUse(idle)
	case http.StateNew, http.StateClosed: // Accept and Close count
	}
}

// group has open connections: all, or those of one client.
type group struct {
	client   string
	limit    int64 // of connections, and of requests at a time; 0: none
	requests atomic.Int64
	open     atomic.Int64

	// Guarded by the lock of connections.
	conns   map[*conn]struct{}
	retryAt time.Time // until then no connection can be closed for another one, as the last search has found
}

func newGroup(client string, limit int) *group {
	return &group{client: client, limit: int64(limit), conns: map[*conn]struct{}{}}
}

func (g *group) isEmpty() bool { return g.open.Load() == 0 && g.requests.Load() == 0 }

func (g *group) isFull() bool { return g.limit > 0 && g.open.Load() >= g.limit }

func (g *group) isNearlyFull() bool { return g.limit > 0 && g.open.Load()*5 > g.limit*4 }

func (g *group) hasTooManyRequests() bool { return g.limit > 0 && g.requests.Load() > g.limit }

// A search looks at all connections of a group. So it frees a sixteenth of the places at a time, and is not repeated for a
// while if it has found nothing.
const (
	freedPart  = 16
	retryAfter = 100 * time.Millisecond
)

// leastNeeded are the connections that may be closed for others, a sixteenth of the places at most.
func (g *group) leastNeeded(now time.Time) []*conn {
	if now.Before(g.retryAt) {
		return nil
	}
	found := g.find(func(c *conn) bool {
		age, mayClose := minAge[use(c.use.Load())]
		return mayClose && now.UnixNano()-c.since.Load() >= int64(age)
	})
	if len(found) == 0 {
		g.retryAt = now.Add(retryAfter)
	}
	return found[:min(len(found), max(1, int(g.limit)/freedPart))]
}

// find is all connections that match: by their use the least needed first, then the oldest first.
func (g *group) find(matches func(*conn) bool) (found []*conn) {
	for c := range g.conns {
		if matches(c) {
			found = append(found, c)
		}
	}
	slices.SortFunc(found, func(a, b *conn) int {
		return cmp.Or(cmp.Compare(a.use.Load(), b.use.Load()), cmp.Compare(a.since.Load(), b.since.Load()))
	})
	return found
}

// connections limits the open connections, in all and of each client. A further one takes the place of one that is of no
// use, or is refused.
type connections struct {
	cfg         Config
	notice      rate.Sometimes
	longHeaders atomic.Int64 // connections with a long header that is not whole
	resets      resets

	mu  sync.Mutex
	all *group
	of  map[string]*group // by client; that of "", the proxies, has no limit of its own
}

func newConnections(cfg Config) *connections {
	return &connections{cfg: cfg, notice: rate.Sometimes{Interval: noticeEvery}, all: newGroup("", cfg.Connections), of: map[string]*group{}}
}

// add admits a connection, and closes others if it has to; nil if there is no place.
func (l *connections) add(tcp *net.TCPConn) *conn {
	c := &conn{TCPConn: tcp, of: l}
	victims, refused := l.admit(c, l.cfg.Client(tcp.RemoteAddr()))
	if refused != "" {
		l.refuse(refused)
		return nil
	}
	l.endForOthers(victims)
	l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, 1)
	return c
}

// admit puts a connection into its groups. The victims lost their places to it; refused is the cause why there is no place.
func (l *connections) admit(c *conn, client string) (victims []*conn, refused string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	own, now := l.groupOf(client), l.cfg.Clock()
	switch {
	case l.resets.refuses(client, now):
		return nil, CauseResets
	case own.isFull():
		victims, refused = own.leastNeeded(now), CauseClient
	case l.all.isFull():
		victims, refused = l.all.leastNeeded(now), CauseAll
	}
	if refused != "" && len(victims) == 0 {
		return nil, refused
	}
	l.removeAll(victims)
	l.of[client], c.groups = own, [2]*group{l.all, own}
	c.setUse(unused)
	for _, g := range c.groups {
		g.conns[c] = struct{}{}
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
func (l *connections) remove(c *conn) bool {
	if c.gone.Swap(true) {
		return false
	}
	for _, g := range c.groups {
		delete(g.conns, c)
		g.open.Add(-1)
	}
	l.dropEmpty(c.groups[1])
	l.headerIsWhole(c)
	return true
}

func (l *connections) removeAll(conns []*conn) {
	for _, c := range conns {
		l.remove(c)
	}
}

// dropEmpty forgets a client that has neither a connection nor a request. The caller holds the lock.
func (l *connections) dropEmpty(g *group) {
	if g.isEmpty() && l.of[g.client] == g {
		delete(l.of, g.client)
	}
}

// forget removes a connection that net/http closes.
func (l *connections) forget(c *conn) {
	if c.gone.Load() {
		return
	}
	l.mu.Lock()
	counted := l.remove(c)
	l.mu.Unlock()
	if counted {
		l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	}
}

// beginRequest counts a request, until endRequest. ok: it may run; nearlyFull: its connection should end with it.
func (l *connections) beginRequest(c *conn) (ok, nearlyFull bool) {
	ok = true
	for _, g := range c.groups {
		g.requests.Add(1)
		ok, nearlyFull = ok && !g.hasTooManyRequests(), nearlyFull || g.isNearlyFull()
	}
	return ok, nearlyFull
}

func (l *connections) endRequest(c *conn) {
	for _, g := range c.groups {
		g.requests.Add(-1)
	}
	if own := c.groups[1]; own.isEmpty() { // the connection ended before the request
		l.mu.Lock()
		defer l.mu.Unlock()
		l.dropEmpty(own)
	}
}

// fewResets are what a connection may have cancelled to stay open when its client goes beyond: others of the address
// search and leave pages too.
const fewResets = 20

// cancelled counts a request that ended because its client cancelled it, and ends the connection of a client that cancels
// too many. A proxy cancels for many clients, and is not counted.
func (l *connections) cancelled(c *conn) {
	client := c.groups[1].client
	if client == "" || c.gone.Load() {
		return
	}
	ofConn := c.resets.Add(1)
	if l.resets.areTooMany(client, l.cfg.Clock()) && ofConn > fewResets {
		l.endAll(CauseResets, func() []*conn {
			if c.gone.Load() {
				return nil
			}
			return []*conn{c}
		})
	}
}

// http2Error hears of what net/http found wrong with a connection of HTTP/2. It ends one on which more than four times
// maxStreams requests wait for a handler, which takes resets.
func (l *connections) http2Error(what string) {
	if strings.HasSuffix(what, "_too_many_early_resets") {
		l.cfg.Metrics.ConnectionEnded(l.cfg.Name, CauseResets)
		l.log("ended", CauseResets)
	}
}

// longHeadersPart of the connections may have a long header that is not whole. With more, half of them end, the oldest
// first: an honest client sends its header at once.
const longHeadersPart = 64

func (l *connections) headerIsLong(c *conn) {
	if c.has(busy) || c.longHeader.Swap(true) {
		return
	}
	n := l.longHeaders.Add(1)
	if c.gone.Load() { // it was removed meanwhile, and nobody else takes it off
		l.headerIsWhole(c)
		return
	}
	if l.cfg.Connections == 0 || n <= max(1, int64(l.cfg.Connections/longHeadersPart)) {
		return
	}
	l.endAll(CauseHeaders, func() []*conn {
		found := l.all.find(func(c *conn) bool { return c.longHeader.Load() })
		slices.SortFunc(found, func(a, b *conn) int { return cmp.Compare(a.since.Load(), b.since.Load()) }) // whatever its use
		return found[:(len(found)+1)/2]
	})
}

// headerIsWhole is also called when the connection ends.
func (l *connections) headerIsWhole(c *conn) {
	c.header.Store(0)
	if c.longHeader.Swap(false) {
		l.longHeaders.Add(-1)
	}
}

// makeRoom closes connections that are of no use, if there are any.
func (l *connections) makeRoom() {
	l.endForOthers(l.take(func() []*conn { return l.all.leastNeeded(l.cfg.Clock()) }))
}

// endForOthers closes connections that lost their places to others.
func (l *connections) endForOthers(victims []*conn) {
	for _, v := range victims {
		switch {
		case v.has(idle):
			l.end(v, CauseIdle)
		case v.has(closing):
			l.end(v, CauseClosing)
		default:
			l.end(v, CauseUnused)
		}
	}
}

// endUnused closes the connections that have brought no request for minUnused, when the server stops.
func (l *connections) endUnused() {
	before := l.cfg.Clock().Add(-minUnused).UnixNano()
	l.endAll(CauseStop, func() []*conn {
		return l.all.find(func(c *conn) bool { return c.has(unused) && c.since.Load() <= before })
	})
}

// shed closes up to n connections because memory is short, and returns how many.
func (l *connections) shed(n int) (ended int) {
	return l.endAll(CauseMemory, func() []*conn {
		found := l.all.find(func(*conn) bool { return true })
		return found[:min(n, len(found))]
	})
}

// endAll closes the connections that choose finds.
func (l *connections) endAll(cause string, choose func() []*conn) int {
	found := l.take(choose)
	for _, c := range found {
		l.end(c, cause)
	}
	return len(found)
}

// take removes the connections that choose finds.
func (l *connections) take(choose func() []*conn) []*conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	found := choose()
	l.removeAll(found)
	return found
}

// end closes a connection that was removed.
func (l *connections) end(c *conn, cause string) {
	_ = c.TCPConn.Close() // its reader and writer get an error
	l.cfg.Metrics.ConnectionsOpen(l.cfg.Name, -1)
	l.cfg.Metrics.ConnectionEnded(l.cfg.Name, cause)
	l.log("ended", cause)
}

func (l *connections) refuse(cause string) {
	l.cfg.Metrics.ConnectionRefused(l.cfg.Name, cause)
	l.log("refused", cause)
}

// noticeEvery is the shortest time between two log lines about connections: a flood must not flood the log. The lines name
// no address, which is personal data.
const noticeEvery = 10 * time.Second

func (l *connections) log(what, cause string) {
	l.notice.Do(func() {
		l.cfg.Log.Warn("connections are "+what+": see the runbook, CarpetaConexionesRechazadas", "server", l.cfg.Name, "causa", cause)
	})
}

package listener

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// board knows the places that are taken, and by whom.
type board struct {
	clock func() time.Time

	mu      sync.Mutex
	open    int
	streams int // requests under way beside another one of their connection
	resting int // bytes of the connections in rows
	held    int // bytes of requests, beside what belongs to one of each connection
	waiting int // of these, those of connections that wait for their client
	of      map[string]*crowd
	crowds  heaviest[crowd] // by what of theirs is in rows
	rows    rows
}

// crowd is what one client has open.
type crowd struct {
	open    int
	streams int
	resting int // bytes of its connections in rows
	held    int // bytes of its requests, beside what belongs to one of each connection
	waiting int // of these, those of its connections that wait for it
	rows    rows
	at      int // in crowds
}

func newBoard(clock func() time.Time) board {
	return board{
		clock: clock, of: map[string]*crowd{}, rows: newRows(func(p *place) *link[place] { return &p.ofAll }),
		crowds: heaviest[crowd]{weight: func(c *crowd) int { return c.resting }, at: func(c *crowd) *int { return &c.at }},
	}
}

// add takes a connection in; the caller holds the lock.
func (b *board) add(p *place) {
	b.open++
	if p.client != "" {
		p.crowd = b.of[p.client]
		if p.crowd == nil {
			p.crowd = &crowd{rows: newRows(func(p *place) *link[place] { return &p.ofClients })}
			b.of[p.client] = p.crowd
			b.crowds.add(p.crowd)
		}
		p.crowd.open++
	}
	p.queue()
}

// remove takes a connection out; the caller holds the lock.
func (b *board) remove(p *place) {
	p.unqueue()
	p.gone = true
	b.open--
	b.stream(p, -max(p.requests-1, 0))
	b.hold(p, -p.beside())
	if c := p.crowd; c != nil {
		if c.open--; c.open == 0 {
			delete(b.of, p.client)
			b.crowds.remove(c)
		}
	}
}

// stream counts streams; the caller holds the lock.
func (b *board) stream(p *place, more int) {
	b.streams += more
	if p.crowd != nil {
		p.crowd.streams += more
	}
}

// hold counts bytes of requests; the caller holds the lock.
func (b *board) hold(p *place, more int) {
	b.held += more
	if p.crowd != nil {
		p.crowd.held += more
	}
}

// wait counts bytes of requests whose connections wait for their clients; the caller holds the lock.
func (b *board) wait(p *place, more int) {
	b.waiting += more
	if p.crowd != nil {
		p.crowd.waiting += more
	}
}

// rest counts bytes of connections in rows; the caller holds the lock.
func (b *board) rest(p *place, more int) {
	b.resting += more
	if p.crowd != nil {
		p.crowd.resting += more
		b.crowds.moved(p.crowd)
	}
}

// What a connection holds that does nothing, in bytes, as it was measured: buffers, stacks, and what net/http and
// crypto/tls keep.
const (
	worthSilent = 8 << 10 // also of a socket
	worthHTTP1  = 18 << 10
	worthTLS    = 32 << 10
	worthHTTP2  = 50 << 10
)

// worthStream is what net/http keeps of a stream of HTTP/2: goroutine, buffers, the request.
const worthStream = 20 << 10

// place is that of one connection.
type place struct {
	board  *board
	client string             // "" is bound by the number in all only
	crowd  *crowd             // what the client has open; nil for ""
	end    func(cause string) // closes the connection
	voice  voice

	owed   atomic.Int64 // of HTTP/1: the bytes of the request's body that have not come; negative: its end is not known
	header atomic.Int32 // of HTTP/1: which header comes now; negative: none does, a request is under way

	// guarded by the lock of the board
	busy             bool // there is a request, a stream, or an operation of a socket
	streams          bool // it speaks HTTP/2
	known            bool // a request came to a handler
	requests, asking int  // requests under way, and those that wait for their client: to send, or of HTTP/2 to let the server send
	sending          int  // writes that wait for the client to read
	reading          int  // reads of a body that is owed
	row              int  // where it waits
	worth            int  // bytes that it holds, those of its requests apart
	held             int  // bytes of its requests: headers, and of HTTP/2 all that belongs to a stream
	since            time.Time
	gone             bool
	pays             bool // for its end: it will come again
	ofAll, ofClients link[place]
}

// The rows in which a connection may be pushed out, and the one in which it may not.
const (
	stranger = iota // idle, and never had a request
	idle
	waiting
	atWork
)

// patience is how long a connection may wait for its client before it can be pushed out.
const patience = time.Second

// rows are the connections that others may push out, those that are so longest first.
type rows [atWork]queue[place]

func newRows(at func(*place) *link[place]) rows {
	return rows{stranger: {link: at}, idle: {link: at}, waiting: {link: at}}
}

// longest is the connection, other than p, that makes room, if there is one, and why. Those that never had a request go
// first.
func (r *rows) longest(now time.Time, p *place) (*place, string) {
	for _, row := range []int{stranger, idle} {
		if q := r[row].firstBut(p); q != nil {
			return q, CauseIdle
		}
	}
	if q := r[waiting].firstBut(p); q != nil && now.Sub(q.since) >= patience {
		return q, CauseSlow
	}
	return nil, ""
}

// SetIdle says whether there is work for the connection.
func (p *place) SetIdle(idle bool) {
	p.board.mu.Lock()
	defer p.board.mu.Unlock()
	p.busy = !idle
	p.settle()
}

// asks says that a request waits for its client: to send, or of HTTP/2 to let the server send. Sends and reads say
// that the connection does.
func (p *place) asks(more int)  { p.count(&p.asking, more) }
func (p *place) sends(more int) { p.count(&p.sending, more) }
func (p *place) reads(more int) { p.count(&p.reading, more) }

// owes says how many bytes of the body of a request of HTTP/1 are still to come; negative: nobody knows.
func (p *place) owes(bytes int64) { p.owed.Store(bytes) }

// came says that so many bytes of it have come.
func (p *place) came(n int) {
	if left := p.owed.Load(); left > 0 {
		p.owed.CompareAndSwap(left, max(left-int64(n), 0)) // nobody reads on a body whose end its reader has seen
	}
}

// unknownPiece is how many bytes of a body in chunks are read at a time, because nobody but net/http knows where it
// ends. So many may be behind it.
const unknownPiece = 512

// bodyPiece is how many bytes may be read while a request is under way. After its body net/http looks for one more, to
// see whether its client is there.
func (p *place) bodyPiece() int {
	if left := p.owed.Load(); left >= 0 {
		return int(max(min(left, math.MaxInt32), 1))
	}
	return unknownPiece
}

// takenOver is the header of a connection that speaks HTTP no more.
const takenOver = 0

// handOver says that somebody has taken the connection over.
func (p *place) handOver() {
	p.voice.asked.Store(false) // what is said to it now is not HTTP
	p.header.Store(takenOver)
	p.release()
}

// heads says that what comes now is the header of a further request of HTTP/1, or is not.
func (p *place) heads(comes bool) {
	n := p.header.Load()
	n = max(n, -n)
	if comes {
		p.owes(0)
		p.header.Store(n + 1)
		p.release()
	} else {
		p.header.Store(-n)
	}
}

// serves says that a request begins (1) or ends (-1). The caller holds the lock.
func (p *place) serves(more int) {
	if before := p.requests; !p.gone {
		p.board.stream(p, max(before+more-1, 0)-max(before-1, 0))
	}
	p.requests += more
	p.known = true
	p.settle()
}

// hold counts what requests hold; the caller holds the lock.
func (p *place) hold(more int) {
	before := p.beside()
	p.held += more
	if p.gone {
		return
	}
	beside := p.beside() - before
	p.board.hold(p, beside)
	if p.row != atWork {
		p.board.rest(p, more)
	}
	if p.row == waiting {
		p.board.wait(p, beside)
	}
}

// release says that the request of a connection of HTTP/1 has ended.
func (p *place) release() {
	p.board.mu.Lock()
	defer p.board.mu.Unlock()
	if !p.streams {
		p.hold(-p.held)
	}
}

// beside is what a connection holds beside one request without a large header; the caller holds the lock.
func (p *place) beside() int { return max(p.held-worthStream, 0) }

func (p *place) count(n *int, more int) {
	p.board.mu.Lock()
	defer p.board.mu.Unlock()
	*n += more
	p.settle()
}

// settle puts a connection into the row where it belongs; the caller holds the lock.
func (p *place) settle() {
	if row := p.belongs(); !p.gone && row != p.row {
		p.unqueue()
		p.queue()
	}
}

// belongs is the row of a connection. One whose client alone holds it up waits. So does one of HTTP/2 that is busy
// without a request: the ends of its answers wait for its client to let them come.
func (p *place) belongs() int {
	switch {
	case !p.busy && !p.known:
		return stranger
	case !p.busy:
		return idle
	case p.sending > 0, p.reading > 0, p.asking >= p.requests && (p.requests > 0 || p.streams):
		return waiting
	default:
		return atWork
	}
}

// queue puts a connection at the end of its row; the caller holds the lock.
func (p *place) queue() {
	if p.row = p.belongs(); p.row == atWork {
		return
	}
	if p.row == waiting {
		p.since = p.board.clock()
		p.board.wait(p, p.beside())
	}
	p.board.rest(p, p.worth+p.held)
	p.board.rows[p.row].push(p)
	if p.crowd != nil {
		p.crowd.rows[p.row].push(p)
	}
}

// unqueue takes it out of its row; the caller holds the lock.
func (p *place) unqueue() {
	if p.row == atWork {
		return
	}
	if p.row == waiting {
		p.board.wait(p, -p.beside())
	}
	p.board.rest(p, -p.worth-p.held)
	p.board.rows[p.row].remove(p)
	if p.crowd != nil {
		p.crowd.rows[p.row].remove(p)
	}
}

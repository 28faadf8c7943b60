package listener

// What the requests of a connection hold, in bytes: their headers, as net/http keeps them, and of HTTP/2 all that
// belongs to a stream. What one request holds without a large header belongs to its connection. The rest is bounded, of
// one client and of all, whoever answers and whether its handler has ended.

// hard is how many times as much may be held as requests with a place hold: the others are being refused.
const hard = 2

// isHTTP2 reports whether a connection speaks it: its frames say what it holds.
func (all *places) isHTTP2(p *place) bool {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	return p.streams
}

// holds says that the requests of a connection hold more bytes, or less. Who finds no room ends the connection that
// waits longest for its client with more than one request. False if there is none: then it is ended itself.
func (all *places) holds(p *place, more int) bool {
	pushed := all.hold(p, more)
	ends := false
	for _, q := range pushed {
		if q == p {
			ends = true
			all.charge(q) // who comes back and asks again cost more than it pays for a connection
			all.ended(q, CauseStreams)
		} else {
			all.endStalled(q)
		}
	}
	if more > 0 && !ends {
		all.shrink(p)
	}
	return !ends
}

// endStalled ends a connection that waits for its client. One of a client that holds much of what waits will come again,
// with a handshake: that is paid for.
func (all *places) endStalled(p *place) {
	if p.pays {
		all.stalled(p.client)
	}
	all.ended(p, CauseSlow)
}

// much is the part of what may wait, of all, with which one client holds much.
const much = 4

// holdsMuch: of what waits, not of what is at work. The caller holds the lock.
func (all *places) holdsMuch(p *place) bool {
	return p.crowd != nil && all.waiting > 0 && p.crowd.waiting > all.waiting/much
}

func (all *places) hold(p *place, more int) (pushed []*place) {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	before := p.beside()
	p.hold(more)
	for q := all.waitsWithTooMuch(p); q != nil; q = all.waitsWithTooMuch(p) {
		q.pays = all.holdsMuch(q)
		all.board.remove(q)
		pushed = append(pushed, q)
	}
	for p.beside() > before && !p.gone {
		full := all.overfull(p)
		if full == nil {
			break
		}
		q := full.longestCrowd(all.board.clock(), p)
		if q == nil {
			q = p
		}
		q.pays = all.holdsMuch(q)
		all.board.remove(q)
		pushed = append(pushed, q)
	}
	return pushed
}

// waitsWithTooMuch is a connection, other than p, that ends for what is held while connections wait for their clients;
// nil if none has to. The caller holds the lock.
func (all *places) waitsWithTooMuch(p *place) *place {
	if all.waiting == 0 || all.board.waiting <= all.waiting {
		return nil
	}
	now := all.board.clock()
	if all.board.waiting > hard*all.waiting {
		now = now.Add(glance)
	}
	return all.board.rows.largest(now, p)
}

// overfull is who holds too much; nil if nobody does. The caller holds the lock.
func (all *places) overfull(p *place) yields {
	if c := p.crowd; c != nil && all.streamsEach > 0 && c.held > hard*all.streamsEach*worthStream {
		return &c.rows
	}
	if all.streams > 0 && all.board.held > hard*all.streams*worthStream {
		return &all.board
	}
	return nil
}

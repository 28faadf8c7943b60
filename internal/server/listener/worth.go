package listener

// weigh says what a connection holds from now on.
func (all *places) weigh(p *place, bytes int) {
	all.board.mu.Lock()
	if !p.gone && p.row != atWork {
		all.board.rest(p, bytes-p.worth)
	}
	p.worth = bytes
	all.board.mu.Unlock()
	all.shrink(p)
}

// speaksHTTP2 weighs a connection of HTTP/2.
func (all *places) speaksHTTP2(p *place) {
	all.board.mu.Lock()
	p.hold(-p.held) // the preface looks like a header
	p.streams = true
	p.settle()
	all.board.mu.Unlock()
	all.weigh(p, worthHTTP2)
}

// setIdle says whether there is work for a connection.
func (all *places) setIdle(p *place, idle bool) {
	p.SetIdle(idle)
	if idle {
		all.shrink(p)
	}
}

// shrink ends connections that others may push out, until those that are left hold no more than they may: of the client
// of this one, and of all. Their number does not bound that: sixteen addresses with a thousand of HTTP/2 each had 800
// MiB.
func (all *places) shrink(p *place) {
	for {
		q, cause := all.tooMuch(p)
		if q == nil {
			return
		}
		all.ended(q, cause)
	}
}

// tooMuch takes out the connection that ends next, if one has to. A client that has too much has no patience coming.
func (all *places) tooMuch(p *place) (q *place, cause string) {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	now := all.board.clock()
	if c := p.crowd; c != nil && all.restingEach > 0 && c.resting > all.restingEach {
		q, cause = c.rows.longest(now.Add(patience), p)
	}
	if q == nil && all.resting > 0 && all.board.resting > all.resting {
		q, cause = all.board.longest(now, p)
	}
	if q != nil {
		all.board.remove(q)
	}
	return q, cause
}

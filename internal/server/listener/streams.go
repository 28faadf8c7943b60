package listener

// A connection of HTTP/2 has many requests at a time, and each takes a goroutine, its headers, and what
// of body and answer is not counted elsewhere. The first request of a connection is paid by its place.
// The others have bounds of their own: of one client, and of all.

// begin lets a request begin. Who finds no room ends the connection that has waited longest for its
// client with more than one request. False if there is none.
func (all *places) begin(p *place) bool {
	pushed, room := all.enterStream(p)
	if pushed != nil {
		all.ended(pushed, CauseSlow)
	}
	if !room {
		all.refused(CauseStreams)
	}
	return room
}

func (all *places) enterStream(p *place) (pushed *place, room bool) {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	if full := all.crowded(p); full != nil {
		if pushed = full.longestCrowd(all.board.clock(), p); pushed == nil {
			return nil, false
		}
		all.board.remove(pushed)
	}
	p.serves(1)
	return pushed, true
}

// end says that a request that began has ended.
func (all *places) end(p *place) {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	p.serves(-1)
}

// crowded is who must make room for one more request of a connection; nil if there is room. The caller
// holds the lock.
func (all *places) crowded(p *place) yields {
	if p.requests == 0 || p.gone {
		return nil
	}
	if c := all.board.of[p.client]; c != nil && all.streamsEach > 0 && c.streams >= all.streamsEach {
		return &c.rows
	}
	if all.streams > 0 && all.board.streams >= all.streams {
		return &all.board
	}
	return nil
}

package listener

// What a connection holds that does nothing, in bytes, as it was measured: buffers, stacks, and what net/http and
// crypto/tls keep.
const (
	worthSilent = 8 << 10 // also of a socket
	worthHTTP1  = 18 << 10
	worthTLS    = 32 << 10
	worthHTTP2  = 50 << 10
)

// weigh says what a connection holds from now on.
func (all *places) weigh(p *place, bytes int) {
	all.board.mu.Lock()
	if !p.gone && p.row != atWork {
		all.board.resting += bytes - p.worth
	}
	p.worth = bytes
	all.board.mu.Unlock()
	all.shrink()
}

// setIdle says whether there is work for a connection.
func (all *places) setIdle(p *place, idle bool) {
	p.SetIdle(idle)
	if idle {
		all.shrink()
	}
}

// shrink ends connections that others may push out, until those that are left hold no more than they may. Their number
// does not bound that: sixteen addresses with a thousand of HTTP/2 each had 800 MiB.
func (all *places) shrink() {
	for {
		p, cause := all.tooMuch()
		if p == nil {
			return
		}
		all.ended(p, cause)
	}
}

// tooMuch takes out the connection that ends next, if one has to.
func (all *places) tooMuch() (*place, string) {
	all.board.mu.Lock()
	defer all.board.mu.Unlock()
	if all.resting == 0 || all.board.resting <= all.resting {
		return nil, ""
	}
	p, cause := all.board.rows.longest(all.board.clock())
	if p != nil {
		all.board.remove(p)
	}
	return p, cause
}

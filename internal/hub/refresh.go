package hub

import "time"

const (
	// Refresh is how long followers trust silence: a lost event delays a step by
	// hardly more than this.
	Refresh = 15 * time.Second

	round    = time.Second // the topics are looked through
	patience = int(Refresh / round)
)

// watch begins the rounds, unless they are under way. One timer serves all
// streams: one each is much memory for those who only listen.
func (h *Hub) watch() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rounds == nil && len(h.topics) > 0 {
		h.rounds = time.AfterFunc(round, h.look)
	}
}

// look has the store read for each topic that was silent for long.
func (h *Hub) look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.topics) == 0 {
		h.rounds = nil
		return
	}
	for _, a := range h.topics {
		if a.silent++; a.silent == patience {
			a.silent = 0
			a.miss()
		}
	}
	h.rounds.Reset(round)
}

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

// look has the store read for each topic that was silent for long. Of those who
// follow a saga one reads for all; if that one is held up, the next round asks
// another. Those who follow a carpeta look all of them, at one reading.
func (h *Hub) look() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.topics) == 0 {
		h.rounds = nil
		return
	}
	for t, a := range h.topics {
		if a.silent++; a.silent < patience {
			continue
		}
		if t.EventoID == "" { // each keeps sagas of its own
			a.silent = 0
			a.shared.outdate()
			a.miss()
			continue
		}
		a.shared.outdate()
		for s := range a.subs {
			s.miss()
			break
		}
	}
	h.rounds.Reset(round)
}

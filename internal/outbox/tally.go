package outbox

import (
	"slices"
	"sync"
	"time"
)

const (
	tallySlot  = 10 * time.Second
	tallySlots = 30   // five minutes, of which the newest slot is not over
	tallyKeeps = 1000 // operadores told apart in a slot; of later ones it counts nothing
	tallyTells = 5000 // deletions told apart in a slot (500 a second); later ones may count twice
)

// tally counts the completed deletions of the last minutes by operador, of all processes: as this one hears of them.
type tally struct {
	mu    sync.Mutex
	since time.Time // heard without a gap since then
	slots [tallySlots]tallied
}

// tallied is what was heard within a slot; which one, says its number since the epoch.
type tallied struct {
	number int64
	count  map[string]int
	ends   map[string]bool // eventoIds
}

func newTally(now time.Time) *tally { return &tally{since: now} }

func slotOf(now time.Time) int64 { return now.UnixNano() / int64(tallySlot) }

// add counts a completed deletion, once.
func (t *tally) add(operadorID, eventoID string, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if slices.ContainsFunc(t.slots[:], func(s tallied) bool { return s.ends[eventoID] }) {
		return
	}
	n := slotOf(now)
	s := &t.slots[n%tallySlots]
	if s.number != n {
		*s = tallied{number: n, count: map[string]int{}, ends: map[string]bool{}}
	}
	if len(s.ends) < tallyTells {
		s.ends[eventoID] = true
	}
	if _, known := s.count[operadorID]; known || len(s.count) < tallyKeeps {
		s.count[operadorID]++
	}
}

// deaf notes that others may have spoken unheard: the count begins anew.
func (t *tally) deaf(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.since, t.slots = now, [tallySlots]tallied{}
}

// read is the count of each operador, and since when it was kept.
func (t *tally) read(now time.Time) (completed map[string]int, since time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	first := slotOf(now) - tallySlots + 1
	completed = map[string]int{}
	for _, s := range t.slots {
		if s.number < first {
			continue
		}
		for o, n := range s.count {
			completed[o] += n
		}
	}
	if begin := time.Unix(0, first*int64(tallySlot)); begin.After(t.since) {
		return completed, begin
	}
	return completed, t.since
}

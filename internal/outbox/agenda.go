package outbox

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// agenda is when the sweeper looks at which operador. An operador that is heard of
// is looked at at the sweeper's pace; one with nothing pending ever more seldom, so
// that an idle process costs next to nothing however many operadores there are. The
// agenda also knows which operadores wait: for room in the window, or for their turn.
type agenda struct {
	pace, idle time.Duration

	mu      sync.Mutex
	visits  map[string]visit
	waiting map[string]time.Time // since when work of an operador waits in the store
	wake    chan struct{}
}

// visit is the look that is planned for an operador.
type visit struct {
	at    time.Time
	pause time.Duration // before the next look, if this one finds nothing
}

func newAgenda(pace, idle time.Duration) *agenda {
	return &agenda{pace: pace, idle: max(idle, pace), visits: map[string]visit{}, waiting: map[string]time.Time{}, wake: make(chan struct{}, 1)}
}

// know plans a first look at operadores that are new here.
func (a *agenda) know(operadores []string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, o := range operadores {
		if _, known := a.visits[o]; !known {
			a.visits[o] = visit{at: now, pause: a.pace}
		}
	}
}

// want plans a look at a moment at the latest, and the next ones at the pace.
func (a *agenda) want(operadorID string, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.hurry(operadorID, at)
}

// hurry is want; the caller holds the lock. An operador that is new here is looked
// at at once, whatever is wanted.
func (a *agenda) hurry(operadorID string, at time.Time) {
	v, known := a.visits[operadorID]
	if !known {
		at = time.Time{}
	}
	sooner := !known || at.Before(v.at)
	if sooner {
		v.at = at
	}
	v.pause = a.pace
	a.visits[operadorID] = v
	if sooner {
		select {
		case a.wake <- struct{}{}:
		default: // it has not noticed the last one yet
		}
	}
}

// wantAll plans a look at everybody within the pace: something may have been missed.
func (a *agenda) wantAll(at func() time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, o := range slices.Sorted(maps.Keys(a.visits)) { // in order: at may draw from chance
		a.hurry(o, at())
	}
}

// wantWaiting plans a look at those whose work waits in the store.
func (a *agenda) wantWaiting(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for o := range a.waiting {
		a.hurry(o, at)
	}
}

// due are the operadores whose look is due, and when the next one is.
func (a *agenda) due(now time.Time) (operadores []string, next time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for o, v := range a.visits {
		if !v.at.After(now) {
			operadores = append(operadores, o)
		} else if next.IsZero() || v.at.Before(next) {
			next = v.at
		}
	}
	return operadores, next
}

// unplanned is later than any plan.
const unplanned = 24 * time.Hour

// begin takes the plan of an operador away, so that a wish during the look
// is not forgotten afterwards.
func (a *agenda) begin(operadorID string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := a.visits[operadorID]
	v.at = now.Add(unplanned)
	a.visits[operadorID] = v
}

// again plans the next look, unless somebody wants it sooner.
func (a *agenda) again(operadorID string, at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := a.visits[operadorID]
	if at.Before(v.at) {
		v.at = at
		a.visits[operadorID] = v
	}
}

// quiet is how long an operador with nothing due is left alone: twice as long as
// the last time, up to the idle pace. With hundreds of operadores that is stretched:
// a process makes no more than three such looks a second.
func (a *agenda) quiet(operadorID string) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	v := a.visits[operadorID]
	pause := v.pause
	v.pause = min(2*max(pause, a.pace), max(a.idle, time.Duration(len(a.visits))*time.Second/3))
	a.visits[operadorID] = v
	return max(pause, a.pace)
}

// wait notes whether work of an operador waits in the store.
func (a *agenda) wait(operadorID string, waits bool, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !waits {
		delete(a.waiting, operadorID)
	} else if _, already := a.waiting[operadorID]; !already {
		a.waiting[operadorID] = now
	}
}

// waits reports since when work of an operador waits in the store.
func (a *agenda) waits(operadorID string) (time.Time, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	since, w := a.waiting[operadorID]
	return since, w
}

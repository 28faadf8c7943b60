package sim

import (
	"iter"
	"math"
	"slices"
	"time"
)

// event is something that will happen at a moment: a function, or the return of
// a coroutine that waits.
type event struct {
	at    time.Duration
	order uint64 // the first one breaks ties
	f     func()
	t     *task
	turn  uint64 // the wait that this ends; an older one means nothing
}

// scheduler is simulated time: a heap of what will happen.
type scheduler struct {
	now     time.Duration
	order   uint64
	heap    []event
	current *task // who runs now; nil for a function
	closed  bool  // the run is over: nobody waits any more
	live    []*task
	free    []*routine
}

func before(a, b event) bool { return a.at < b.at || (a.at == b.at && a.order < b.order) }

func (s *scheduler) put(e event) {
	s.order++
	e.order = s.order
	s.heap = append(s.heap, e)
	for i := len(s.heap) - 1; i > 0; {
		parent := (i - 1) / 2
		if !before(s.heap[i], s.heap[parent]) {
			return
		}
		s.heap[i], s.heap[parent] = s.heap[parent], s.heap[i]
		i = parent
	}
}

func (s *scheduler) pop() event {
	heap := s.heap
	e, n := heap[0], len(heap)-1
	heap[0], heap[n] = heap[n], event{}
	s.heap = heap[:n]
	for i := 0; ; {
		h := 2*i + 1
		if h >= n {
			return e
		}
		if h+1 < n && before(heap[h+1], heap[h]) {
			h++
		}
		if !before(heap[h], heap[i]) {
			return e
		}
		heap[i], heap[h] = heap[h], heap[i]
		i = h
	}
}

// after does something later.
func (s *scheduler) after(d time.Duration, f func()) { s.put(event{at: s.now + d, f: f}) }

// step lets the next event happen; false without one.
func (s *scheduler) step() bool {
	if len(s.heap) == 0 {
		return false
	}
	e := s.pop()
	s.now = e.at
	if e.f != nil {
		e.f()
		return true
	}
	s.resume(e)
	return true
}

// resume gives a coroutine control, unless its process is paused or it has been
// woken before.
func (s *scheduler) resume(e event) {
	t := e.t
	switch {
	case t.ended || t.turn != e.turn:
	case t.p != nil && !t.p.dead && t.p.pausedUntil > s.now:
		s.put(event{at: t.p.pausedUntil, t: t, turn: t.turn})
	default:
		s.run(t)
	}
}

func (s *scheduler) run(t *task) {
	if t.r == nil {
		t.r = s.routine()
		t.r.f = func() { t.f(t) }
	}
	s.current = t
	t.r.next()
	s.current = nil
	if t.r.f == nil {
		s.free = append(s.free, t.r)
		t.ended = true
		if t.onEnd != nil {
			t.onEnd()
		}
	}
}

// routine is a coroutine; it is used again when its work has ended.
type routine struct {
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
	f     func() // nil when it is free
}

// idle are coroutines of runs that are over: their stacks have grown already. They keep nothing else.
var idle = make(chan *routine, 256)

func (s *scheduler) routine() *routine {
	if n := len(s.free); n > 0 {
		r := s.free[n-1]
		s.free = s.free[:n-1]
		return r
	}
	select {
	case r := <-idle:
		return r
	default:
	}
	r := &routine{}
	r.next, r.stop = iter.Pull(func(yield func(struct{}) bool) {
		r.yield = yield
		for more := true; more; more = yield(struct{}{}) {
			r.f()
			r.f = nil
		}
	})
	return r
}

// task is product code under way in a process.
type task struct {
	s        *scheduler
	p        *process
	f        func(*task)
	r        *routine
	begun    time.Duration
	deadline time.Duration // no call outlasts it
	turn     uint64
	ended    bool
	decide   bool  // somebody decides about a request
	sweep    bool  // it sweeps uploads
	told     bool  // it published, or tried to
	knew     int64 // the secuencia of the deletion that it last read or wrote
	onEnd    func()
}

// spawn starts product code in a process, as soon as it is its turn.
func (s *scheduler) spawn(p *process, f func(t *task)) *task {
	t := &task{s: s, p: p, f: f, begun: s.now, deadline: math.MaxInt64}
	s.live = append(slices.DeleteFunc(s.live, func(v *task) bool { return v.ended }), t)
	s.put(event{at: s.now, t: t})
	return t
}

// dead reports whether its process is gone: from then on nothing it does counts.
func (t *task) dead() bool { return t.s.closed || t.p.dead }

// wait gives up control until a moment, or until somebody wakes it.
func (t *task) wait(until time.Duration) {
	if t.dead() {
		return
	}
	t.turn++
	t.s.put(event{at: until, t: t, turn: t.turn})
	t.r.yield(struct{}{})
}

// wake ends a wait now.
func (t *task) wake() {
	if t.ended {
		return
	}
	t.turn++
	t.s.put(event{at: t.s.now, t: t, turn: t.turn})
}

// unwind unwinds the coroutines of a dead process: no call does anything any more.
func (s *scheduler) unwind(p *process) {
	for _, t := range slices.Clone(s.live) {
		for t.p == p && !t.ended {
			s.run(t)
		}
	}
}

// close unwinds every coroutine at the end of the run.
func (s *scheduler) close() {
	s.closed = true
	for _, t := range slices.Clone(s.live) {
		for !t.ended {
			s.run(t)
		}
	}
	for _, r := range s.free {
		select {
		case idle <- r:
		default:
			r.stop()
		}
	}
}

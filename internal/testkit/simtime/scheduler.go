package simtime

import (
	"iter"
	"slices"
	"time"
)

// event is something that will happen at a moment: a function, or the return of
// a coroutine that waits.
type event struct {
	at    time.Duration
	order uint64 // the first one breaks ties
	f     func()
	t     *Task
	turn  uint64 // the wait that this ends; an older one means nothing
}

// Scheduler is simulated time: a heap of what will happen.
type Scheduler struct {
	Now     time.Duration
	Current *Task // who runs now; nil for a function
	Closed  bool  // the run is over: nobody waits any more

	order uint64
	heap  []event
	live  []*Task
	free  []*routine
}

func before(a, b event) bool { return a.at < b.at || (a.at == b.at && a.order < b.order) }

func (s *Scheduler) put(e event) {
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

func (s *Scheduler) pop() event {
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

// After does something later.
func (s *Scheduler) After(d time.Duration, f func()) { s.put(event{at: s.Now + d, f: f}) }

// Step lets the next event happen; false without one.
func (s *Scheduler) Step() bool {
	if len(s.heap) == 0 {
		return false
	}
	e := s.pop()
	s.Now = e.at
	if e.f != nil {
		e.f()
		return true
	}
	s.resume(e)
	return true
}

// resume gives a coroutine control, unless its process stands still or it has been
// woken before.
func (s *Scheduler) resume(e event) {
	t := e.t
	switch {
	case t.ended || t.turn != e.turn:
	case !t.p.IsDead() && t.p.StandsStillUntil() > s.Now:
		s.put(event{at: t.p.StandsStillUntil(), t: t, turn: t.turn})
	default:
		s.run(t)
	}
}

func (s *Scheduler) run(t *Task) {
	if t.r == nil {
		t.r = s.routine()
		t.r.f = t.f
	}
	s.Current = t
	t.r.next()
	s.Current = nil
	if t.r.f == nil {
		s.free = append(s.free, t.r)
		t.ended = true
		if t.OnEnd != nil {
			t.OnEnd()
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

func (s *Scheduler) routine() *routine {
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

// Process is where coroutines run.
type Process interface {
	IsDead() bool // from then on nothing that its coroutines do counts
	StandsStillUntil() time.Duration
}

// Task is a coroutine under way in a process.
type Task struct {
	Of    any // what it is to whoever started it
	OnEnd func()

	s     *Scheduler
	p     Process
	f     func()
	r     *routine
	turn  uint64
	ended bool
}

// Start starts a coroutine in a process, as soon as it is its turn.
func (s *Scheduler) Start(t *Task, p Process, f func()) {
	t.s, t.p, t.f = s, p, f
	s.live = append(slices.DeleteFunc(s.live, func(v *Task) bool { return v.ended }), t)
	s.put(event{at: s.Now, t: t})
}

// Dead reports whether the process is gone, or the run over.
func (t *Task) Dead() bool { return t.s.Closed || t.p.IsDead() }

// Wait gives up control until a moment, or until somebody wakes it.
func (t *Task) Wait(until time.Duration) {
	if t.Dead() {
		return
	}
	t.turn++
	t.s.put(event{at: until, t: t, turn: t.turn})
	t.r.yield(struct{}{})
}

// Wake ends a wait now.
func (t *Task) Wake() {
	if t.ended {
		return
	}
	t.turn++
	t.s.put(event{at: t.s.Now, t: t, turn: t.turn})
}

// Unwind lets the coroutines of a dead process end: no call does anything any more.
func (s *Scheduler) Unwind(p Process) {
	for _, t := range slices.Clone(s.live) {
		for t.p == p && !t.ended {
			s.run(t)
		}
	}
}

// Close unwinds every coroutine at the end of the run.
func (s *Scheduler) Close() {
	s.Closed = true
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

package quota

import (
	"container/heap"
	"container/list"
	"context"
	"errors"
	"sync"
)

// FairSemaphore shares a few slots among subjects by weighted fair queueing. A subject that sends a hundred pieces of work
// waits for its own; the others wait for one of them. A small piece of work runs before the large ones of others, as if all
// ran at the same time. The semaphore forgets a subject that has no slot and waits for none.
type FairSemaphore struct {
	each, maxWaiting int

	mu          sync.Mutex
	available   int
	virtualTime float64 // the work that each subject would have had, if all had the same share
	requests    int     // numbers the slots, so that those of one moment are served in their order
	waiting     int
	subjects    map[string]*subjectQueue
	ready       finishHeap // subjects that wait and may have a slot
}

// NewFairSemaphore has so many slots, and so many for each subject (0: all); maxWaiting requests wait at most (0: any
// number). A subject may use as many places of the queue as it leaves free: a single one has half of it, two have a third
// each. So nobody keeps others out, and a refusal looks at no other request.
func NewFairSemaphore(slots, each, maxWaiting int) *FairSemaphore {
	if each <= 0 {
		each = slots
	}
	return &FairSemaphore{each: each, maxWaiting: maxWaiting, available: slots, subjects: map[string]*subjectQueue{}}
}

// Slot is a place to work in, or a request that waits for one.
type Slot struct {
	semaphore *FairSemaphore
	subject   *subjectQueue
	granted   func()
	weight    float64
	finish    float64 // the virtual time at which the work would be done, if the work of all subjects ran at the same time
	sequence  int
	element   *list.Element // in the queue of its subject; nil if it does not wait
	released  bool
	refused   bool
}

// Granted reports whether the work may run.
func (s *Slot) Granted() bool {
	s.semaphore.mu.Lock()
	defer s.semaphore.mu.Unlock()
	return s.element == nil && !s.refused
}

// Refused reports whether the slot will never be granted: the queue was full.
func (s *Slot) Refused() bool { return s.refused }

// Release gives the slot to the next request, or stops waiting. It may be called again.
func (s *Slot) Release() {
	if next := s.semaphore.release(s); next != nil {
		next.granted()
	}
}

// ErrQueueFull says that too many requests wait.
var ErrQueueFull = errors.New("quota: too many wait for a place")

// Acquire waits for a slot; call release after the work. The error is ErrQueueFull, or the context's.
func (f *FairSemaphore) Acquire(ctx context.Context, subject string, weight int) (release func(), err error) {
	granted := make(chan struct{})
	slot, now := f.Request(subject, weight, func() { close(granted) })
	switch {
	case now:
		return slot.Release, nil
	case slot.refused:
		return nil, ErrQueueFull
	}
	select {
	case <-granted:
		return slot.Release, nil
	case <-ctx.Done():
		slot.Release()
		return nil, ctx.Err()
	}
}

// Request takes a slot if one is free: now. Otherwise the slot waits, or is refused. granted is called once when a waiting
// slot may be used, from another goroutine; it must not block. Release the slot in any case.
func (f *FairSemaphore) Request(subject string, weight int, granted func()) (slot *Slot, now bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	q := f.subjects[subject]
	if q == nil {
		q = &subjectQueue{subject: subject, index: -1}
	}
	now = f.available > 0 && q.running < f.each // then no request that may have the slot waits
	if !now && f.isQueueFull(q) {
		return &Slot{semaphore: f, subject: q, released: true, refused: true}, false
	}
	f.subjects[subject] = q
	slot = f.newSlot(q, weight, granted)
	if now {
		f.grant(slot)
		return slot, true
	}
	slot.element = q.waiting.PushBack(slot)
	f.waiting++
	f.reorder(q)
	return slot, false
}

// Waiting is how many requests wait.
func (f *FairSemaphore) Waiting() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.waiting
}

// The caller of the methods below holds the lock, but for release.

func (f *FairSemaphore) isQueueFull(q *subjectQueue) bool {
	return f.maxWaiting > 0 && q.waiting.Len() >= f.maxWaiting-f.waiting
}

func (f *FairSemaphore) newSlot(q *subjectQueue, weight int, granted func()) *Slot {
	f.requests++
	w := float64(max(weight, 1))
	q.lastFinish = max(f.virtualTime, q.lastFinish) + w
	return &Slot{semaphore: f, subject: q, granted: granted, weight: w, finish: q.lastFinish, sequence: f.requests}
}

func (f *FairSemaphore) grant(s *Slot) {
	f.available--
	s.subject.running++
	f.virtualTime += s.weight / float64(len(f.subjects))
}

func (f *FairSemaphore) release(s *Slot) (next *Slot) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case s.released:
		return nil
	case s.element != nil:
		f.dequeue(s)
	default:
		f.available++
		s.subject.running--
	}
	s.released = true
	f.reorder(s.subject)
	return f.grantNext()
}

func (f *FairSemaphore) dequeue(s *Slot) {
	s.subject.waiting.Remove(s.element)
	s.element = nil
	f.waiting--
}

// grantNext grants a free slot to the request that would finish first.
func (f *FairSemaphore) grantNext() (next *Slot) {
	if f.available == 0 || len(f.ready) == 0 {
		return nil
	}
	q := f.ready[0]
	next = q.first()
	f.dequeue(next)
	f.grant(next)
	f.reorder(q)
	return next
}

// reorder puts a subject into the heap where it belongs, takes it out, or forgets it.
func (f *FairSemaphore) reorder(q *subjectQueue) {
	ready := q.waiting.Len() > 0 && q.running < f.each
	switch {
	case ready && q.index < 0:
		heap.Push(&f.ready, q)
	case ready:
		heap.Fix(&f.ready, q.index)
	case q.index >= 0:
		heap.Remove(&f.ready, q.index)
	}
	if q.running == 0 && q.waiting.Len() == 0 {
		delete(f.subjects, q.subject)
	}
}

// subjectQueue has the requests of a subject; the first to come is the first to be served.
type subjectQueue struct {
	subject    string
	running    int       // slots in use
	lastFinish float64   // finish of its newest slot
	waiting    list.List // of *Slot
	index      int       // in the heap; -1 while it is not in it
}

func (q *subjectQueue) first() *Slot { return q.waiting.Front().Value.(*Slot) } // the list holds nothing else

// finishHeap has the subjects that wait, ordered by the finish of their first request.
type finishHeap []*subjectQueue

// Len implements heap.Interface, as do the methods below.
func (h finishHeap) Len() int { return len(h) }

func (h finishHeap) Less(i, j int) bool {
	a, b := h[i].first(), h[j].first()
	return a.finish < b.finish || a.finish == b.finish && a.sequence < b.sequence
}

func (h finishHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

// Push appends a subject.
func (h *finishHeap) Push(q any) {
	added := q.(*subjectQueue) // nothing else is pushed
	added.index = len(*h)
	*h = append(*h, added)
}

// Pop removes the last subject.
func (h *finishHeap) Pop() any {
	last := len(*h) - 1
	q := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	q.index = -1
	return q
}

package quota

import "sync"

// Places bounds what each subject has at a time. Nothing is kept of a subject
// that has nothing.
type Places struct {
	each int

	mu    sync.Mutex
	taken map[string]int
}

// NewPlaces gives each subject so many; 0: any number.
func NewPlaces(each int) *Places { return &Places{each: each, taken: map[string]int{}} }

// Enter takes one of a subject's places; false if all are taken. leave gives it
// back, once.
func (p *Places) Enter(subject string) (leave func(), ok bool) {
	if p.each <= 0 {
		return func() {}, true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.taken[subject] >= p.each {
		return func() {}, false
	}
	p.taken[subject]++
	return (&place{Places: p, of: subject}).leave, true
}

// place is one that was taken. Open connections hold theirs for long, and are
// many: sync.OnceFunc would take four times as much.
type place struct {
	*Places

	of   string
	left bool
}

func (p *place) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.left {
		return
	}
	p.left = true
	if p.taken[p.of]--; p.taken[p.of] == 0 {
		delete(p.taken, p.of)
	}
}

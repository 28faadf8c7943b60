package dynamostore

import (
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
	"github.com/carpeta-ciudadana/servidor/internal/store/records/dynamo"
)

// Calls that are under way at a time. With fewer than idleLots nobody waits; more begin where a whole lot waits. A lot
// is smaller than a call may be: its events wait for the slowest of them.
const (
	idleLots = 4
	mostLots = 32
	wholeLot = 8 // events
)

// lots lets events that come with no change of state, of requests at the same time, share a call. A call costs the
// processor several times what its item does. What came while others were written goes together; nobody waits for
// somebody to come.
type lots struct {
	write func(ctx context.Context, is []records.Item) error // each key once

	mu       sync.Mutex
	waiting  []*lotPart
	underWay int
}

// lotPart is what one caller writes, by key; all of it goes in one call.
type lotPart struct {
	ctx   context.Context
	items map[records.Key]records.Item
	err   error
	done  chan struct{}
}

// put returns once the items are written. When ctx ends before their call begins they are not; later it is waited for.
func (l *lots) put(ctx context.Context, items map[records.Key]records.Item) error {
	if err := ctx.Err(); err != nil {
		return dynamo.Classify(err)
	}
	p := &lotPart{ctx: ctx, items: items, done: make(chan struct{})}
	l.mu.Lock()
	l.waiting = append(l.waiting, p)
	l.begin()
	l.mu.Unlock()
	select {
	case <-p.done:
	case <-ctx.Done():
		if l.withdraw(p) {
			return dynamo.Classify(ctx.Err())
		}
		<-p.done
	}
	return p.err
}

// withdraw takes a part out that waits.
func (l *lots) withdraw(p *lotPart) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.waiting)
	l.waiting = slices.DeleteFunc(l.waiting, func(w *lotPart) bool { return w == p })
	return len(l.waiting) < n
}

// begin starts the calls that may start, under the lock.
func (l *lots) begin() {
	for len(l.waiting) > 0 && (l.underWay < idleLots || l.underWay < mostLots && l.whole()) {
		l.underWay++
		go l.run(l.take())
	}
}

// whole reports whether as many events wait as go together.
func (l *lots) whole() bool {
	n := 0
	for _, p := range l.waiting {
		n += len(p.items)
	}
	return n >= wholeLot
}

// take takes the parts that came first, as many as go together.
func (l *lots) take() []*lotPart {
	n, k := 0, 0
	for k < len(l.waiting) && (k == 0 || n+len(l.waiting[k].items) <= wholeLot) {
		n += len(l.waiting[k].items)
		k++
	}
	taken := l.waiting[:k:k]
	l.waiting = l.waiting[k:]
	return taken
}

func (l *lots) run(ps []*lotPart) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.underWay--
		l.begin()
	}()
	err := l.writeTogether(ps)
	if err != nil && len(ps) > 1 && fault.CodeOf(err) != fault.Unavailable { // one of them is no good
		for _, p := range ps {
			p.err = l.writeTogether([]*lotPart{p})
			close(p.done)
		}
		return
	}
	for _, p := range ps {
		p.err = err
		close(p.done)
	}
}

// writeTogether: a caller that leaves does not take the others along.
func (l *lots) writeTogether(ps []*lotPart) error {
	all := map[records.Key]records.Item{}
	for _, p := range ps {
		maps.Copy(all, p.items)
	}
	return l.write(context.WithoutCancel(ps[0].ctx), slices.Collect(maps.Values(all)))
}

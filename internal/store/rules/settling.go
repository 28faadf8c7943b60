package rules

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auditoria"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/store/records"
)

// errTooOld refuses an event that a reader may have passed already. Whoever tries again draws another id.
var errTooOld = errors.New("rules: the event waited too long before its write began")

// underWay are the events whose writes have begun in this process, and that readers perhaps do not see yet. A disk may hold a
// write up for longer than any constant says.
type underWay struct {
	mu      sync.Mutex
	last    int
	said    time.Time         // the latest answer of Asentado
	moments map[int]time.Time // the oldest event of each write
}

// Asentado is the moment before which no event comes any more: whoever keeps the last key of a list as a cursor reads up to
// it. What another process writes has to be seen within Settling; a write of this process may take as long as it likes once
// it has begun.
func (s *Store) Asentado() time.Time {
	u := &s.underWay
	u.mu.Lock()
	defer u.mu.Unlock()
	settled := s.Clock().Add(-s.Settling)
	for _, m := range u.moments {
		if m.Before(settled) {
			settled = m
		}
	}
	if settled.After(u.said) {
		u.said = settled
	}
	return settled
}

// begin has Asentado wait for events until end is called. It refuses an event that a list of this process may have passed,
// since Asentado named a later moment before; and one that is older than the lists of other processes wait. The lock that it
// has in common with Asentado makes the first exact.
func (s *Store) begin(moments []time.Time) (end func(), err error) {
	if len(moments) == 0 {
		return func() {}, nil
	}
	oldest := slices.MinFunc(moments, time.Time.Compare)
	u := &s.underWay
	u.mu.Lock()
	defer u.mu.Unlock()
	age := s.Clock().Sub(oldest) // small also after the clock was set back, when u.said is ahead of it
	if s.Settling > 0 && age > s.Settling && (oldest.Before(u.said) || age > auditoria.Asentamiento) {
		return nil, fault.Wrap(fault.Unavailable, errTooOld)
	}
	u.last++
	n := u.last
	u.moments[n] = oldest
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.moments, n)
	}, nil
}

// momentsOf are those of the events among some parts. The table has items without one, too.
func momentsOf(parts []records.Part) (ms []time.Time) {
	for _, p := range parts {
		if p.Table != Eventos || p.Do != records.DoPut {
			continue
		}
		if m, err := auditoria.MomentoDeClave(p.Key.Sort); err == nil {
			ms = append(ms, m)
		}
	}
	return ms
}

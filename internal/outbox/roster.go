package outbox

import (
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/role"
)

// ErrUnattended says that no process works on the queue of a command. It stays in the store, where it
// costs no delivery, until there is one.
var ErrUnattended = errors.New("outbox: no process has the role that works on this queue")

// roster is who else works on this installation, as far as this process hears: every process says every
// few seconds which roles it has. Its own roles are always there.
type roster struct {
	own     role.Set
	silence time.Duration // a process that was not heard of for so long is gone

	mu     sync.Mutex
	since  time.Time // heard without a gap since then; zero: not at all
	heard  map[string]presence
	absent role.Set // as changed saw them last
}

// presence is one process.
type presence struct {
	roles role.Set
	at    time.Time
}

func newRoster(own role.Set, silence time.Duration) *roster {
	return &roster{own: own, silence: silence, heard: map[string]presence{}}
}

// alone reports whether this process has every role: it misses nobody, and need not remember who is there.
func (r *roster) alone() bool { return r.own.Has(role.All...) }

// hear notes that a process has some roles; none at all is its farewell.
func (r *roster) hear(process string, roles role.Set, now time.Time) {
	if r.alone() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if delete(r.heard, process); len(roles) > 0 {
		r.heard[process] = presence{roles, now}
	}
}

// deaf notes a gap in the events. Silence counts from now on only.
func (r *roster) deaf(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since = now
}

// missing are the roles that no process reported, once this process has listened for long enough.
func (r *roster) missing(now time.Time) role.Set {
	if r.alone() {
		return nil // on the way of every message: most processes have all roles
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since.IsZero() || now.Sub(r.since) < r.silence {
		return nil
	}
	there := slices.Clone(r.own)
	for process, p := range r.heard {
		if now.Sub(p.at) >= r.silence {
			delete(r.heard, process)
			continue
		}
		there = append(there, p.roles...)
	}
	return role.All.Without(there)
}

// changed are the roles that have gone or come since the last call.
func (r *roster) changed(now time.Time) (gone, come role.Set) {
	missing := r.missing(now)
	r.mu.Lock()
	defer r.mu.Unlock()
	gone, come = missing.Without(r.absent), r.absent.Without(missing)
	r.absent = missing
	return gone, come
}

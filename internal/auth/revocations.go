package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// RevocationSource is where revocations are kept.
type RevocationSource interface {
	// Changed looks whether there is something new, and costs next to nothing.
	Changed(ctx context.Context) (bool, error)
	// Read gives every revocation to add, and stops at its error. After a failure
	// Changed fails, or says that there is news, until there is a good list.
	Read(ctx context.Context, add func(Revocation) error) error
}

// RevocationList is a source that can be changed.
type RevocationList interface {
	RevocationSource
	// Change replaces the list by what change makes of it.
	Change(ctx context.Context, change func([]Revocation) ([]Revocation, error)) error
}

// RevocationsConfig configures Revocations.
type RevocationsConfig struct {
	Source RevocationSource
	Max    int           // entries in memory, at most; a longer list is refused, and the known one stays
	Life   time.Duration // longest life of a token; 0: TokenLife
	Clock  func() time.Time
	Log    *slog.Logger
}

const (
	revocationsEvery = 2 * time.Second  // a look at the source
	revocationsAfter = 10 * time.Minute // a list without news is read again: expired entries go
)

// Revocations is the deny list of a process. It is asked at every request, and looks at
// its source every two seconds. Make it with NewRevocations.
type Revocations struct {
	cfg     RevocationsConfig
	list    atomic.Pointer[denyList]
	changed func() // after each change

	looks sync.Mutex // one at a time
	read  time.Time  // when the list was read; a look's own

	mu   sync.Mutex // guards the rest; never held while the source is asked, which may take long
	seen time.Time  // when the source was looked at
	bad  error      // why it could not be
}

// NewRevocations makes an empty list. Load fills it.
func NewRevocations(cfg RevocationsConfig) *Revocations {
	r := &Revocations{cfg: cfg, changed: func() {}}
	r.list.Store(&denyList{})
	return r
}

// OnChange sets what is called when there may be more denied tokens than before. Call it
// before Run.
func (r *Revocations) OnChange(f func()) { r.changed = f }

// Denies reports whether a principal's token is denied now. Nobody is denied by nil.
func (r *Revocations) Denies(p Principal) bool {
	return r != nil && r.list.Load().refuses(p, r.cfg.Clock())
}

// Guard adds the deny list to a verifier.
func (r *Revocations) Guard(v Verifier) Verifier { return guarded{v, r} }

type guarded struct {
	Verifier
	r *Revocations
}

// Verify implements Verifier. A token that lives too long is refused: its revocation
// could end before it.
func (g guarded) Verify(ctx context.Context, token string) (Principal, error) {
	p, err := g.Verifier.Verify(ctx, token)
	switch {
	case err != nil:
		return Principal{}, err
	case tooLong(p, g.r.cfg.Life, g.r.cfg.Clock()):
		return Principal{}, refusal(CauseLifetime, "El token vale por demasiado tiempo.")
	case g.r.Denies(p):
		return Principal{}, Revoked()
	}
	return p, nil
}

// Revoked is the refusal of a token that was taken out of use.
func Revoked() error { return refusal(CauseRevoked, "El token fue revocado.") }

// Run looks at the source until ctx ends.
func (r *Revocations) Run(ctx context.Context) error {
	for t := time.NewTicker(revocationsEvery); ; {
		select {
		case <-ctx.Done():
			t.Stop()
			return nil
		case <-t.C:
			_ = r.Load(ctx) // it is logged, and Ready says it
		}
	}
}

// Load brings the list up to date. If that fails the known list stays.
func (r *Revocations) Load(ctx context.Context) error {
	r.looks.Lock()
	defer r.looks.Unlock()
	now := r.cfg.Clock()
	news, err := r.cfg.Source.Changed(ctx)
	if err == nil && (news || r.read.IsZero() || now.Sub(r.read) >= revocationsAfter) {
		err = r.take(ctx, now)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tell(err)
	if err == nil {
		r.seen = now
	}
	return err
}

// take reads the whole list, and puts it in the place of the known one.
func (r *Revocations) take(ctx context.Context, now time.Time) error {
	var all []denial
	err := r.cfg.Source.Read(ctx, func(e Revocation) error {
		if err := e.Valid(); err != nil {
			return err
		}
		if !e.Until.After(now) {
			return nil
		}
		if len(all) == r.cfg.Max {
			return fmt.Errorf("more than %d revocations: raise CARPETA_REVOCATIONS_MAX", r.cfg.Max)
		}
		all = append(all, e.denial())
		return nil
	})
	if err != nil {
		return err
	}
	list := newDenyList(all)
	r.list.Store(&list)
	r.read = now
	r.changed()
	return nil
}

// tell logs a failure once, and its end. The caller holds the lock.
func (r *Revocations) tell(err error) {
	switch {
	case err != nil && r.read.IsZero():
		r.cfg.Log.Error("revocations cannot be read, and there is no earlier list", "error", brief(err))
	case err != nil && (r.bad == nil || r.bad.Error() != err.Error()):
		r.cfg.Log.Error("revocations cannot be read; the last good list stays in force", "revocaciones", len(*r.list.Load()), "error", brief(err))
	case err == nil && r.bad != nil:
		r.cfg.Log.Info("revocations can be read again", "revocaciones", len(*r.list.Load()))
	}
	r.bad = err
}

// Len is how many are in force.
func (r *Revocations) Len() int { return len(*r.list.Load()) }

// Seen is when the list was last known to be up to date.
func (r *Revocations) Seen() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.seen
}

// Ready says why the list may be out of date.
func (r *Revocations) Ready(context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bad != nil {
		return errors.New("the last good list is in force: " + brief(r.bad))
	}
	return nil
}

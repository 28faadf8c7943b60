package auth

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

const (
	renewAhead    = 10 * time.Minute // from this age on, keys are asked for while the old ones serve
	renewEvery    = 15 * time.Minute // a key that the issuer withdrew is refused after this
	emisorTimeout = 5 * time.Second
	moment        = 250 * time.Millisecond // that a token waits for new keys, if old ones will do
	again         = 5 * time.Second        // after this an unknown key id is worth a request
	firstPause    = time.Second            // the same while no keys are known
)

// StaleKeys is how long known keys survive an outage of the issuer, unless configured otherwise.
const StaleKeys = 24 * time.Hour

// RemoteConfig says whose tokens are accepted in the distributed profile.
type RemoteConfig struct {
	Emisor   string // issuer URL, compared exactly
	Audience string // audience
	// JWKSURL is where the keys are; empty: found by OIDC discovery under Emisor.
	JWKSURL string
	Leeway  time.Duration    // difference between the clocks that is forgiven; 0: Leeway
	Stale   time.Duration    // how long known keys survive an outage of the issuer; 0: StaleKeys
	Within  time.Duration    // longest request for the keys; 0: 5 s
	Places  Places           // where signatures are checked; nil: any number
	Clock   func() time.Time // nil: time.Now
	Metrics IssuerMetrics    // nil: nobody counts
	Log     *slog.Logger     // nil: slog.Default
}

// IssuerMetrics counts the requests to the issuer.
type IssuerMetrics interface {
	// IssuerAsked counts a request for keys, with the error of one that failed.
	IssuerAsked(err error)
}

type noMetrics struct{}

func (noMetrics) IssuerAsked(error) {}

func (r RemoteConfig) withDefaults() RemoteConfig {
	r.Leeway, r.Stale, r.Within = cmp.Or(r.Leeway, Leeway), cmp.Or(r.Stale, StaleKeys), cmp.Or(r.Within, emisorTimeout)
	r.Log = cmp.Or(r.Log, slog.Default())
	if r.Clock == nil {
		r.Clock = time.Now
	}
	if r.Metrics == nil {
		r.Metrics = noMetrics{}
	}
	return r
}

// NewRemote verifies tokens with keys fetched from the issuer at first use, so
// that an unreachable issuer does not keep the server from starting.
func NewRemote(r RemoteConfig) Verifier {
	r = r.withDefaults()
	g := issuerGuard(r.Emisor, r.JWKSURL)
	return &verifier{
		keys:   &remoteKeys{from: r, guard: g, client: g.client(r.Within), diary: diary{log: r.Log}},
		emisor: r.Emisor, audience: r.Audience, clock: r.Clock, leeway: r.Leeway, algorithms: algorithms,
		seen: newVerified(),
	}
}

// remoteKeys caches an issuer's keys. They are fetched again when a token
// names an unknown key and when they are old; at most once in a few seconds,
// because anybody can send tokens with made-up key ids.
type remoteKeys struct {
	from    RemoteConfig
	guard   guard
	client  *http.Client
	current atomic.Pointer[keySet]

	asking batch.Shared[*keySet] // one request at a time

	mu      sync.Mutex
	nextAt  time.Time // no request before
	failure error     // why the last request failed
	diary   diary
}

func (l *remoteKeys) check(ctx context.Context, signed *jose.JSONWebSignature) ([]byte, error) {
	now, seen := l.from.Clock(), l.current.Load()
	if !seen.newerThan(l.from.Stale, now) {
		seen = nil
	}
	content, known, err := seen.try(ctx, signed, l.from.Places)
	if err != nil {
		return nil, err
	}
	if !known || !seen.newerThan(renewEvery, now) {
		fresh, failed := l.renew(ctx, seen, known)
		switch {
		case failed == nil:
			content, _, err = fresh.try(ctx, signed, l.from.Places)
		case !known:
			err = &noKeys{failed}
		}
	}
	if content == nil && err == nil {
		err = errSignature
	}
	return content, err
}

// inUse also sees to it that keys which are used are fetched before they are due.
func (l *remoteKeys) inUse() *keySet {
	j, now := l.current.Load(), l.from.Clock()
	if !j.newerThan(renewEvery, now) {
		return nil
	}
	if !j.newerThan(renewAhead, now) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // this one does not wait for the answer
		_, _ = l.renew(ctx, j, false)
	}
	return j
}

// renew returns a newer set than seen, or seen itself if it was fetched just now. A token that old keys suffice for waits a
// moment only, and after a failure not at all.
func (l *remoteKeys) renew(ctx context.Context, seen *keySet, canGoOn bool) (*keySet, error) {
	l.mu.Lock()
	current, now, nextAt, failure := l.current.Load(), l.from.Clock(), l.nextAt, l.failure
	l.mu.Unlock()
	switch {
	case current != seen && current.newerThan(renewEvery, now):
		return current, nil
	case now.Before(nextAt):
		return seen, failure
	}
	if canGoOn {
		within := moment
		if failure != nil {
			within = 0
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, within)
		defer cancel()
	}
	return l.asking.Do(ctx, "", l.ask)
}

// ask asks the issuer. It outlives the token that happened to come first, because others need the keys too.
func (l *remoteKeys) ask(ctx context.Context) (*keySet, error) {
	ctx, cancel := context.WithTimeout(ctx, l.from.Within)
	defer cancel()
	set, err := l.fetch(ctx)
	l.from.Metrics.IssuerAsked(err)
	l.mu.Lock()
	defer l.mu.Unlock()
	now, pause := l.from.Clock(), again
	switch {
	case err == nil:
		set.since = now
		l.current.Store(set)
	case l.current.Load() == nil:
		pause = firstPause
	}
	l.failure, l.nextAt = err, now.Add(pause)
	l.diary.write(err, l.current.Load(), l.from.Stale, now)
	return set, err
}

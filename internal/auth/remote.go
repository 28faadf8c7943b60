package auth

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	renewAhead      = 10 * time.Minute // from this age on, keys are asked for while the old ones serve
	renewEvery      = 15 * time.Minute // a key that the issuer withdrew is refused after this
	emisorTimeout   = 5 * time.Second
	rememberSuccess = 5 * time.Second  // after this an unknown key id is worth a request
	rememberFailure = time.Second      // the same while no keys are known
	patience        = 30 * time.Second // the same while old keys will do
	maxWaiting      = 256              // tokens that wait for keys; further ones are UNAVAILABLE
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

	mu       sync.Mutex
	underWay *question // nil: nobody is asking
	waiting  int       // tokens that wait for it
	nextAt   time.Time // no request before
	failure  error     // why the last request failed
	diary    diary
}

// question is a request to the issuer. Its answer is there once done is closed.
type question struct {
	done chan struct{}
	keys *keySet
	err  error
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
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.underWay == nil && !now.Before(l.nextAt) {
			l.ask(patience)
		}
	}
	return j
}

var (
	errBusy    = errors.New("auth: keys are being fetched")
	errCrowded = errors.New("auth: too many tokens wait for the issuer's keys")
)

// renew returns a newer set than seen, or seen itself if it was fetched just now.
// A token that old keys suffice for does not wait for the issuer: only the one that
// finds them due, on a server that nobody used meanwhile, waits a moment.
func (l *remoteKeys) renew(ctx context.Context, seen *keySet, canGoOn bool) (*keySet, error) {
	l.mu.Lock()
	now, q := l.from.Clock(), l.underWay
	switch current := l.current.Load(); {
	case current != seen && current.newerThan(renewEvery, now):
		l.mu.Unlock()
		return current, nil
	case q == nil && now.Before(l.nextAt):
		defer l.mu.Unlock()
		return seen, l.failure
	case canGoOn && (q != nil || l.failure != nil):
		if q == nil {
			l.ask(patience)
		}
		l.mu.Unlock()
		return nil, errBusy
	case l.waiting >= maxWaiting:
		l.mu.Unlock()
		return nil, errCrowded
	case q == nil:
		q = l.ask(afterFailure(seen, canGoOn))
	}
	l.waiting++
	l.mu.Unlock()
	defer l.waited()
	return q.answer(ctx, canGoOn, l.from.Within/20)
}

func (l *remoteKeys) waited() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting--
}

// answer waits for it: a moment only, if old keys suffice.
func (q *question) answer(ctx context.Context, canGoOn bool, moment time.Duration) (*keySet, error) {
	var over <-chan time.Time
	if canGoOn {
		over = time.After(moment)
	}
	select {
	case <-q.done:
		return q.keys, q.err
	case <-over:
		return nil, errBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

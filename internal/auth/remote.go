package auth

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	renewEvery      = 15 * time.Minute // a key that the issuer withdrew is refused after this
	emisorTimeout   = 5 * time.Second
	rememberSuccess = 5 * time.Second  // after this an unknown key id is worth a request
	rememberFailure = time.Second      // the same while no keys are known
	patience        = 30 * time.Second // the same while old keys will do
)

// StaleKeys is how long known keys survive an outage of the issuer, unless configured otherwise.
const StaleKeys = 24 * time.Hour

// RemoteConfig says whose tokens are accepted in the distributed profile.
type RemoteConfig struct {
	Emisor   string // issuer URL, compared exactly
	Audience string // audience
	// JWKSURL is where the keys are; empty: found by OIDC discovery under Emisor.
	JWKSURL string
	// Algorithms are the signatures accepted, of ValidAlgorithms; nil: all of them.
	Algorithms []string
	Leeway     time.Duration    // difference between the clocks that is forgiven; 0: Leeway
	Stale      time.Duration    // how long known keys survive an outage of the issuer; 0: StaleKeys
	Clock      func() time.Time // nil: time.Now
}

// NewRemote verifies tokens with keys fetched from the issuer at first use, so
// that an unreachable issuer does not keep the server from starting.
func NewRemote(r RemoteConfig) Verifier {
	if r.Clock == nil {
		r.Clock = time.Now
	}
	r.Leeway, r.Stale = cmp.Or(r.Leeway, Leeway), cmp.Or(r.Stale, StaleKeys)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true // fetches are rare; no idle connection to look after
	l := &remoteKeys{
		from:   r,
		client: &http.Client{Timeout: emisorTimeout, Transport: transport, CheckRedirect: redirect},
		turn:   make(chan struct{}, 1),
	}
	return &verifier{
		keys: l, emisor: r.Emisor, audience: r.Audience, clock: r.Clock, leeway: r.Leeway, algorithms: algorithmsOf(r.Algorithms),
		seen: newVerified(),
	}
}

// remoteKeys caches an issuer's keys. They are fetched again when a token
// names an unknown key and when they are old; at most once in a few seconds,
// because anybody can send tokens with made-up key ids.
type remoteKeys struct {
	from    RemoteConfig
	client  *http.Client
	current atomic.Pointer[keySet]

	turn    chan struct{} // held while fetching; guards the rest
	nextAt  time.Time     // no request before
	failure error         // why the last request failed
}

func (l *remoteKeys) check(ctx context.Context, signed *jose.JSONWebSignature) ([]byte, error) {
	now, seen := l.from.Clock(), l.current.Load()
	if !seen.newerThan(l.from.Stale, now) {
		seen = nil
	}
	content, known := seen.try(signed)
	if !known || !seen.newerThan(renewEvery, now) {
		fresh, err := l.renew(ctx, seen, known)
		switch {
		case err == nil:
			content, _ = fresh.try(signed)
		case !known:
			return nil, &noKeys{err}
		}
	}
	if content == nil {
		return nil, errSignature
	}
	return content, nil
}

func (l *remoteKeys) inUse() *keySet {
	if j := l.current.Load(); j.newerThan(renewEvery, l.from.Clock()) {
		return j
	}
	return nil
}

var errBusy = errors.New("auth: keys are being fetched")

// renew returns a newer set than seen, or seen itself if it was fetched just
// now. A request that old keys suffice for does not queue behind a slow issuer.
func (l *remoteKeys) renew(ctx context.Context, seen *keySet, canGoOn bool) (*keySet, error) {
	if canGoOn {
		select {
		case l.turn <- struct{}{}:
		default:
			return nil, errBusy
		}
	} else {
		select {
		case l.turn <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	defer func() { <-l.turn }()
	if current := l.current.Load(); current != seen && current.newerThan(renewEvery, l.from.Clock()) {
		return current, nil
	}
	if l.from.Clock().Before(l.nextAt) {
		return seen, l.failure
	}
	return l.request(ctx, canGoOn)
}

// request outlives the request that happened to come first: the others need the keys too.
func (l *remoteKeys) request(ctx context.Context, canGoOn bool) (*keySet, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), emisorTimeout)
	defer cancel()
	keys, err := l.fetch(ctx)
	now := l.from.Clock()
	l.failure = err
	switch {
	case err == nil:
		l.nextAt = now.Add(rememberSuccess)
	case canGoOn:
		l.nextAt = now.Add(patience)
	default:
		l.nextAt = now.Add(rememberFailure)
	}
	if err != nil {
		return nil, err
	}
	fresh := &keySet{keys, now}
	l.current.Store(fresh)
	return fresh, nil
}

func (l *remoteKeys) fetch(ctx context.Context) ([]jose.JSONWebKey, error) {
	url := l.from.JWKSURL
	if url == "" {
		var err error
		if url, err = discover(ctx, l.client, l.from.Emisor); err != nil {
			return nil, err
		}
	}
	return fetchKeySet(ctx, l.client, url)
}

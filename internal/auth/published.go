package auth

import (
	"context"
	"net/url"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxPublishers bounds the key sets that are remembered.
const maxPublishers = 1024

// Published fetches the key sets that others publish, with all the care that an issuer's
// gets: bounded in bytes, time and number, within https, and remembered over an outage.
type Published struct {
	from RemoteConfig
	mu   sync.Mutex
	sets *lru.Cache[string, *remoteKeys]
}

// NewPublished takes clock, times, metrics and log from a configuration.
func NewPublished(r RemoteConfig) *Published {
	sets, _ := lru.New[string, *remoteKeys](maxPublishers) // fails for a size of 0 only
	return &Published{from: r.withDefaults(), sets: sets}
}

// Llaves are the keys at an address; one that was asked for by its id may be new there.
// UNAVAILABLE if they cannot be had now.
func (p *Published) Llaves(ctx context.Context, address, id string) ([]PublicKey, error) {
	l := p.of(address)
	now, seen := l.from.Clock(), l.current.Load()
	if !seen.newerThan(l.from.Stale, now) {
		seen = nil
	}
	known := seen.has(id)
	if known && seen.newerThan(renewEvery, now) {
		l.inUse() // which fetches them before they are due
		return seen.public, nil
	}
	fresh, err := l.renew(ctx, seen, known)
	switch {
	case err == nil && fresh != nil:
		return fresh.public, nil
	case known:
		return seen.public, nil
	}
	return nil, fault.New(fault.Unavailable, "No se pudieron leer las llaves publicadas. Intente más tarde.").Because(err)
}

func (j *keySet) has(id string) bool {
	if j == nil {
		return false
	}
	for _, k := range j.public {
		if k.ID == id {
			return true
		}
	}
	return false
}

// of are the keys of an address. The person that registered it may have named any host,
// but nobody is sent on from there into our own network.
func (p *Published) of(address string) *remoteKeys {
	p.mu.Lock()
	defer p.mu.Unlock()
	if l, ok := p.sets.Get(address); ok {
		return l
	}
	r := p.from
	r.Emisor, r.JWKSURL = "", address
	if u, err := url.Parse(address); err == nil {
		r.Log = r.Log.With("host", u.Host)
	}
	g := newGuard(address)
	l := &remoteKeys{from: r, guard: g, client: g.client(r.Within), diary: diary{log: r.Log}}
	p.sets.Add(address, l)
	return l
}

package auth

import (
	"context"
	"net"
	"net/url"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
)

// maxPublishers bounds the key sets that are remembered.
const maxPublishers = 1024

// Published fetches the key sets that others publish, with all the care that an issuer's
// gets: bounded in bytes, time and number, within https, and remembered over an outage.
type Published struct {
	from  RemoteConfig
	guard guard
	mu    sync.Mutex
	sets  *lru.Cache[string, *remoteKeys]
}

// NewPublished takes clock, times, metrics and log from a configuration. Keys may be on the internet, and at the
// addresses of our own network that in names.
func NewPublished(r RemoteConfig, in Internal) *Published {
	sets, _ := lru.New[string, *remoteKeys](maxPublishers) // fails for a size of 0 only
	return &Published{from: r.withDefaults(), guard: entityGuard(in), sets: sets}
}

// resolveWithin bounds how long an administrador waits for the resolution of a name.
const resolveWithin = 2 * time.Second

// Admite refuses an address of our own network, before anybody registers it. A name that cannot be resolved now is no
// reason to refuse it: what counts is the address that is dialed, each time.
func (p *Published) Admite(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil || p.guard.excepts(u) {
		return err
	}
	if err := p.guard.admitsNumber(u); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, resolveWithin)
	defer cancel()
	ips, _ := net.DefaultResolver.LookupNetIP(ctx, "ip", u.Hostname())
	for _, ip := range ips {
		if err := p.guard.admits(ip); err != nil {
			return err
		}
	}
	return nil
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

// of are the keys of an address.
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
	l := &remoteKeys{from: r, guard: p.guard, client: p.guard.client(r.Within), diary: diary{log: r.Log}}
	p.sets.Add(address, l)
	return l
}

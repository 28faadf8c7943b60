package services

import (
	"context"
	"sync"
)

// vhosts are virtual hosts made in advance, for all tests of this process.
var vhosts vhostPool

// vhostPool makes as many virtual hosts at a time as it has given out before: a
// package that asks for forty calls the tool seven times, one that asks for a single
// one makes no other.
type vhostPool struct {
	mu    sync.Mutex
	spare []string
	given int
}

func (p *vhostPool) take(ctx context.Context, url, dir string) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.spare) == 0 {
		made, err := newVhosts(ctx, url, dir, max(1, p.given))
		if err != nil {
			return "", err
		}
		p.spare = made
	}
	vhost := p.spare[0]
	p.spare = p.spare[1:]
	p.given++
	return vhost, nil
}

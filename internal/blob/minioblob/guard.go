package minioblob

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/batch"
)

// Open releases of MinIO take a PUT that nobody signed, if its body calls itself unsignedBody and it names an access key
// (CVE-2026-41145, CVE-2026-40344). Every link names one. So no link leaves this server before the store has refused
// such a PUT.
const (
	goodFor    = time.Hour        // an answer
	againAfter = 10 * time.Second // no answer, or a bad one
)

var errUnguarded = errors.New("the object store takes files that nobody signed (CVE-2026-41145), so no links to it are given: " +
	"give this server keys of a user with the policy deploy/minio/carpeta.json in place of root's, and give root a name that nobody guesses. " +
	"Those that were in links are known to others: delete them (docs/operacion.md, A MinIO of one's own)")

// guard keeps what the store said to the probe.
type guard struct {
	needed bool // others than this machine hold links, and the store is not Amazon's
	asking batch.Shared[struct{}]

	mu       sync.Mutex
	key      string // the access key that was tried
	answered bool   // the store took the probe, or refused it
	asks     bool   // somebody asks it again
	err      error  // why no links are given
	until    time.Time
}

// last is what is known, unless the store has to be asked. Where it answered before, one asks it again, and the others go on
// with what it said.
func (g *guard) last(now time.Time, key string) (known bool, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if key != g.key {
		g.key, g.answered, g.asks, g.err, g.until = key, false, false, nil, time.Time{}
	}
	known = now.Before(g.until)
	if !known && g.answered {
		g.asks, g.until = true, now.Add(againAfter)
	}
	return known, g.err
}

// heard reports whether somebody else has heard the answer meanwhile.
func (g *guard) heard(now time.Time, key string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return key == g.key && !g.asks && now.Before(g.until)
}

// why says why no links are given, if none are.
func (g *guard) why() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.err
}

// keep gives what counts after a probe with a key: a store that does not answer is what it was before. err says why links
// with the key are not given.
func (g *guard) keep(now time.Time, key string, answered bool, err error) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case key != g.key: // there is another one meanwhile
		return err
	case answered || !g.answered:
		g.answered, g.err = answered, err
	}
	g.asks = false
	g.until = now.Add(againAfter)
	if answered && err == nil {
		g.until = now.Add(goodFor)
	}
	return g.err
}

// Withheld says whether no links are given because the store takes what nobody signed. It asks nobody.
func (o *Objetos) Withheld() bool { return errors.Is(o.guard.why(), errUnguarded) }

// LinksReady says why no links are given, if none are. It asks the store once an hour, and every ten seconds if its last
// answer was none, or a bad one.
func (o *Objetos) LinksReady(ctx context.Context) error {
	if !o.guard.needed {
		return nil
	}
	keys, err := o.client.GetCreds()
	if err != nil {
		return classify(err)
	}
	if known, err := o.guard.last(o.cfg.Clock(), keys.AccessKeyID); known {
		return err
	}
	_, err = o.guard.asking.Do(ctx, keys.AccessKeyID, func(ctx context.Context) (struct{}, error) {
		if o.guard.heard(o.cfg.Clock(), keys.AccessKeyID) {
			return struct{}{}, o.guard.why()
		}
		answered, err := o.refusesUnsigned(ctx, keys)
		return struct{}{}, o.guard.keep(o.cfg.Clock(), keys.AccessKeyID, answered, err)
	})
	return err
}

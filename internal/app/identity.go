package app

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/auth/act"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

func remoteIssuer(p process) auth.Verifier {
	return auth.NewRemote(auth.RemoteConfig{
		Emisor: p.cfg.AuthIssuer, Audience: p.cfg.AuthAudience, JWKSURL: p.cfg.AuthJWKSURL, Clock: p.clock,
		Leeway: p.cfg.AuthClockSkew, Stale: p.cfg.AuthStaleKeys,
		Places: verifications(), Metrics: p.metrics.Emisor(), Log: p.log,
	})
}

// recentSignIn is how old a sign-in may be that ends all others: whoever has somebody's token must not end the sessions of
// its owner, so that this act needs one everywhere.
const recentSignIn = 5 * time.Minute

// stepUp are the acts for which a person has to sign in again.
func stepUp(c config.Config) auth.StepUp {
	needs := auth.StepUp(maps.Clone(c.StepUp()))
	closing := needs[act.CerrarSesiones]
	closing.MaxAge = cmp.Or(closing.MaxAge, recentSignIn)
	needs[act.CerrarSesiones] = closing
	return needs
}

// verificationsWaiting are the new tokens that wait for their signature to be checked; a further one is refused.
const verificationsWaiting = 4096

// verifications are the places where signatures of new tokens are checked: half of the processors, so that the other half
// is left to those whose token is known. Addresses take turns: one that sends a flood of made-up tokens waits for its
// own, and a citizen of another address waits for one of them.
func verifications() auth.Places {
	places := quota.NewFairSemaphore(max(1, runtime.GOMAXPROCS(0)/2), 1, verificationsWaiting)
	return func(ctx context.Context) (leave func(), err error) {
		return places.Acquire(ctx, caller.Peer(ctx), 1)
	}
}

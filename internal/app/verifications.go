package app

import (
	"context"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// longestVerification is more than any signature takes. As much is checked at once after a while without any: the
// people of an office come in the same minute.
const longestVerification = 50 * time.Millisecond

// verifications are the places where signatures of new tokens are checked. Addresses take turns: one that sends a
// flood of made-up tokens waits for its own, and a citizen of another address waits for one of them.
func (a *App) verifications() auth.Places {
	l := a.limits().WithDefaults()
	places := quota.NewBoundedTurns(l.Verifying, 1, l.VerifyingAll)
	rest := quota.NewRest(quota.RestConfig{Places: l.Verifying, Share: l.VerifyingShare, Saved: longestVerification, Longest: longestVerification, Clock: a.clock})
	return func(ctx context.Context) (leave func(), err error) {
		if leave, err = places.Take(ctx, caller.Peer(ctx), 1); err != nil {
			return nil, err
		}
		return rest.After(leave), nil
	}
}

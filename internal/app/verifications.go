package app

import (
	"context"
	"runtime"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

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

package quota_test

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestWalksOneAtATime: those of one operation. Without an operation nothing is in the way.
func TestWalksOneAtATime(t *testing.T) {
	ctx, _ := quota.WithTab(t.Context(), math.MaxInt)
	var group sync.WaitGroup
	var inside atomic.Int32
	for range 50 {
		group.Go(func() {
			defer quota.Walk(ctx)()
			if n := inside.Add(1); n > 1 {
				t.Errorf("%d at a time", n)
			}
			runtime.Gosched()
			inside.Add(-1)
		})
	}
	group.Wait()
	defer quota.Walk(t.Context())()
	quota.Walk(t.Context())()
}

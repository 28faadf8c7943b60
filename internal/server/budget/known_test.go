package budget_test

import (
	"context"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
	"github.com/carpeta-ciudadana/servidor/internal/server/limits"
)

// TestWhoPaysForAnOperationIsKnown: where somebody with a token does. Nobody is known for what is refused, or for asking
// without a token.
func TestWhoPaysForAnOperationIsKnown(t *testing.T) {
	k := quota.NewKnown(time.Hour, 10, time.Now)
	free := quota.New(quota.Config{}, time.Now)
	b := budget.New(budget.Config{
		Quota: quota.New(quota.Config{PerSecond: 1, Burst: 100, Subjects: 10}, time.Now), Refusals: free, Messages: free, Known: k,
		Limits: limits.Limits{}.WithDefaults(), Metrics: counted{}, Clock: time.Now,
	})
	charge := func(what, address string, price int, proven bool, want fault.Code) {
		t.Helper()
		ctx := of(t, address)
		if proven {
			ctx = as(ctx, address)
		}
		_, err := b.Charge(ctx, price)
		is(t, what, err, want)
	}
	charge("no token", "1", 10, false, "")
	charge("too dear", "2", 101, true, fault.RateLimited)
	charge("a citizen", "3", 10, true, "")
	for address, want := range map[string]bool{"1": false, "2": false, "3": true} {
		if got := k.Knows(address); got != want {
			t.Errorf("%s is known: %v", address, got)
		}
	}
}

func as(ctx context.Context, sub string) context.Context {
	return auth.WithPrincipal(ctx, auth.Principal{Sub: sub})
}

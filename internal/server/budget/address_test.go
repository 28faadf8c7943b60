package budget_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/fault"
	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
	"github.com/carpeta-ciudadana/servidor/internal/server/budget"
)

// byDefault has the budgets of the default settings, at a moment that does not pass.
func byDefault() *budget.Budget {
	now, rate := time.Now(), limits.Rate{}.WithDefaults()
	clock := func() time.Time { return now }
	free := quota.New(quota.Config{}, clock)
	return budget.New(budget.Config{
		Quota:    quota.New(quota.Config{PerSecond: float64(rate.PerSecond), Burst: rate.Burst, AtOnce: rate.Concurrent, Subjects: 10}, clock),
		Refusals: free, Messages: free, Limits: limits.Limits{}.WithDefaults(), Metrics: counted{}, Clock: clock,
	})
}

// TestOperationsWithoutATokenHaveAPart of a budget, by address: a twentieth, which refills as slowly. Whoever has a token
// has a whole one on the same address.
func TestOperationsWithoutATokenHaveAPart(t *testing.T) {
	b := byDefault()
	s, err := b.Charge(from(t, "192.0.2.1"), 100_000)
	is(t, "a twentieth", err, "")
	if s.Limit != 100_000 || s.Remaining != 0 {
		t.Errorf("%d of %d are left", s.Remaining, s.Limit)
	}
	_, err = b.Charge(from(t, "192.0.2.1"), 50_000)
	is(t, "more", err, fault.RateLimited)
	if err.Espera != 10*time.Second {
		t.Errorf("50,000 come back in %v, want 5,000 a second", err.Espera)
	}
	if s := b.ForceCharge(from(t, "192.0.2.1"), 1); s.Limit != 100_000 || s.Remaining != 0 {
		t.Errorf("what is owed: %d of %d are left", s.Remaining, s.Limit)
	}
	_, err = b.Charge(from(t, "192.0.2.2"), 100_000)
	is(t, "another address", err, "")
	_, err = b.Charge(of(t, "citizen"), 2_000_000)
	is(t, "a citizen of the first", err, "")
	_, err = b.Charge(of(t, "neighbour"), 2_000_000)
	is(t, "and another", err, "")
}

// TestTheDearestOperationFits also where a twentieth would be less, so that the explorer reads the schema.
func TestTheDearestOperationFits(t *testing.T) {
	free := quota.New(quota.Config{}, time.Now)
	l := limits.Limits{}.WithDefaults()
	b := budget.New(budget.Config{
		Quota: quota.New(quota.Config{PerSecond: 20, Burst: 2 * l.Introspection, Subjects: 10}, time.Now), Refusals: free, Messages: free,
		Limits: l, Metrics: counted{}, Clock: time.Now,
	})
	_, err := b.Charge(from(t, "192.0.2.1"), l.Introspection)
	is(t, "the schema", err, "")
	_, err = b.Charge(from(t, "192.0.2.1"), l.Introspection)
	is(t, "once more", err, fault.RateLimited)
}

// TestPagesOfACity: thousands who load the application from one address, while somebody there asks for all that
// operations without a token may.
func TestPagesOfACity(t *testing.T) {
	const request, ofOneVisit, visits = 50, 10, 4_000
	b := byDefault()
	_, err := b.Charge(from(t, "192.0.2.1"), 100_000)
	is(t, "the operations", err, "")
	for n := range visits * ofOneVisit {
		if err := b.ChargeAddress(from(t, "192.0.2.1"), request); err != nil {
			t.Fatalf("request %d: %v", n, err)
		}
	}
	is(t, "no more at once", b.ChargeAddress(from(t, "192.0.2.1"), request), fault.RateLimited)
	is(t, "another address", b.ChargeAddress(from(t, "192.0.2.2"), request), "")
	_, err = b.Charge(of(t, "citizen"), 2_000_000)
	is(t, "who has signed in", err, "")
}

// TestFewOperationsWithoutATokenAtATime, by address. Those with a token are not among them.
func TestFewOperationsWithoutATokenAtATime(t *testing.T) {
	b := byDefault()
	var leave func()
	for n := range 8 {
		left, err := b.Enter(from(t, "192.0.2.1"))
		is(t, fmt.Sprint("operation ", n), err, "")
		leave = left
	}
	_, err := b.Enter(from(t, "192.0.2.1"))
	is(t, "one more", err, fault.RateLimited)
	_, err = b.Enter(from(t, "192.0.2.2"))
	is(t, "another address", err, "")
	for n := range 256 {
		_, err := b.Enter(of(t, "citizen"))
		is(t, fmt.Sprint("with a token ", n), err, "")
	}
	leave()
	_, err = b.Enter(from(t, "192.0.2.1"))
	is(t, "when one has ended", err, "")
}

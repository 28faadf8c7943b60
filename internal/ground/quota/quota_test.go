package quota_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// clock is a clock that moves when told.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func TestChargeEmptiesAndRefills(t *testing.T) {
	c := &clock{start}
	l := quota.New(quota.Config{PerSecond: 10, Burst: 100, Subjects: 10}, c.now)
	s, _, ok := l.Charge("a", 90)
	if !ok {
		t.Fatal("refused")
	}
	if diff := cmp.Diff(quota.Status{Remaining: 10, Limit: 100, Cost: 90, Reset: start.Add(9 * time.Second), Window: 10 * time.Second}, s); diff != "" {
		t.Fatalf("status (-want +got):\n%s", diff)
	}
	s, wait, ok := l.Charge("a", 30)
	if diff := cmp.Diff([]any{false, 2 * time.Second, 10}, []any{ok, wait, s.Remaining}); diff != "" {
		t.Fatalf("a refused charge: taken, wait, remaining (-want +got):\n%s", diff)
	}
	if _, _, ok := l.Charge("b", 100); !ok {
		t.Fatal("one subject's budget is another's")
	}
	c.t = c.t.Add(wait)
	if s, _, ok := l.Charge("a", 30); !ok || s.Remaining != 0 {
		t.Fatalf("after the wait: %+v %v", s, ok)
	}
	if _, _, ok := l.Charge("a", 101); ok {
		t.Fatal("more than the largest budget fitted")
	}
}

func TestWithoutBudgetEverythingPasses(t *testing.T) {
	l := quota.New(quota.Config{}, (&clock{start}).now)
	for range 3 {
		if _, _, ok := l.Charge("a", 1<<30); !ok {
			t.Fatal("charged")
		}
		if _, ok := l.Enter("a"); !ok {
			t.Fatal("kept out")
		}
	}
}

func TestEnterBoundsAtOnce(t *testing.T) {
	l := quota.New(quota.Config{AtOnce: 2, Subjects: 10}, (&clock{start}).now)
	first, _ := l.Enter("a")
	_, second := l.Enter("a")
	if _, third := l.Enter("a"); !second || third {
		t.Fatal("want two at a time")
	}
	if _, ok := l.Enter("b"); !ok {
		t.Fatal("one subject's places are another's")
	}
	first()
	first() // giving back twice counts once
	if _, ok := l.Enter("a"); !ok {
		t.Fatal("a place given back is not free")
	}
	if _, ok := l.Enter("a"); ok {
		t.Fatal("a place was given back twice")
	}
}

func TestRemembersOnlySoMany(t *testing.T) {
	l := quota.New(quota.Config{PerSecond: 1, Burst: 10, Subjects: 3}, (&clock{start}).now)
	l.Charge("a", 10)
	if _, _, ok := l.Charge("a", 1); ok {
		t.Fatal("not charged")
	}
	for i := range 3 {
		l.Charge(fmt.Sprint(i), 1)
	}
	if _, _, ok := l.Charge("a", 1); !ok {
		t.Fatal("the oldest of four is still remembered, of three places")
	}
}

// TestForceCharge: a debt may be more than the budget, and is paid back in time.
func TestForceCharge(t *testing.T) {
	c := &clock{start}
	l := quota.New(quota.Config{PerSecond: 10, Burst: 100, Subjects: 10}, c.now)
	solvent := func(when string, want bool, wantWait time.Duration) {
		t.Helper()
		if wait, ok := l.HasBudget("a"); ok != want || wait != wantWait {
			t.Fatalf("%s: %v, wait %v", when, ok, wait)
		}
	}
	solvent("at first", true, 0)
	l.ForceCharge("a", 99)
	solvent("with one left", true, 0)
	l.ForceCharge("a", 1)
	solvent("with nothing left", false, time.Second)
	for range 5 {
		l.ForceCharge("a", 1<<30)
	}
	solvent("in debt, which is bounded", false, 11*time.Second)
	c.t = c.t.Add(10 * time.Second)
	solvent("just before", false, time.Second)
	c.t = c.t.Add(time.Second)
	solvent("paid back", true, 0)
	if _, ok := l.HasBudget("b"); !ok {
		t.Fatal("one subject's debt is another's")
	}
	free := quota.New(quota.Config{}, c.now)
	free.ForceCharge("a", 1<<30)
	if _, ok := free.HasBudget("a"); !ok {
		t.Fatal("owed without a budget")
	}
}

func TestARefundIsNeverMoreThanTheBudget(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	l := quota.New(quota.Config{PerSecond: 1, Burst: 10, Subjects: 10}, func() time.Time { return now })
	l.Refund("nadie", 5)
	if _, _, ok := l.Charge("a", 8); !ok {
		t.Fatal("a new subject has no budget")
	}
	l.Refund("a", 6)
	if _, _, ok := l.Charge("a", 8); !ok {
		t.Error("what was given back is not there")
	}
	l.Refund("a", 8)
	l.Refund("a", 8)
	if s, _, ok := l.Charge("a", 10); !ok || s.Remaining != 0 {
		t.Errorf("%+v, %v after a refund of more than the budget", s, ok)
	}
}

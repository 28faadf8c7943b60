package app

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestABudgetOfADay: it comes back evenly, and is whole after a day. Nobody gets twice as much by waiting longer.
func TestABudgetOfADay(t *testing.T) {
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	l := quota.New(perDay(24), func() time.Time { return now })
	takes := func(want int) {
		t.Helper()
		for n := range want {
			if _, _, ok := l.Charge("ana", 1); !ok {
				t.Fatalf("only %d of %d at %s", n, want, now)
			}
		}
		_, wait, ok := l.Charge("ana", 1)
		if ok || wait <= 59*time.Minute || wait > time.Hour+time.Second {
			t.Fatalf("one more than %d at %s: ok %t, wait %s; want about an hour", want, now, ok, wait)
		}
	}
	takes(24)
	now = now.Add(time.Hour + time.Second)
	takes(1)
	now = now.Add(24 * time.Hour)
	takes(24)
	now = now.Add(7 * 24 * time.Hour)
	takes(24)
}

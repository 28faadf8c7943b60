package quota_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestWhoIsKnown: for a while, and others push the oldest out.
func TestWhoIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := quota.NewKnown(time.Hour, 2, time.Now)
		knows := func(who string, want bool) {
			t.Helper()
			if got := k.Knows(who); got != want {
				t.Errorf("%s is known: %v", who, got)
			}
		}
		knows("a", false)
		for range 3 {
			for range 10 {
				k.Meet("a")
			}
			knows("a", true)
			time.Sleep(59 * time.Minute)
			knows("a", true)
			time.Sleep(time.Minute)
			knows("a", false)
		}
		for _, who := range []string{"b", "c", "d"} {
			k.Meet(who)
		}
		knows("b", false)
		knows("c", true)
		knows("d", true)
		var nobodyAsks *quota.Known
		nobodyAsks.Meet("a")
		if !nobodyAsks.Knows("b") {
			t.Error("without one somebody is a stranger")
		}
	})
}

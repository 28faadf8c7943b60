package quota_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

// TestSurplus: a few that hold much keep out each other, and nobody who holds little.
func TestSurplus(t *testing.T) {
	s := quota.NewSurplus(10, 100)
	add := func(subject string, bytes int, want bool) {
		t.Helper()
		if got := s.Add(subject, bytes); got != want {
			t.Errorf("%d more of %s: %v", bytes, subject, got)
		}
	}
	add("a", 80, true)
	add("b", 40, true) // 30 of it count
	add("b", 1, false)
	add("c", 11, false)
	for _, small := range []string{"d", "e", "f"} {
		add(small, 10, true)
		add(small, 1, false)
	}
	add("a", -75, true)
	add("b", 70, true)
	add("a", 6, false)
	add("a", 5, true)
	for subject, held := range map[string]int{"a": 10, "b": 110, "d": 10} {
		add(subject, -held, true)
	}
	add("a", 110, true)
	if free := quota.NewSurplus(0, 0); !free.Add("a", 1<<40) {
		t.Error("refused without a bound")
	}
}

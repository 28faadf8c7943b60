package quota_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/quota"
)

func TestBytesAreCountedAgainstTheSubjectAndAll(t *testing.T) {
	b := quota.NewBytes(100, 150)
	a, full := b.Reserve("a", 100, 100)
	if full != quota.Fits {
		t.Fatal("no room for the first")
	}
	if _, full := b.Reserve("a", 1, 0); full != quota.FullOfSubject {
		t.Error("a subject holds more than it may:", full)
	}
	if _, full := b.Reserve("b", 51, 51); full != quota.FullOfAll {
		t.Error("all hold more than they may:", full)
	}
	if _, full := b.Reserve("b", 100, 50); full != quota.Fits {
		t.Error("what subjects share is counted twice:", full)
	}
	a.Release()
	a.Release() // counts once
	if got := b.Total(); got != 50 {
		t.Errorf("%d bytes are held, want 50", got)
	}
	if _, full := b.Reserve("a", 100, 100); full != quota.Fits {
		t.Error("what was released is still counted:", full)
	}
}

func TestHeldGrowsWithinTheSameBounds(t *testing.T) {
	b := quota.NewBytes(100, 0)
	h, _ := b.Reserve("a", 60, 60)
	if full := h.Grow(40); full != quota.Fits {
		t.Fatal("no room to grow:", full)
	}
	if full := h.Grow(1); full != quota.FullOfSubject || b.Total() != 100 {
		t.Errorf("%v, %d held", full, b.Total())
	}
	h.Release()
	if b.Total() != 0 {
		t.Errorf("%d bytes are still counted", b.Total())
	}
}

func TestWithoutLimitsAllBytesAreHeld(t *testing.T) {
	b := quota.NewBytes(0, 0)
	if _, full := b.Reserve("a", 1<<40, 1<<40); full != quota.Fits {
		t.Error("refused:", full)
	}
	nothing := quota.Reservation{}
	nothing.Release()
}

// TestNothingAlwaysFits: also above the bound, where a thing that begins with nothing is counted as it grows.
func TestNothingAlwaysFits(t *testing.T) {
	b := quota.NewBytes(100, 150)
	told, _ := b.Reserve("a", 0, 0)
	told.ForceGrow(200)
	for _, who := range []string{"a", "b"} {
		h, full := b.Reserve(who, 0, 0)
		if full != quota.Fits {
			t.Errorf("%s: nothing does not fit: %v", who, full)
		}
		if full := h.Grow(1); full == quota.Fits {
			t.Errorf("%s: one byte fits, with more held than may be", who)
		}
		if full := h.Grow(-1); full != quota.Fits {
			t.Errorf("%s: less does not fit: %v", who, full)
		}
	}
}

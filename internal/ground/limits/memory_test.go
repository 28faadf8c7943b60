package limits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/carpeta-ciudadana/servidor/internal/ground/limits"
)

// TestDefaultsFollowTheMemoryLimit: 256 MiB work out of the box.
func TestDefaultsFollowTheMemoryLimit(t *testing.T) {
	normal := limits.Limits{}.WithDefaults()
	nothingGiven := func(string) bool { return false }
	for _, memory := range []uint64{0, limits.Roomy, 1 << 40} {
		got := normal
		if got.Fit(memory, nothingGiven); got != normal {
			t.Errorf("with %d bytes: %s", memory, cmp.Diff(normal, got))
		}
	}
	half, want := normal, normal
	half.Fit(limits.Roomy/2, nothingGiven)
	want.CacheKiB, want.ReadKiB, want.ReadAllKiB, want.KeptKiB, want.KeptAllKiB = 8192, 2048, 4096, 4096, 8192
	want.AnswersKiB, want.AnswersAllKiB, want.AnswerKiB = 4096, 16384, 2048
	if diff := cmp.Diff(want, half); diff != "" {
		t.Error(diff)
	}
	small := normal
	small.Fit(16<<20, func(name string) bool { return name == "cache-kib" })
	want.CacheKiB, want.ReadKiB, want.ReadAllKiB, want.KeptKiB, want.KeptAllKiB = 16384, 1024, 4096, 1024, 4096
	want.AnswersKiB, want.AnswersAllKiB, want.AnswerKiB = 1024, 4096, 512
	if diff := cmp.Diff(want, small); diff != "" {
		t.Error(diff)
	}
	if int64(small.ReadKiB)<<10 < small.Body {
		t.Errorf("a whole body of %d bytes is never read: %d KiB", small.Body, small.ReadKiB)
	}
}

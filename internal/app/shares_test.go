package app

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/ground/machine"
)

// TestDivide: whatever the process may open and the operator chose, the admin address has
// its part, and files have theirs.
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		descriptors            int
		memory                 uint64
		connections, perClient int
		want                   shares
	}{
		{400, 0, 0, 0, shares{api: 200, perClient: 50, admin: 25, files: 87}},
		{1024, 0, 0, 0, shares{api: 512, perClient: 128, admin: 64, files: 224}},
		{1 << 20, 256 << 20, 0, 0, shares{api: 4096, perClient: 1024, admin: 64, files: 1024}},
		{1 << 20, 256 << 20, 9000, 0, shares{api: 9000, perClient: 2250, admin: 64, files: 1024}},
		{1 << 20, 0, 0, 0, shares{api: 16384, perClient: 4096, admin: 64, files: 1024}},
		{1 << 20, 0, 100_000, 50_000, shares{api: 100_000, perClient: 50_000, admin: 64, files: 1024}},
		{1024, 0, 5000, 5000, shares{api: 896, perClient: 896, admin: 64, files: 32}},
		{64, 0, 0, 0, shares{api: 24, perClient: 6, admin: 8, files: 16}},
		{20, 0, 0, 0, shares{api: 1, perClient: 1, admin: 8, files: 5}},
	} {
		if got := sharesOf(c.descriptors, c.memory, c.connections, c.perClient); got != c.want {
			t.Errorf("%d, %d, %d, %d: %+v, want %+v", c.descriptors, c.memory, c.connections, c.perClient, got, c.want)
		}
	}
	if n := machine.Descriptors(); n < 1 {
		t.Error(n)
	}
}

package listener_test

import (
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/server/listener"
)

// TestDivide: whatever the process may open and the operator chose, the admin address has
// its part, and files have theirs.
func TestDivide(t *testing.T) {
	for _, c := range []struct {
		descriptors, connections, perClient int
		want                                listener.Shares
	}{
		{400, 0, 0, listener.Shares{API: 200, PerClient: 50, Admin: 25, Files: 87}},
		{1024, 0, 0, listener.Shares{API: 512, PerClient: 128, Admin: 64, Files: 224}},
		{1 << 20, 0, 0, listener.Shares{API: 16384, PerClient: 1024, Admin: 64, Files: 1024}},
		{1 << 20, 100_000, 50_000, listener.Shares{API: 100_000, PerClient: 50_000, Admin: 64, Files: 1024}},
		{1024, 5000, 5000, listener.Shares{API: 896, PerClient: 896, Admin: 64, Files: 32}},
		{64, 0, 0, listener.Shares{API: 24, PerClient: 6, Admin: 8, Files: 16}},
		{20, 0, 0, listener.Shares{API: 1, PerClient: 1, Admin: 8, Files: 5}},
	} {
		if got := listener.Divide(c.descriptors, c.connections, c.perClient); got != c.want {
			t.Errorf("%d, %d, %d: %+v, want %+v", c.descriptors, c.connections, c.perClient, got, c.want)
		}
	}
	if n := listener.Descriptors(); n < 1 {
		t.Error(n)
	}
}

package caller_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/server/caller"
)

// TestGraceOfConnections: a socket lives as long as its token is taken, by the
// difference between clocks that is configured.
func TestGraceOfConnections(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct{ since, grace, want time.Duration }{
		"good":                       {-time.Hour, time.Minute, time.Hour},
		"in a long grace":            {2 * time.Minute, 5 * time.Minute, 3 * time.Minute},
		"in a short grace":           {time.Second, 2 * time.Second, time.Second},
		"grace over in the meantime": {time.Minute, 30 * time.Second, time.Millisecond},
	} {
		ctx := auth.WithPrincipal(t.Context(), auth.Principal{Sub: "x", Expires: now.Add(-c.since), Leeway: c.grace})
		if left, ends := caller.TokenLeft(ctx, now); left != c.want || !ends {
			t.Errorf("%s: %v", name, left)
		}
	}
}

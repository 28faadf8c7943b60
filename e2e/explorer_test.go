package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestExplorer runs the explorer page in a real browser: page, delete, watch;
// no request leaves the server, and its content policy is never broken.
func TestExplorer(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "explorer/dist/index.html")
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
	browse(t, 15*time.Minute, "explorer/explorer.mjs", s.URL)
}

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestExplorer runs the explorer page in a real browser: page, delete, watch;
// no request leaves the server, and its content policy is never broken.
func TestExplorer(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "node", "chromium")
	for _, file := range []string{"../web/explorer/dist/index.html", "../web/node_modules/playwright-core"} {
		if _, err := os.Stat(file); err != nil {
			services.NotRun(t, "the explorer is not built: run make web")
		}
	}
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
	ctx, cancelar := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancelar()
	cmd := exec.CommandContext(ctx, "node", "explorer/explorer.mjs", s.URL)
	cmd.Env = append(os.Environ(), "CAPTURAS="+t.TempDir())
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

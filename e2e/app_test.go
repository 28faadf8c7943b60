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

// TestApp uses the citizen's application in a real browser, as the program serves it: no request leaves the server, its
// content policy is never broken, nothing is said in the console, and axe finds nothing on any screen.
func TestApp(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "node", "chromium")
	for _, file := range []string{"../web/app/dist/index.html", "../web/node_modules/playwright-core", "../web/node_modules/axe-core"} {
		if _, err := os.Stat(file); err != nil {
			services.NotRun(t, "the application is not built: run make web")
		}
	}
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "app/app.mjs", s.URL)
	cmd.Env = append(os.Environ(), "CAPTURAS="+t.TempDir())
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

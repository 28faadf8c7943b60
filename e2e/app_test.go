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
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t, "--demo")
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", "app/app.mjs", s.URL)
	dir := t.TempDir()
	cmd.Env = append(os.Environ(), "CAPTURAS="+dir)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	// The receipt that the page saved is whole: the command verifies it, and says so by not failing.
	house.Run(t, "auditoria", "verificar", "--checkpoint="+dir+"/prueba", "--evento="+dir+"/evento", "--llaves="+dir+"/llaves")
}

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

// requireBrowser ends a test, and says so, unless Node, Chromium and these files of web/ are there.
func requireBrowser(t *testing.T, built ...string) {
	t.Helper()
	requirePrograms(t, "node", "chromium")
	requireBuilt(t, append(built, "node_modules/playwright-core")...)
}

// requireBuilt ends a test, and says so, unless these files of web/ are there.
func requireBuilt(t *testing.T, files ...string) {
	t.Helper()
	for _, file := range files {
		if _, err := os.Stat("../web/" + file); err != nil {
			services.NotRun(t, "web/"+file+" is not there: run make web")
		}
	}
}

// browse runs a program of Node that uses a browser, and fails the test if it fails. It returns the folder of the
// pictures that it took.
func browse(t *testing.T, patience time.Duration, program ...string) (pictures string) {
	t.Helper()
	return browseIn(t, "chromium", patience, program...)
}

// browseIn is browse in another browser, for a program that can use more than one.
func browseIn(t *testing.T, browser string, patience time.Duration, program ...string) (pictures string) {
	t.Helper()
	pictures = t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", program...)
	cmd.Env = append(os.Environ(), "CAPTURAS="+pictures, "NAVEGADOR="+browser)
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return pictures
}

// TestDemonstrationInABrowser are the walks that need nothing but a demonstration. In each of them no request leaves the
// server, and its content policy is never broken.
func TestDemonstrationInABrowser(t *testing.T) {
	t.Parallel()
	for name, walk := range map[string][]string{
		"explorer":            {"explorer/explorer.mjs"},     // page, delete, watch
		"application, touch":  {"app/touch.mjs"},             // what is touched is large enough, a photograph is uploaded
		"diploma by a code":   {"app/diploma.mjs"},           // a real PDF, in Chromium's own viewer, and saved where there is none
		"console, no sign-in": {"app/operador.mjs", "looks"}, // whoever opens it gets in as its operador or its entity
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireBrowser(t, "app/dist/index.html", "explorer/dist/index.html", "node_modules/axe-core")
			s := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
			browse(t, 15*time.Minute, append([]string{walk[0], s.URL}, walk[1:]...)...)
		})
	}
}

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestClientKit runs the tests of web/packages: each starts the program, and what they
// cannot provoke is what they do not test.
func TestClientKit(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "node", "npm")
	if _, err := os.Stat("../web/node_modules/.bin/vitest"); err != nil {
		services.NotRun(t, "the packages of web/ are not installed: run make web")
	}
	binary, err := filepath.Abs(serverkit.Binary(t))
	must(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), nodePatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "npm", "test", "--silent")
	cmd.Dir, cmd.Env = "../web", append(os.Environ(), "CARPETA_BIN="+binary, "NO_COLOR=1")
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestAuditoria runs the audits of the GraphQL over HTTP working group's suite
// against the server: MUST, SHOULD and MAY alike.
func TestAuditoria(t *testing.T) {
	t.Parallel()
	for _, programa := range []string{"node", "npm"} {
		if _, err := exec.LookPath(programa); err != nil {
			services.NotRun(t, programa+" is not installed")
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("auditoria")); err != nil {
		t.Fatal(err)
	}
	insistir, err := filepath.Abs("../tools/insistir.sh")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancelar := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancelar()
	correr := func(nombre string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(ctx, nombre, args...)
		cmd.Dir = dir
		salida, err := cmd.CombinedOutput()
		t.Logf("%s", salida)
		if err != nil {
			t.Fatal(nombre, args, err)
		}
	}
	correr(insistir, "npm", "ci", "--no-audit", "--no-fund", "--silent")
	s := serverkit.NewHouse(t, serverkit.Embedded).Start(t)
	correr("node", "auditar.mjs", s.URL+"/graphql")
}

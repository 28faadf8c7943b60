package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestSchemathesis asks the REST face of a real server what its description allows and what it forbids, and
// compares every answer with it. The requests are the same in each run. By day it asks for what the description has as
// examples, and for each bound; at night it makes up more.
func TestSchemathesis(t *testing.T) {
	t.Parallel()
	program := services.Installed(t, "../tools/schemathesis.sh")
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_RATE_PER_SECOND=0", "CARPETA_RATE_REFUSALS=0")
	house.Seed(t, "--carpetas", "3", "--documentos", "5", "--semilla", "7")
	s := house.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	phases := "examples,coverage"
	if os.Getenv(services.EnvNight) != "" {
		phases += ",fuzzing"
	}
	settings, err := filepath.Abs("../tools/schemathesis.toml")
	must(t, err)
	cmd := exec.CommandContext(ctx, program, "--config-file", settings, "run", s.URL+"/api/v1/openapi.yaml", "--mode", "all", "--generation-deterministic",
		"--wait-for-schema", "30", "--max-examples", "20", "--phases", phases, "--no-color",
		"--header", "Authorization: Bearer "+house.Token(t, "ana", "operador", "operador-1", time.Hour),
		"--report", "junit", "--report-junit-path", filepath.Join(t.TempDir(), "junit.xml"))
	cmd.Dir = t.TempDir()
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	if text := string(output); !strings.Contains(text, "Tested: 2") {
		t.Errorf("it did not test both operations:\n%s", text)
	}
}

package e2e_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// TestApollo walks through docs/ejemplos/apollo, as printed, against a server whose
// budgets are small enough to run out.
func TestApollo(t *testing.T) {
	t.Parallel()
	for _, programa := range []string{"node", "npm"} {
		if _, err := exec.LookPath(programa); err != nil {
			services.NotRun(t, programa+" is not installed")
		}
	}
	dir := t.TempDir()
	exigir(t, os.CopyFS(dir, os.DirFS("../docs/ejemplos/apollo")))
	insistir, err := filepath.Abs("../tools/insistir.sh")
	exigir(t, err)
	ctx, cancelar := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancelar()
	correr := func(nombre string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(ctx, nombre, args...)
		cmd.Dir = dir
		salida, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", nombre, args, err, salida)
		}
		return string(salida)
	}
	correr(insistir, "npm", "ci", "--no-audit", "--no-fund", "--silent")
	casa := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_LIMIT_COST=2000", "CARPETA_RATE_BURST=2000", "CARPETA_RATE_PER_SECOND=700")
	salida := correr("node", "--experimental-websocket", "recorrido.mjs", casa.Start(t, "--demo").URL)
	if !strings.Contains(salida, "4 COMPLETADA/COMPLETED") || !regexp.MustCompile(`(?m)^[1-9]\d* respuestas 429$`).MatchString(salida) {
		t.Errorf("the walk does not say what it is to say:\n%s", salida)
	}
}

// TestApolloDeLaDocumentacion: what docs/api.md shows is what TestApollo runs.
func TestApolloDeLaDocumentacion(t *testing.T) {
	api, err := os.ReadFile("../docs/api.md")
	exigir(t, err)
	for _, nombre := range []string{"cliente.mjs", "eliminar.mjs"} {
		codigo, err := os.ReadFile("../docs/ejemplos/apollo/" + nombre)
		exigir(t, err)
		mostrado := regexp.MustCompile("(?s)<!-- " + regexp.QuoteMeta(nombre) + " -->\n```js\n(.*?)```").FindSubmatch(api)
		if mostrado == nil || !strings.Contains(string(codigo), string(mostrado[1])) {
			t.Errorf("docs/api.md does not show a part of %s as it is", nombre)
		}
	}
}

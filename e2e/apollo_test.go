package e2e_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestApollo walks through docs/ejemplos/apollo, as printed, against a server whose
// budgets are small enough to run out.
func TestApollo(t *testing.T) {
	t.Parallel()
	node := nodeProject(t, "../docs/ejemplos/apollo")
	casa := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_LIMIT_COST=2000", "CARPETA_RATE_BURST=2000", "CARPETA_RATE_PER_SECOND=700")
	salida := node("--experimental-websocket", "recorrido.mjs", casa.Start(t, "--demo").URL)
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

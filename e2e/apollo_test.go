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
	node := kitProject(t, "../docs/ejemplos/apollo")
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_LIMIT_COST=2000", "CARPETA_RATE_BURST=2000", "CARPETA_RATE_PER_SECOND=700")
	output := node("--experimental-websocket", "recorrido.mjs", house.Start(t, "--demo").URL)
	if !strings.Contains(output, "4 COMPLETADA/COMPLETED") || !regexp.MustCompile(`(?m)^[1-9]\d* respuestas 429$`).MatchString(output) {
		t.Errorf("the walk does not say what it is to say:\n%s", output)
	}
}

// TestApolloIsWhatTheManualShows: what docs/api.md shows is what TestApollo runs.
func TestApolloIsWhatTheManualShows(t *testing.T) {
	manual, err := os.ReadFile("../docs/api.md")
	must(t, err)
	for _, name := range []string{"cliente.mjs", "eliminar.mjs"} {
		code, err := os.ReadFile("../docs/ejemplos/apollo/" + name)
		must(t, err)
		shown := regexp.MustCompile("(?s)<!-- " + regexp.QuoteMeta(name) + " -->\n```js\n(.*?)```").FindSubmatch(manual)
		if shown == nil || !strings.Contains(string(code), string(shown[1])) {
			t.Errorf("docs/api.md does not show a part of %s as it is", name)
		}
	}
}

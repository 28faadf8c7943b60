package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAppShowsAPaper: a citizen shows a certified paper by a code and as a verifiable file, to somebody without an account
// and with a telephone; then the university takes it back.
func TestAppShowsAPaper(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	e := newEntrante(t, serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_APP=on"))
	control := commands(t, map[string]command{
		"/token": tokenOf(t, e.s, e.ciudadanoID),
		"/entregar": func(titulo string) (string, error) {
			content := []byte("Se otorga el título de ingeniera.\n")
			input := e.uni.declara(t, e.ciudadanoID, titulo, content, obj{"numero": "2020-00123456", "vigencia": obj{"hasta": "2999-05-03"}})
			return entregada(t, e.program, input, content).EntregaID, nil
		},
		"/revocar": func(entregaID string) (string, error) {
			mustSame(t, "errores of revocarEntrega", nil, e.uni.revoca(t, e.program, entregaID, "El título no corresponde.").Errores)
			return "", nil
		},
	})
	browse(t, 15*time.Minute, "app/shows.mjs", e.s.URL, control)
}

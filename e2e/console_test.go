package e2e_test

import (
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestConsoleOfTheDemonstration: who opens a demonstration gets in as its operador, without a token.
func TestConsoleOfTheDemonstration(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	demo := serverkit.NewHouse(t, serverkit.Embedded).Start(t, "--demo")
	browse(t, 15*time.Minute, "app/operador.mjs", demo.URL, "looks")
}

// TestConsole is an operador's day in the console, in a real browser: a request is decided; deletions are stuck, the
// reason is found, and when it was mended they are sent on.
func TestConsole(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	o := openOffice(t, serverkit.Embedded)
	o.damage()
	for _, id := range o.free[:3] {
		deleteDocumento(t, o.dueno, id, 0)
	}
	o.deadLetters(3)
	mine := serverkit.Do[struct{ MiCarpeta struct{ CarpetaID string } }](t, o.dueno, `{ miCarpeta { carpetaId } }`, nil).MiCarpeta.CarpetaID
	certified := certificados(allFilas(t, o.dueno, mine))[0]
	r := askSolicitud(t, o.dueno, solicitarMutation, obj{"id": certified, "motivo": "Está repetido."})
	mustSame(t, "errores of solicitarEliminacion", nil, r.Errores)

	console := func(step string) { browse(t, 15*time.Minute, "app/operador.mjs", o.s.URL, step, o.token) }
	console("finds")
	o.repair()
	console("mends")
}

package e2e_test

import (
	"flag"
	"strconv"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// appRows are scrolled through: of the folder's 10,000 documents as many as a test of everybody's can wait for.
var appRows = flag.Int("app-filas", 1_500, "rows that TestAppHolds scrolls through, up to 10000")

// TestAppHolds uses the application as a person does whose luck is bad: 10,000 documents, two tabs, a server that is
// killed, a network that breaks, and everything that can be refused.
func TestAppHolds(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	const documentos = 10_000
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", strconv.Itoa(documentos))[0]
	s := house.With("CARPETA_UPLOAD_MAX_BYTES="+strconv.Itoa(30<<20), "CARPETA_LIMIT_CARPETA_DOCUMENTOS="+strconv.Itoa(documentos+6)).Start(t)
	control := commands(t, map[string]command{
		"/token":    tokenOf(t, s, mine.CiudadanoID),
		"/matar":    func(string) (string, error) { s.Kill(t); return "", nil },
		"/levantar": func(string) (string, error) { return "", s.TryStart() },
	})
	browse(t, 15*time.Minute, "app/holds.mjs", s.URL, control, strconv.Itoa(*appRows))
}

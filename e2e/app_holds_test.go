package e2e_test

import (
	"flag"
	"io"
	"net/http"
	"net/http/httptest"
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
	browse(t, 15*time.Minute, "app/holds.mjs", s.URL, controlOf(t, s, mine.CiudadanoID), strconv.Itoa(*appRows))
}

// controlOf is the address by which a program of Node commands a server, and gets tokens of a citizen.
func controlOf(t *testing.T, s *serverkit.Server, ciudadanoID string) string {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, s.House.Token(t, ciudadanoID, "ciudadano", "", time.Hour))
	})
	mux.HandleFunc("POST /matar", func(http.ResponseWriter, *http.Request) { s.Kill(t) })
	mux.HandleFunc("POST /levantar", func(w http.ResponseWriter, _ *http.Request) {
		if err := s.TryStart(); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	control := httptest.NewServer(mux)
	t.Cleanup(control.Close)
	return control.URL
}

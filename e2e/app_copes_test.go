package e2e_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// TestAppCopes is for those who use a keyboard alone, hear the page, or keep scans: nothing is out of their reach, and
// what fails is told and can be asked for again.
func TestAppCopes(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "40", "--archivos")[0]
	nobody := house.Seed(t, "--carpetas", "1", "--documentos", "0")[0]
	s := house.Start(t)
	token := func(ciudadanoID string) string { return house.Token(t, ciudadanoID, "ciudadano", "", time.Hour) }
	browse(t, 15*time.Minute, "app/copes.mjs", s.URL, token(mine.CiudadanoID), token(nobody.CiudadanoID))
}

// TestAppTellsHowADeletionGoes: a citizen reads which step a deletion is at, how often that failed, when it is tried again
// and why; and that it has ended.
func TestAppTellsHowADeletionGoes(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_RETRY_DELAYS=15s", "CARPETA_RETRY_ATTEMPTS=100")
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "20", "--archivos")[0]
	s := house.Start(t)
	token := house.Token(t, mine.CiudadanoID, "ciudadano", "", time.Hour)
	objetos := filepath.Join(house.Dir, "objetos")
	forEachFile(t, objetos, obstruct)
	browse(t, 15*time.Minute, "app/progress.mjs", s.URL, "begins", token)
	clearObstructions(t, objetos)
	browse(t, 15*time.Minute, "app/progress.mjs", s.URL, "ends", token)
}

// TestAppIsTrusted: where trusted documents run alone, the application and the console work, whatever the manifest holds.
func TestAppIsTrusted(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	manifest := filepath.Join(t.TempDir(), "manifest.json")
	must(t, os.WriteFile(manifest, []byte(`{"1":"query Mia { miCarpeta { id } }"}`), 0o600))
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_TRUSTED_DOCUMENTS=enforce", "CARPETA_TRUSTED_MANIFEST="+manifest)
	browse(t, 15*time.Minute, "app/trusted.mjs", house.Start(t, "--demo").URL)
}

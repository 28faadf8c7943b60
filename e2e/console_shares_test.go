package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// share is an operador with one citizen, and what is deleted for it: to the end, and what gets stuck.
type share struct {
	Operador string   `json:"operador"`
	Token    string   `json:"ciudadano"` // the citizen's
	Done     []string `json:"completa"`
	Stuck    []string `json:"atasca"`

	carpetaID string
}

// TestConsoleOfShares: two operadores are served unequally, by weight too, and work of both waits. An auditor reads Jain's
// index of that as it follows from the server's numbers, and how it was since the page was opened.
func TestConsoleOfShares(t *testing.T) {
	t.Parallel()
	requireBrowser(t, "app/dist/index.html", "node_modules/axe-core")
	// One place for each operador and weight: what gets stuck keeps its place, and the rest waits.
	house := serverkit.NewHouse(t, serverkit.Embedded).By(serverkit.ByQueues).
		With("CARPETA_RETRY_ATTEMPTS=1", "CARPETA_PLAZO=10m", "CARPETA_WINDOW_PER_OPERADOR=1", "CARPETA_PESOS=op-norte=2")
	shares := []*share{openShare(t, house, "op-norte", 4, 4), openShare(t, house, "op-sur", 1, 3)}
	obstructed := 0
	forEachFile(t, filepath.Join(house.Dir, "objetos"), func(t *testing.T, path string) {
		content, err := os.ReadFile(path)
		must(t, err)
		if strings.HasPrefix(string(content), stuckTitle) {
			obstruct(t, path)
			obstructed++
		}
	})
	same(t, "files that cannot be erased", 7, obstructed)
	s := house.Start(t)
	for _, one := range shares {
		one.find(t, s)
	}
	described, err := json.Marshal(shares)
	must(t, err)
	auditora := house.Token(t, "auditora", "auditor", "", time.Hour)
	browse(t, 15*time.Minute, "app/operador.mjs", s.URL, "shares", auditora, string(described))
}

const (
	doneTitle  = "Se borra"
	stuckTitle = "Se atasca"
)

// openShare opens the carpeta of an operador's citizen with so many documents. The content of each is its title.
func openShare(t *testing.T, house *serverkit.House, operadorID string, done, stuck int) *share {
	t.Helper()
	var opened serverkit.Seeded
	must(t, json.Unmarshal([]byte(house.MustRun(t, "carpeta", "abrir", "--operador", operadorID, "--ciudadano", "de-"+operadorID)), &opened))
	dir := t.TempDir()
	for title, n := range map[string]int{doneTitle: done, stuckTitle: stuck} {
		for i := range n {
			name := fmt.Sprintf("%s %d de %s", title, i, operadorID)
			must(t, os.WriteFile(filepath.Join(dir, name+".txt"), []byte(name+"\n"), 0o600))
		}
	}
	house.MustRun(t, "documento", "importar", "--dir", dir, "--carpeta", opened.CarpetaID)
	return &share{
		Operador: operadorID, carpetaID: opened.CarpetaID,
		Token: house.Token(t, opened.CiudadanoID, "ciudadano", "", time.Hour),
	}
}

// find tells the documents apart by their titles.
func (s *share) find(t *testing.T, server *serverkit.Server) {
	t.Helper()
	for id, f := range allFilas(t, serverkit.Client{URL: server.URL, Token: s.Token}, s.carpetaID) {
		if strings.HasPrefix(f.Titulo, stuckTitle) {
			s.Stuck = append(s.Stuck, id)
		} else {
			s.Done = append(s.Done, id)
		}
	}
}

package world

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/documento"
	"github.com/carpeta-ciudadana/servidor/verificable"
)

// Juridicos is the table of what a paper is worth: the API, the page of a code, the verifiable file and the browser agree
// on it.
type Juridicos struct {
	Zona  string
	Casos []struct {
		Nombre string
		En     time.Time
		verificable.Vigencia
		Acto    documento.Juridico // what its issuer made of it; empty: nothing
		Borrado bool               // its citizen erased it; the delivery stays, and a copy may
		Estado  documento.Juridico
	}
}

// LegalStates reads that table, and its zone.
func LegalStates(t testing.TB) (Juridicos, *time.Location) {
	t.Helper()
	_, here, _, _ := runtime.Caller(0)
	text, err := os.ReadFile(filepath.Join(filepath.Dir(here), "../../../verificable/testdata/juridico.json"))
	if err != nil {
		t.Fatal(err)
	}
	var table Juridicos
	if err := json.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation(table.Zona)
	if err != nil || len(table.Casos) == 0 {
		t.Fatal(err, len(table.Casos))
	}
	return table, zone
}

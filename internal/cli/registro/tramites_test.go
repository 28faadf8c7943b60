package registro_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/cli/registro"
	"github.com/carpeta-ciudadana/servidor/internal/config"
	"github.com/carpeta-ciudadana/servidor/internal/consentimiento/tramite"
)

// procedures remembers the codes that were registered.
type procedures struct {
	registro.Registro
	codes []string
}

func (p *procedures) RegistrarTramite(_ context.Context, t tramite.Tramite) (tramite.Tramite, error) {
	p.codes = append(p.codes, t.Codigo)
	return t, nil
}

// TestAListBringsNothingBackByMistake: a line of a procedure that was ended is refused.
func TestAListBringsNothingBackByMistake(t *testing.T) {
	c := config.Command{Name: config.CmdTramiteSave}
	c.Tramite.Save.File = filepath.Join(t.TempDir(), "tramites.json")
	if err := os.WriteFile(c.Tramite.Save.File, []byte(`{"codigo":"BECA"}{"codigo":"CREDITO","version":2,"terminadoEn":"2026-01-02T03:04:05Z"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var p procedures
	if err := registro.Run(t.Context(), &p, c, io.Discard); err == nil || !strings.Contains(err.Error(), "procedure 2 (CREDITO): it was ended") {
		t.Errorf("the command says %v", err)
	}
	if got := strings.Join(p.codes, " "); got != "BECA" {
		t.Errorf("registered: %s", got)
	}
}

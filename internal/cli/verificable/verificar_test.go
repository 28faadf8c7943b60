package verificable_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cli "github.com/carpeta-ciudadana/servidor/internal/cli/verificable"
	"github.com/carpeta-ciudadana/servidor/internal/config"
)

const testdata = "../../../verificable/testdata"

var ahora = time.Date(2026, 5, 10, 12, 0, 0, 0, time.UTC)

func run(t *testing.T, c config.VerificarDocumento) (string, error) {
	t.Helper()
	for _, name := range []*string{&c.Archivo, &c.Confianza, &c.Lista} {
		if *name != "" && !filepath.IsAbs(*name) {
			*name = filepath.Join(testdata, *name)
		}
	}
	var out bytes.Buffer
	err := cli.Verificar(c, func() time.Time { return ahora }, &out)
	return strings.TrimSpace(out.String()), err
}

func TestASentenceAndAnExitCode(t *testing.T) {
	c := config.VerificarDocumento{Archivo: "diploma.verificable.zip", Confianza: "confianza.json", Lista: "lista.jwt", Idioma: "es"}
	const valid = "Universidad de los Andes certificó «Diploma de Ingeniería», número A-17, para María Gómez, con identificación 1020304050, el 2 de mayo de 2026. El documento es exactamente el que se certificó. Válido al 10 de mayo de 2026."
	if got, err := run(t, c); err != nil || got != valid {
		t.Errorf("%v\n got %s\nwant %s", err, got, valid)
	}
	c.Lista, c.Idioma = "lista-retirado.jwt", "en"
	if got, err := run(t, c); err == nil || err.Error() != "RETIRADO" || !strings.Contains(got, "revoked it") {
		t.Errorf("%v: %s", err, got)
	}
	c.Lista, c.Output = "lista-cut.jwt", "json"
	got, err := run(t, c)
	var l map[string]any
	if json.Unmarshal([]byte(got), &l) != nil || err == nil || l["resultado"] != "LISTA" || l["detalle"] == "" {
		t.Errorf("%v: %s", err, got)
	}
	c.Lista = ""
	if got, err = run(t, c); json.Unmarshal([]byte(got), &l) != nil || err != nil || l["resultado"] != "VALIDO" || l["entidadId"] != "uni-andes" || l["estado"] != "https://carpeta.example/estado/0" {
		t.Errorf("%v: %s", err, got)
	}
}

func TestFilesThatAreNotThere(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(large, make([]byte, 300<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]config.VerificarDocumento{
		"no file": {Archivo: "nada", Confianza: "confianza.json"}, "no trust": {Archivo: "diploma.verificable.zip", Confianza: "nada"},
		"another kind of trust": {Archivo: "diploma.verificable.zip", Confianza: "vectores.json"}, "a list that is too long": {Archivo: "diploma.verificable.zip", Confianza: "confianza.json", Lista: large},
	} {
		if got, err := run(t, c); err == nil || got != "" {
			t.Errorf("%s: %s", what, got)
		}
	}
}

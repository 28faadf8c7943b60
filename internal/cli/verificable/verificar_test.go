package verificable_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

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
	c.Lista = "lista.jwt"
	if got, err = run(t, c); json.Unmarshal([]byte(got), &l) != nil || err != nil || l["resultado"] != "VALIDO" || l["entidadId"] != "uni-andes" || l["sabidoEn"] == nil {
		t.Errorf("%v: %s", err, got)
	}
}

// TestNothingIsValidWithoutAList: the answer is its own, and so is the exit code; the terminal says what to fetch.
func TestNothingIsValidWithoutAList(t *testing.T) {
	for archivo, want := range map[string]struct{ resultado, says string }{
		"diploma.verificable.zip":  {"SIN_LISTA", "Download https://carpeta.example/estado/0 and add --lista FILE."},
		"de-antes.verificable.zip": {"SIN_ESTADO", "ask the entity."},
	} {
		c := config.VerificarDocumento{Archivo: archivo, Confianza: "confianza.json", Idioma: "en"}
		got, err := run(t, c)
		if exitCode(err) != 4 || err.Error() != want.resultado || !strings.HasSuffix(got, want.says) {
			t.Errorf("%v: %s", err, got)
		}
		c.Output = "json"
		var l map[string]any
		if got, err := run(t, c); json.Unmarshal([]byte(got), &l) != nil || exitCode(err) != 4 || l["resultado"] != want.resultado || l["sabidoEn"] != nil {
			t.Errorf("%v: %s", err, got)
		}
	}
	for _, lista := range []string{"lista-retirado.jwt", "lista-cut.jwt"} {
		if _, err := run(t, config.VerificarDocumento{Archivo: "diploma.verificable.zip", Confianza: "confianza.json", Lista: lista}); exitCode(err) != 1 {
			t.Errorf("%s: %v", lista, err)
		}
	}
}

// exitCode is that of the program.
func exitCode(err error) int {
	var coded interface{ ExitCode() int }
	switch {
	case err == nil:
		return 0
	case errors.As(err, &coded):
		return coded.ExitCode()
	}
	return 1
}

// TestThePageHasEachVerdict with its exit code and the sentences of oraciones.json, and LEAME.html by its SHA-256: other
// programs are made from docs/verificable.md.
func TestThePageHasEachVerdict(t *testing.T) {
	page := string(read(t, "../../../docs/verificable.md"))
	leame := read(t, "../../../verificable/LEAME.html")
	if says := fmt.Sprintf("has %d bytes with the SHA-256\n  `%x`", len(leame), sha256.Sum256(leame)); !strings.Contains(page, says) {
		t.Errorf("the page does not say: LEAME.html %s", says)
	}
	var sentences struct {
		ES, EN struct{ Finales, Rechazos map[string]string }
	}
	if err := json.Unmarshal(read(t, "../../../verificable/oraciones.json"), &sentences); err != nil {
		t.Fatal(err)
	}
	es, en := sentences.ES, sentences.EN
	maps.Copy(es.Finales, es.Rechazos)
	maps.Copy(en.Finales, en.Rechazos)
	codes := exitCodes(t)
	for verdict, oracion := range es.Finales {
		code, known := codes[verdict]
		row := fmt.Sprintf("| `%s` | %d | %s | %s |\n", verdict, code, en.Finales[verdict], oracion)
		if !known || !strings.Contains(page, row) {
			t.Errorf("%t: the page has no row %s", known, row)
		}
	}
	if rows := regexp.MustCompile("(?m)^\\| `[A-Z_]+` \\| \\d ").FindAllString(page, -1); len(rows) != len(codes) || len(codes) != len(es.Finales) {
		t.Errorf("%d rows, %d verdicts", len(rows), len(codes))
	}
}

// exitCodes are those of the program, by the verdict of a test vector.
func exitCodes(t *testing.T) map[string]int {
	t.Helper()
	var vs []struct {
		Nombre, Confianza, Lista, Resultado string
		Ahora                               time.Time
	}
	if err := json.Unmarshal(read(t, filepath.Join(testdata, "vectores.json")), &vs); err != nil {
		t.Fatal(err)
	}
	codes := map[string]int{}
	for _, v := range vs {
		c := config.VerificarDocumento{Archivo: changed(t, v.Nombre), Confianza: filepath.Join(testdata, v.Confianza), Idioma: "es"}
		if v.Lista != "" {
			c.Lista = filepath.Join(testdata, v.Lista)
		}
		code := exitCode(cli.Verificar(c, func() time.Time { return v.Ahora }, io.Discard))
		if before, seen := codes[v.Resultado]; seen && before != code {
			t.Errorf("%s: exit code %d, and %d", v.Resultado, before, code)
		}
		codes[v.Resultado] = code
	}
	return codes
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestNothingThatATerminalObeysIsPrinted, whatever the issuer stated; the JSON says it nevertheless.
func TestNothingThatATerminalObeysIsPrinted(t *testing.T) {
	const nombre = "texts that a terminal obeys"
	c := config.VerificarDocumento{Archivo: changed(t, nombre), Confianza: "confianza.json", Idioma: "es"}
	for _, c.Output = range []string{"texto", "json"} {
		got, err := run(t, c)
		if exitCode(err) != 4 || strings.ContainsFunc(strings.ReplaceAll(got, "\n", ""), func(r rune) bool { return !unicode.IsPrint(r) }) || !strings.Contains(got, `\u009b31m`) {
			t.Errorf("%v: %q", err, got)
		}
	}
	var l struct {
		Declaracion struct{ Titulo string }
	}
	if got, _ := run(t, c); json.Unmarshal([]byte(got), &l) != nil || l.Declaracion.Titulo != "Diploma\x1b[2J\u009b31m" {
		t.Errorf("%q", l.Declaracion.Titulo)
	}
}

// changed is the file of a test vector.
func changed(t *testing.T, nombre string) string {
	t.Helper()
	var vs []struct {
		Nombre, Archivo string
		Cambio          struct {
			En, Quita int
			Pone      []byte
		}
	}
	text, err := os.ReadFile(filepath.Join(testdata, "vectores.json"))
	if err == nil {
		err = json.Unmarshal(text, &vs)
	}
	for _, v := range vs {
		if err != nil || v.Nombre != nombre {
			continue
		}
		b, err := os.ReadFile(filepath.Join(testdata, v.Archivo))
		to := filepath.Join(t.TempDir(), v.Archivo)
		if err == nil {
			err = os.WriteFile(to, slices.Replace(b, v.Cambio.En, v.Cambio.En+v.Cambio.Quita, v.Cambio.Pone...), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return to
	}
	t.Fatalf("no vector %q: %v", nombre, err)
	return ""
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

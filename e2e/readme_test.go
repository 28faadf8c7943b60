package e2e_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// readmeBlock is a shell block of the README or of the long walk, marked with the profile that it is for.
var readmeBlock = regexp.MustCompile("(?s)<!-- recorrido: (\\w+) -->\n```sh\n(.*?)```")

// The long walk, as printed, on both profiles. Only the address differs, and
// on the distributed profile the commands before `carpeta serve`.
func TestReadmeWalk(t *testing.T) {
	requirePrograms(t, "jq", "curl", "node")
	walk, err := os.ReadFile("../docs/recorrido.md")
	must(t, err)
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		var prologue string
		var s *serverkit.Server
		if p == serverkit.Embedded {
			s = house.Start(t, "--demo")
		} else {
			if !strings.Contains(string(walk), "export CARPETA_SELLO_LLAVES=") { // the house has a key of its own
				t.Error("whoever follows the walk has no key for the seals: step 15 would wait for ever")
			}
			house.Prepare(t)
			s = house.Start(t)
			prologue = "source docs/ejemplos/consultas.sh\nexport URL=" + s.URL + "\n" + tokensOf(t, house)
		}
		output := followReadme(t, house.Dir, prologue+blocksOf(t, string(walk), p, s.URL))
		for _, want := range walked {
			if !strings.Contains(output, want) {
				t.Errorf("the walk never says %s:\n%s", want, output)
			}
		}
	})
}

// walked is what the walk shows on its way, in any order.
var walked = []string{
	`"nueva": true`, `"estado": "ENTREGADA"`, `"nombre": "Universidad de Antioquia"`, "Se otorga el título", "DOCUMENTO_CERTIFICADO", "OK",
	`"estado":"COMPLETADA"`, `"node": null`, "404", `"titulo": "Título corregido"`, `"tipo":"LLEGO"`, `"tipo":"CAMBIO"`, `"tipo":"SE_FUE"`,
	`"tipo": "ELIMINACION_SOLICITADA"`, `"tipo": "ELIMINACION_COMPLETADA"`, `"eliminacion.solicitada","success","ciudadano"`, `"eliminacion.completada","success"`,
	`"propio": true`, `"rol": "operador"`, `"versiones": "1"`, `"index":`, "refused: proof: the entry is not number", "falso: not accepted",
	`/v/#`, `"titular": "María Gómez"`, `"identificacion": "••••••4050"`, `"numero": "••••••0417"`, `"estadoJuridico": "VIGENTE"`, "carpeta: SIN_LISTA", "exit code 4", "Valid on ",
	`"codigo": "CONTRATACION_LABORAL"`, `"estado": "PENDIENTE"`, `"nit": "900123456-8"`, `"estado": "COMPLETA"`, `"titulo": "Diploma de ingeniería"`,
	`"rol": "entidad"`, `"entidad": "Transportes Andes"`, `"estado": "TERMINADA"`, "AUTORIZACION_TERMINADA", `"tipo": "autorizacion.otorgada"`, `"tipo": "autorizacion.terminada"`,
	`"estadoJuridico": "REVOCADO"`, "had revoked it", "carpeta: RETIRADO", "not valid any more",
}

// tokensOf is the walk's function token, with tokens of the house's issuer.
func tokensOf(t *testing.T, house *serverkit.House) string {
	t.Helper()
	var cases strings.Builder
	for _, who := range [][3]string{{"operador", "maria", "op-andes"}, {"administrador", "hugo", ""}, {"entidad", "programa", "udea"}, {"ciudadano", "1020304050", ""}, {"auditor", "iris", ""}} {
		fmt.Fprintf(&cases, "%s:%s) echo %s ;; ", who[0], who[2], house.Token(t, who[1], who[0], who[2], time.Hour))
	}
	fmt.Fprintf(&cases, "entidad:transportes-andes) echo %s ;; ", house.TokenPermitting(t, "eva", "transportes-andes", time.Hour, "solicitud", "consulta"))
	return "token() { case $1:${3-} in " + cases.String() + "esac; }\n"
}

func blocksOf(t *testing.T, readme string, p serverkit.Profile, url string) string {
	t.Helper()
	var script strings.Builder
	n := 0
	for _, m := range readmeBlock.FindAllStringSubmatch(readme, -1) {
		if m[1] == "both" || (m[1] == "embedded" && p == serverkit.Embedded) {
			script.WriteString(m[2])
			n++
		}
	}
	if n < 5 {
		t.Fatalf("the page has only %d blocks for this profile", n)
	}
	address := strings.TrimPrefix(url, "http://")
	return strings.ReplaceAll(script.String(), "127.0.0.1:8080", address)
}

// followReadme runs a script where the README's reader stands: in the project, with
// bin/carpeta built, the data folder of the server, and a /tmp of its own.
func followReadme(t *testing.T, data, script string) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	must(t, err)
	for name, target := range map[string]string{"docs": filepath.Join(root, "docs"), "bin/carpeta": serverkit.Binary(t)} {
		link := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(link), 0o700))
		must(t, os.Symlink(target, link))
	}
	script = strings.ReplaceAll(script, "/tmp/", dir+"/")
	cmd := exec.CommandContext(t.Context(), "bash", "-eu", "-o", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "CARPETA_DATA_DIR=" + data}
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}

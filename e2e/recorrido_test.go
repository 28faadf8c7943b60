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

// bloque is a shell block of the README, marked with the profile that it is for.
var bloque = regexp.MustCompile("(?s)<!-- recorrido: (\\w+) -->\n```sh\n(.*?)```")

// The README's walk, as printed, on both profiles. Only the address differs, and
// on the distributed profile what stands before `carpeta serve`.
func TestRecorridoDelReadme(t *testing.T) {
	requirePrograms(t, "jq", "curl", "node")
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	enAmbos(t, func(t *testing.T, p serverkit.Profile) {
		casa := serverkit.NewHouse(t, p)
		var prologo string
		var s *serverkit.Server
		if p == serverkit.Embedded {
			s = casa.Start(t, "--demo")
		} else {
			linea := casa.Seed(t, "--carpetas=1", "--documentos=30", "--archivos")[0]
			s = casa.Start(t)
			prologo = fmt.Sprintf("source docs/ejemplos/consultas.sh\nexport URL=%s CARPETA=%s TOKEN=%s\n",
				s.URL, linea.CarpetaID, casa.Token(t, linea.CiudadanoID, "ciudadano", "", time.Hour))
		}
		salida := seguirReadme(t, prologo+bloquesDe(t, string(readme), p, s.URL))
		for _, quiero := range []string{"OK", `"estado":"COMPLETADA"`, `"node": null`, "404"} {
			if !strings.Contains(salida, quiero) {
				t.Errorf("the walk never says %s:\n%s", quiero, salida)
			}
		}
	})
}

func bloquesDe(t *testing.T, readme string, p serverkit.Profile, url string) string {
	t.Helper()
	var guion strings.Builder
	n := 0
	for _, m := range bloque.FindAllStringSubmatch(readme, -1) {
		if m[1] == "both" || (m[1] == "embedded" && p == serverkit.Embedded) {
			guion.WriteString(m[2])
			n++
		}
	}
	if n < 5 {
		t.Fatalf("the README has only %d blocks for this profile", n)
	}
	direccion := strings.TrimPrefix(url, "http://")
	return strings.ReplaceAll(guion.String(), "127.0.0.1:8080", direccion)
}

// seguirReadme runs a script where the README's reader stands: in the project, with
// bin/carpeta built and a /tmp of its own.
func seguirReadme(t *testing.T, guion string) string {
	t.Helper()
	dir := t.TempDir()
	raiz, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for nombre, destino := range map[string]string{"docs": filepath.Join(raiz, "docs"), "bin/carpeta": serverkit.Binary(t)} {
		enlace := filepath.Join(dir, nombre)
		if err := os.MkdirAll(filepath.Dir(enlace), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(destino, enlace); err != nil {
			t.Fatal(err)
		}
	}
	guion = strings.ReplaceAll(guion, "/tmp/", dir+"/")
	cmd := exec.CommandContext(t.Context(), "bash", "-eu", "-o", "pipefail", "-c", guion)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	salida, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, salida)
	}
	return string(salida)
}

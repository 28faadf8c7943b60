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

// readmeBlock is a shell block of the README, marked with the profile that it is for.
var readmeBlock = regexp.MustCompile("(?s)<!-- recorrido: (\\w+) -->\n```sh\n(.*?)```")

// The README's walk, as printed, on both profiles. Only the address differs, and
// on the distributed profile the commands before `carpeta serve`.
func TestReadmeWalk(t *testing.T) {
	requirePrograms(t, "jq", "curl", "node")
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	onBothProfiles(t, func(t *testing.T, p serverkit.Profile) {
		house := serverkit.NewHouse(t, p)
		var prologue string
		var s *serverkit.Server
		if p == serverkit.Embedded {
			s = house.Start(t, "--demo")
		} else {
			line := house.Seed(t, "--carpetas=1", "--documentos=30", "--archivos")[0]
			s = house.Start(t)
			prologue = fmt.Sprintf("source docs/ejemplos/consultas.sh\nexport URL=%s CARPETA=%s TOKEN=%s\n",
				s.URL, line.CarpetaID, house.Token(t, line.CiudadanoID, "ciudadano", "", time.Hour))
		}
		output := followReadme(t, prologue+blocksOf(t, string(readme), p, s.URL))
		for _, want := range []string{"OK", `"estado":"COMPLETADA"`, `"node": null`, "404"} {
			if !strings.Contains(output, want) {
				t.Errorf("the walk never says %s:\n%s", want, output)
			}
		}
	})
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
		t.Fatalf("the README has only %d blocks for this profile", n)
	}
	address := strings.TrimPrefix(url, "http://")
	return strings.ReplaceAll(script.String(), "127.0.0.1:8080", address)
}

// followReadme runs a script where the README's reader stands: in the project, with
// bin/carpeta built and a /tmp of its own.
func followReadme(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"docs": filepath.Join(root, "docs"), "bin/carpeta": serverkit.Binary(t)} {
		link := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	script = strings.ReplaceAll(script, "/tmp/", dir+"/")
	cmd := exec.CommandContext(t.Context(), "bash", "-eu", "-o", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return string(output)
}

package e2e_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// constancia is what a citizen takes away.
type constancia struct {
	EventID, Evento string
	Sello           *struct{ Prueba, Llaves string }
	SinSello        string
}

const constanciaQuery = `query($e: UUID!) { r: constancia(eventoId: $e) { eventId evento sello { prueba llaves } sinSello } }`

// takeReceipt asks for a receipt until it is sealed.
func takeReceipt(t *testing.T, c serverkit.Client, eventoID string) constancia {
	t.Helper()
	var got constancia
	serverkit.WaitFor(t, soon, "a sealed receipt", func() bool {
		got = serverkit.Do[alias[constancia]](t, c, constanciaQuery, obj{"e": eventoID}).R
		return got.Sello != nil
	})
	return got
}

// auditorBlock is a shell block of docs/rastro.md that an auditor runs: each day, and to verify.
var auditorBlock = regexp.MustCompile("(?s)<!-- (cada día|auditor) -->\n```sh\n(.*?)```")

// TestAuditorVerifiesInPython: an auditor keeps a checkpoint of a real log, the log grows, and what docs/rastro.md
// prints verifies the growth and a receipt with docs/ejemplos/rastro.py. Kept and receipt are refused once changed.
func TestAuditorVerifiesInPython(t *testing.T) {
	t.Parallel()
	requirePrograms(t, "jq", "curl")
	house := serverkit.NewHouse(t, serverkit.Embedded)
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "30", "--archivos")[0]
	s := house.Start(t)
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	free := deletable(allFilas(t, c, mine.CarpetaID))
	operadorID := serverkit.Do[struct{ MiCarpeta struct{ OperadorID string } }](t, c, `{ miCarpeta { operadorId } }`, nil).MiCarpeta.OperadorID
	page, err := os.ReadFile("../docs/rastro.md")
	must(t, err)
	blocks := auditorBlock.FindAllStringSubmatch(string(page), -1)
	mustSame(t, "blocks of docs/rastro.md", 2, len(blocks))
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	must(t, err)
	must(t, os.Symlink(filepath.Join(root, "docs"), filepath.Join(dir, "docs")))
	python := services.Installed(t, "../tools/python.sh")
	shell := func(script string) (string, error) {
		script = strings.NewReplacer("https://carpeta.example.org", s.URL, "op-1-2026-11-22", "guardado", "op-1-$(date -u +%F)", "guardado",
			"op-1", operadorID, "python3", python+" -B").Replace(script)
		cmd := exec.CommandContext(t.Context(), "bash", "-eu", "-o", "pipefail", "-c", script)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TOKEN="+house.Token(t, "iris", "auditor", "", time.Hour))
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	deleteSealed(t, c, free[:2])
	if out, err := shell(blocks[0][2]); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	deleteSealed(t, c, free[2:4])
	eventoID := deleteDocumento(t, c, free[4], 0).EventoID
	untilEstado(t, c, eventoID, "COMPLETADA", soon)
	r := takeReceipt(t, c, eventoID)
	receipt, err := json.Marshal(map[string]string{"formato": "carpeta.constancia/v1", "evento": r.Evento, "prueba": r.Sello.Prueba, "llaves": r.Sello.Llaves})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "constancia.json"), receipt, 0o600))
	out, err := shell(blocks[1][2])
	if err != nil || !strings.Contains(out, "grew from ") || !strings.Contains(out, `"tipo":"eliminacion.completada"`) {
		t.Fatalf("%v\n%s", err, out)
	}
	for what, script := range map[string]string{
		"another event":      "sed s/COMPLETADA/COMPLETADO/ constancia.json | sed s/completada/completado/ > c; python3 docs/ejemplos/rastro.py constancia c llaves.txt",
		"no keys":            "python3 docs/ejemplos/rastro.py constancia constancia.json /dev/null",
		"no receipt":         "echo [] > c; python3 docs/ejemplos/rastro.py constancia c llaves.txt",
		"no file":            "python3 docs/ejemplos/rastro.py constancia absent llaves.txt",
		"another checkpoint": "sed '2s/$/0/' guardado > g; python3 docs/ejemplos/rastro.py crecimiento g crecimiento llaves.txt",
		"a growth cut short": "head -c -2 crecimiento > g; python3 docs/ejemplos/rastro.py crecimiento guardado g llaves.txt",
		"swapped":            "python3 docs/ejemplos/rastro.py crecimiento crecimiento guardado llaves.txt",
	} {
		if out, err := shell(script); err == nil || !strings.HasPrefix(out, "refused: ") || strings.Contains(out, "Traceback") {
			t.Errorf("%s: %v\n%s", what, err, out)
		}
	}
	if out, err := shell("python3 docs/ejemplos/rastro.py constancia"); err == nil || !strings.Contains(out, "rastro.py crecimiento GUARDADO") {
		t.Errorf("without files: %v\n%s", err, out)
	}
	if out, err := shell(serverkit.Binary(t) + " auditoria verificar --checkpoint guardado --llaves llaves.txt"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
)

// summaryOfBackup is the line of carpeta respaldo.
type summaryOfBackup struct {
	Files int `json:"archivos"`
}

func backup(t *testing.T, house *serverkit.House, vault string, args ...string) (s summaryOfBackup) {
	t.Helper()
	must(t, json.Unmarshal([]byte(house.MustRun(t, append([]string{"respaldo", "crear", "--en", vault}, args...)...)), &s))
	return s
}

// restored is a house with the data of a backup.
func restored(t *testing.T, vault string) *serverkit.House {
	t.Helper()
	other := serverkit.NewHouse(t, serverkit.Embedded)
	other.MustRun(t, "respaldo", "restaurar", "--de", vault)
	return other
}

// requireWhole demands of a restored folder that nothing is missing or left over, and that the trail is
// what was sealed. It returns the files that it compared.
func requireWhole(t *testing.T, house *serverkit.House) (objetos int64) {
	t.Helper()
	h, _, r := reconcile(t, house, 0)
	mustSame(t, "hallazgos of a restored folder", nil, h)
	if s := house.Run(t, "auditoria", "comprobar"); s.Code != 0 {
		t.Errorf("auditoria comprobar: exit code %d\n%s%s", s.Code, s.Out, s.Err)
	}
	return r.Objetos
}

const backups = 3

// TestBackupBesideDeletions: backups that are made while documents are uploaded and deleted are each the
// folder of one moment: nothing is missing or left over, and the seals fit.
func TestBackupBesideDeletions(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded).With("CARPETA_SELLO_CADA=10s")
	mine := house.Seed(t, "--carpetas", "1", "--documentos", "150", "--archivos")[0]
	s, vault := house.Start(t), filepath.Join(t.TempDir(), "respaldos")
	c := s.Client(t, mine.CiudadanoID, "ciudadano")
	documents := deletable(allFilas(t, c, mine.CarpetaID))
	made := make(chan serverkit.Output, backups)
	go func() {
		defer close(made)
		for range backups {
			made <- house.Run(t, "respaldo", "crear", "--en", vault, "--ritmo", "10", "--conservar", "3")
		}
	}()
	for n := 0; len(made) < backups && n < len(documents); n++ {
		deleteMany(t.Context(), c, documents[n:n+1], func(string, string) {})
		if n%4 == 0 {
			upload(t, c, mine.CarpetaID, fmt.Append(nil, "%PDF-1.7 ", n))
		}
	}
	for r := range made {
		var one summaryOfBackup
		if err := json.Unmarshal([]byte(r.Out), &one); err != nil || r.Code != 0 {
			t.Errorf("exit code %d: %s%s", r.Code, r.Out, r.Err)
		}
	}
	lists, err := filepath.Glob(filepath.Join(vault, "*", "respaldo.sha256"))
	must(t, err)
	mustSame(t, "backups", backups, len(lists))
	for _, list := range lists {
		if objetos := requireWhole(t, restored(t, filepath.Dir(list))); objetos == 0 {
			t.Errorf("%s holds no file", list)
		}
	}
	requireNothingHeld(t, house)
}

// requireNothingHeld: what a backup held is gone after it.
func requireNothingHeld(t *testing.T, house *serverkit.House) {
	t.Helper()
	serverkit.WaitFor(t, soon, "what was held to be gone", func() bool {
		for _, dir := range []string{"objetos/retenidos", "sellos/congelados", "auditoria/congelados"} {
			if _, err := os.Lstat(filepath.Join(house.Dir, dir)); err == nil {
				return false
			}
		}
		return true
	})
}

// upload uploads a document as a client does.
func upload(t *testing.T, c serverkit.Client, carpetaID string, content []byte) {
	t.Helper()
	r := iniciarCarga(t, c, cargaInput(carpetaID, content))
	mustSame(t, "errores of iniciarCarga", nil, r.Errores)
	if status := serverkit.Upload(t, *r.Carga, content); status != 200 && status != 201 {
		t.Fatalf("upload: status %d", status)
	}
	mustSame(t, "errores of confirmarCarga", nil, confirmarCarga(t, c, r.Documento.ID).Errores)
}

// aLot makes a file that takes a quarter of an hour at 1 MiB/s, and no room.
func aLot(t *testing.T, path string) {
	t.Helper()
	must(t, errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, 1<<30)))
}

// TestKilledServerEndsItsBackup: a server that dies while it holds the data for a backup ends that one: the
// command says so and leaves no backup, and the server starts clean.
func TestKilledServerEndsItsBackup(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	house.Seed(t, "--carpetas", "1", "--documentos", "300", "--archivos")
	filling := filepath.Join(house.Dir, "sellos", "vigentes", "relleno")
	must(t, os.MkdirAll(filepath.Dir(filling), 0o700))
	aLot(t, filling)
	s, vault := house.Start(t), filepath.Join(t.TempDir(), "respaldos")
	cmd := exec.CommandContext(t.Context(), serverkit.Binary(t), "respaldo", "crear", "--en", vault, "--ritmo", "1", "--data-dir", house.Dir)
	var errw strings.Builder
	cmd.Stderr = &errw
	must(t, cmd.Start())
	serverkit.WaitFor(t, soon, "the data to be held", func() bool {
		_, err := os.Lstat(filepath.Join(house.Dir, "sellos", "congelados"))
		return err == nil
	})
	s.Kill(t)
	err := cmd.Wait()
	if err == nil || !strings.Contains(errw.String(), "again") {
		t.Errorf("%v: %s", err, errw.String())
	}
	lists, _ := filepath.Glob(filepath.Join(vault, "*", "respaldo.sha256"))
	mustSame(t, "backups", 0, len(lists))
	must(t, os.Remove(filling))
	s.Restart(t)
	requireNothingHeld(t, house)
	if made := backup(t, house, vault); made.Files < 300 {
		t.Errorf("%+v", made)
	}
}

// TestWhoMayBackUp: the data are given to who reads the data folder, and to nobody else on the network.
func TestWhoMayBackUp(t *testing.T) {
	t.Parallel()
	house := serverkit.NewHouse(t, serverkit.Embedded)
	s := house.Start(t)
	status, body := s.Admin(t, "/respaldo")
	same(t, "status without a key", 403, status)
	same(t, "says what to do", true, strings.Contains(body, "again"))
	info, err := os.Stat(filepath.Join(house.Dir, "servidor.json"))
	must(t, err)
	same(t, "mode of the key", os.FileMode(0o600), info.Mode())
	s.Stop(t)
	if _, err := os.Stat(filepath.Join(house.Dir, "servidor.json")); err == nil {
		t.Error("the key outlives its server")
	}
}

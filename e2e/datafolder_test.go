package e2e_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/serverkit"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// onSmallDisk starts the program with its data folder on a disk of 64 MiB, which only this process sees.
const onSmallDisk = `mount -t tmpfs -o size=64m disk "$0" && cp -a "$CARPETA_DATA_DIR/." "$0" && export CARPETA_DATA_DIR="$0" && exec "$@"`

// TestFullDisk: while the disk is full, reads go on and every change is refused; /readyz says why.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	if said, err := exec.Command("unshare", "--mount", "sh", "-c", "mount -t tmpfs disk /mnt").CombinedOutput(); err != nil {
		services.NotRun(t, "this account may not mount a disk of its own (root may): "+string(said))
	}
	house, disk := serverkit.NewHouse(t, serverkit.Embedded), t.TempDir()
	own := house.Seed(t, "--carpetas", "1", "--documentos", "20")[0]
	house.Token(t, own.CiudadanoID, "ciudadano", "", soon) // makes the issuer's key, which the server gets a copy of
	s := house.Under(t, "unshare", "--mount", "sh", "-c", onSmallDisk, disk).Start(t)
	c := s.Client(t, own.CiudadanoID, "ciudadano")
	ids := deletable(allFilas(t, c, own.CarpetaID))
	if d := correct(t, c, ids[0], 1, "antes").Documento; d == nil {
		t.Fatal("a disk with room takes no change")
	}

	filler := filepath.Join("/proc", strconv.Itoa(s.PID()), "root", disk, "relleno")
	fill(t, filler, 8<<20)
	if status, body := s.Admin(t, "/readyz"); status != http.StatusOK || body != "degraded" {
		t.Errorf("8 MiB are free: /readyz says %d %s", status, body)
	}
	fill(t, filler, 0)
	refused := 0
	for range 30 {
		for _, id := range ids[1:] {
			if r := c.MustPost(t, correctMutation, obj{"id": id, "v": 1, "t": strings.Repeat("x", 200)}); r.Code() == "UNAVAILABLE" {
				refused++
			}
		}
	}
	t.Logf("%d changes were refused", refused)
	if refused < 2 {
		t.Error("a full disk takes the changes")
	}
	// A page without links: a link is a look, which is written before it is given.
	read := false
	for _, e := range serverkit.Do[carpetaAnswer](t, c, pageQuery, obj{"id": own.CarpetaID, "first": 100}).Carpeta.Documentos.Edges {
		read = read || e.Node.ID == ids[0] && e.Node.Titulo == "antes"
	}
	if !read {
		t.Error("beside a full disk no row has the title that was written while there was room")
	}
	status, parts := s.Admin(t, "/readyz?verbose")
	if status != http.StatusOK || !regexp.MustCompile(`"name":\s*"disk",\s*"state":\s*"down"[^}]*are free on the disk`).MatchString(parts) {
		t.Errorf("/readyz?verbose says %d %s", status, parts)
	}

	must(t, os.Remove(filler))
	if d := correct(t, c, ids[0], 2, "después").Documento; d == nil {
		t.Error("a disk with room again takes no change")
	}
	if _, body := s.Admin(t, "/readyz"); body != "ok" {
		t.Errorf("a disk with room again: /readyz says %s", body)
	}
}

// fill makes a file as large as the disk allows, but for so many bytes.
func fill(t *testing.T, name string, free int64) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(t, err)
	defer f.Close()
	for block := make([]byte, 4<<10); ; {
		var disk syscall.Statfs_t
		must(t, syscall.Fstatfs(int(f.Fd()), &disk))
		if int64(disk.Bavail)*disk.Frsize <= free {
			return
		}
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestDamagedDataFile: a server that meets a damaged page, and each command that opens a damaged file, says so in a
// sentence that names the file and what to do, and ends with an exit code of its own. (It had been a dump.)
func TestDamagedDataFile(t *testing.T) {
	t.Parallel()
	const code = 5
	sentence := regexp.MustCompile(`(?m)^carpeta: .*carpeta\.db is damaged \(.+\)\. .*carpeta respaldo restaurar`)
	house := serverkit.NewHouse(t, serverkit.Embedded)
	own := house.Seed(t, "--carpetas", "1", "--documentos", "500")[0]
	s := house.Start(t)
	c := s.Client(t, own.CiudadanoID, "ciudadano")
	db := filepath.Join(house.Dir, "carpeta.db")
	whole, err := os.ReadFile(db)
	must(t, err)

	// The end of the file is gone beneath the server.
	must(t, os.Truncate(db, 8<<10))
	if r, err := c.Post(t.Context(), pageQuery, obj{"id": own.CarpetaID, "first": 20}); err == nil && len(r.Errors) == 0 {
		t.Errorf("a file that is not there was read: %s", r.Body)
	}
	mustSame(t, "exit code of the server", code, s.Ended(t))
	if !sentence.MatchString(s.Log()) {
		t.Error("the server does not say what happened")
	}

	for name, damage := range map[string]func(data []byte) []byte{
		"cut": func(data []byte) []byte { return data[:64<<10] },
		"pages that make no sense": func(data []byte) []byte {
			for page := 8 << 10; page < len(data); page += 4 << 10 {
				copy(data[page:], "no page of bbolt")
			}
			return data
		},
	} {
		must(t, os.WriteFile(db, damage(bytes.Clone(whole)), 0o600))
		for _, args := range [][]string{
			{"serve"}, {"datos", "sembrar", "--carpetas=1", "--documentos=1"}, {"carpeta", "abrir", "--ciudadano", "x", "--operador", "op"},
			{"auditoria", "comprobar"}, {"reconciliacion", "ejecutar"}, {"respaldo", "crear", "--en", filepath.Join(t.TempDir(), "copias")}, {"entidad", "listar"},
		} {
			done := house.Run(t, args...)
			if done.Code != code || !sentence.MatchString(done.Err) || strings.Contains(done.Err, "goroutine ") {
				t.Errorf("%s: %v: exit code %d\n%s", name, args, done.Code, done.Err)
			}
		}
	}
}

const correctMutation = `mutation($id: ID!, $v: Int!, $t: String) { r: editarDocumento(input: {documentoId: $id, version: $v, titulo: $t}) {
  documento { id titulo version } errores { __typename ... on ErrorDeUsuario { codigo mensaje } } } }`

type correctResult struct {
	Documento *struct {
		ID, Titulo string
		Version    int
	}
	Errores []userError
}

func correct(t *testing.T, c serverkit.Client, id string, version int, titulo string) correctResult {
	t.Helper()
	return serverkit.Do[alias[correctResult]](t, c, correctMutation, obj{"id": id, "v": version, "t": titulo}).R
}

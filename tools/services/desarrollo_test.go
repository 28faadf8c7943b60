package main

import (
	"encoding/base64"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/carpeta-ciudadana/servidor/internal/auth"
	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

func TestUpDown(t *testing.T) {
	services.Require(t)
	dir := t.TempDir()
	t.Cleanup(func() { correr(t, nil, "down", "--dir", dir) })

	uno := correr(t, nil, "up", "--dir", dir)
	if uno.codigo != 0 {
		t.Fatalf("up: exit code %d\n%s", uno.codigo, uno.avisos)
	}
	for _, linea := range strings.Split(strings.TrimSpace(uno.salida), "\n") {
		if !strings.HasPrefix(linea, "export ") {
			t.Errorf("standard output is for a shell, not for %q", linea)
		}
	}
	// What a shell makes of the file is what the server will see.
	salida, err := exec.Command("sh", "-c", `. "$1"; echo "$CARPETA_PROFILE $CARPETA_S3_BUCKET $AWS_REGION"; echo "$CARPETA_S3_ENDPOINT"`, "sh", filepath.Join(dir, archivoEnv)).Output()
	if err != nil || !strings.HasPrefix(string(salida), "distributed carpeta us-east-1\nhttp://127.0.0.1:") {
		t.Fatalf("env file: %q, %v", salida, err)
	}
	_, endpoint, _ := strings.Cut(strings.TrimSpace(string(salida)), "http://")
	c, err := net.Dial("tcp", endpoint)
	if err != nil {
		t.Fatalf("nothing outlived up: %v", err)
	}
	_ = c.Close()

	pruebaIdentidad(t, dir)

	if dos := correr(t, nil, "up", "--dir", dir); dos.codigo != 0 || dos.salida != uno.salida {
		t.Errorf("a second up: exit code %d, or other addresses", dos.codigo)
	}
	if r := correr(t, nil, "down", "--dir", dir); r.codigo != 0 {
		t.Fatalf("down: exit code %d\n%s", r.codigo, r.avisos)
	}
	hastaQueNoQuede(t, dir)
	if _, err := os.Stat(filepath.Join(dir, "rabbitmq")); err != nil {
		t.Errorf("down removed the data: %v", err)
	}

	// The addresses are kept, so that an editor's run configuration stays good.
	if tres := correr(t, nil, "up", "--dir", dir); tres.salida != uno.salida {
		t.Errorf("up after down moved:\n%s\n%s\n%s", uno.salida, tres.salida, tres.avisos)
	}
	if r := correr(t, nil, "down", "--borrar", "--dir", dir); r.codigo != 0 {
		t.Errorf("down --borrar: exit code %d\n%s", r.codigo, r.avisos)
	}
	for _, nombre := range []string{"rabbitmq", "emisor", archivoCursores} {
		if _, err := os.Stat(filepath.Join(dir, nombre)); !os.IsNotExist(err) {
			t.Errorf("down --borrar left %s", nombre)
		}
	}
	if r := correr(t, nil, "down", "--dir", dir); r.codigo != 0 {
		t.Errorf("down with nothing there: exit code %d", r.codigo)
	}
	hastaQueNoQuede(t, dir)
}

// pruebaIdentidad: what the server and a developer need to know who is asking.
func pruebaIdentidad(t *testing.T, dir string) {
	t.Helper()
	salida, err := exec.Command("sh", "-c", `. "$1"; echo "$CARPETA_AUTH_ISSUER $CARPETA_AUTH_AUDIENCE $CARPETA_CURSOR_KEYS"`, "sh", filepath.Join(dir, archivoEnv)).Output()
	campos := strings.Fields(string(salida))
	if err != nil || len(campos) != 3 {
		t.Fatalf("env file: %q, %v", salida, err)
	}
	if kid, clave, _ := strings.Cut(campos[2], ":"); kid == "" || len(clave) != base64.StdEncoding.EncodedLen(32) {
		t.Errorf("cursor keys %q", campos[2])
	}
	if info, err := os.Stat(filepath.Join(dir, archivoCursores)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("cursor key file: %v, %v", info, err)
	}
	token, err := exec.Command(filepath.Join(dir, "emisor", "emisor"), "token", "--dir", dir, "--sub", "c-1", "--rol", "ciudadano").Output()
	if err != nil {
		t.Fatalf("token: %v", err)
	}
	v := auth.NuevoRemoto(auth.Remoto{Emisor: campos[0], Publico: campos[1]})
	if p, err := v.Verificar(t.Context(), strings.TrimSuffix(string(token), "\n")); err != nil || p.Sub != "c-1" {
		t.Errorf("the issuer's token: %+v, %v", p, err)
	}
}

func TestEstado_doesNotTouchAReusedPid(t *testing.T) {
	inicio, vivo := inicioDe(os.Getpid())
	if !vivo {
		t.Skip("no /proc on this system")
	}
	if !(pid{Pid: os.Getpid(), Inicio: inicio}).vivo() {
		t.Error("this process counts as gone")
	}
	otro := estado{Procesos: []pid{{Pid: os.Getpid(), Inicio: "1"}}}
	if otro.todosVivos() || len(otro.terminar()) > 0 { // terminar would end this very test
		t.Error("another process with our number counts as ours")
	}
}

func TestExportes_quotes(t *testing.T) {
	guion := exportes([]string{"X=it's $HOME `id`"}) + `printf %s "$X"`
	salida, err := exec.Command("sh", "-c", guion).Output()
	if err != nil || string(salida) != "it's $HOME `id`" {
		t.Errorf("a shell reads %q, %v", salida, err)
	}
}

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/carpeta-ciudadana/servidor/internal/testkit/services"
)

// The test binary is the tool when it is told to be.
const serHerramienta = "SERVICIOS_SER_HERRAMIENTA"

func TestMain(m *testing.M) {
	if os.Getenv(serHerramienta) != "" {
		main()
	}
	os.Exit(m.Run())
}

type resultado struct {
	codigo         int
	salida, avisos string
}

func herramienta(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), serHerramienta+"=1", "CI=", services.EnvNotRun+"=", "TMPDIR="+t.TempDir())
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

func correr(t *testing.T, env []string, args ...string) resultado {
	t.Helper()
	cmd := herramienta(t, env, args...)
	var salida, avisos bytes.Buffer
	cmd.Stdout, cmd.Stderr = &salida, &avisos
	err := cmd.Run()
	var fin *exec.ExitError
	if err != nil && !errors.As(err, &fin) {
		t.Fatal(err)
	}
	return resultado{cmd.ProcessState.ExitCode(), salida.String(), avisos.String()}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"ejecutar"}, {"up", "x"}, {"otra"}, {"up", "--nada"}} {
		if r := correr(t, nil, args...); r.codigo != falloUso {
			t.Errorf("%q: exit code %d, want %d", args, r.codigo, falloUso)
		}
	}
}

func TestEjecutar_setsTheEnvironmentAndKeepsTheExitCode(t *testing.T) {
	services.Require(t)
	guion := `for v in AMQP_URL AMQP_CASA DYNAMODB_ENDPOINT S3_ENDPOINT S3_ACCESS_KEY S3_SECRET_KEY NO_EJECUTADAS; do
		eval "x=\$CARPETA_TEST_$v"; [ -n "$x" ] || echo "missing $v"; done
		echo "TestDos: no broker" >>"$CARPETA_TEST_NO_EJECUTADAS"
		echo "TestUno: no broker" >>"$CARPETA_TEST_NO_EJECUTADAS"; exit 7`
	r := correr(t, nil, "ejecutar", "--", "sh", "-c", guion)
	if r.codigo != 7 || r.salida != "" {
		t.Errorf("exit code %d, output %q; want 7 and nothing missing", r.codigo, r.salida)
	}
	if fin := "*** NOT RUN: 2 tests, for want of what they need:\n***   TestDos: no broker\n***   TestUno: no broker\n"; !strings.HasSuffix(r.avisos, fin) {
		t.Errorf("last lines of\n%s\nwant\n%s", r.avisos, fin)
	}
	// A list that is not empty is a failure in CI, whatever the command says.
	r = correr(t, []string{"CI=true"}, "ejecutar", "--", "sh", "-c", `echo "T: x" >>"$CARPETA_TEST_NO_EJECUTADAS"`)
	if r.codigo != fallo {
		t.Errorf("exit code %d in CI, want %d\n%s", r.codigo, fallo, r.avisos)
	}
}

// procesosBajo lists the processes that know of a folder.
func procesosBajo(dir string) (hallados []string) {
	todos, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range todos {
		if filepath.Base(p) == strconv.Itoa(os.Getpid()) {
			continue
		}
		orden, _ := os.ReadFile(filepath.Join(p, "cmdline"))
		entorno, _ := os.ReadFile(filepath.Join(p, "environ"))
		if strings.Contains(string(orden)+string(entorno), dir) {
			hallados = append(hallados, string(orden))
		}
	}
	return hallados
}

func hastaQueNoQuede(t *testing.T, dir string) {
	t.Helper()
	limite := time.Now().Add(time.Minute)
	for len(procesosBajo(dir)) > 0 {
		if time.Now().After(limite) {
			t.Fatalf("still running: %q", procesosBajo(dir))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// hastaQueCorra starts the tool with a command that waits, and returns when that
// command runs.
func hastaQueCorra(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := herramienta(t, []string{"TMPDIR=" + dir}, "ejecutar", "--", "sh", "-c", "echo ya; exec sleep 600")
	leer, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if _, err := leer.Read(make([]byte, 8)); err != nil {
		t.Fatalf("the command never ran: %v", err)
	}
	if n := len(procesosBajo(dir)); n < 5 {
		t.Fatalf("found %d processes, want the tool, its command and the services", n)
	}
	return cmd
}

func TestEjecutar_killedTakesEverythingWithIt(t *testing.T) {
	services.Require(t)
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("only Linux ends children with their parent")
	}
	dir := t.TempDir()
	cmd := hastaQueCorra(t, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	hastaQueNoQuede(t, dir)
}

func TestEjecutar_passesSignalsOn(t *testing.T) {
	services.Require(t)
	dir := t.TempDir()
	cmd := hastaQueCorra(t, dir)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if codigo := cmd.ProcessState.ExitCode(); codigo != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d, want that of a command ended by SIGTERM", codigo)
	}
	hastaQueNoQuede(t, dir)
	if quedan, _ := filepath.Glob(filepath.Join(dir, "*")); len(quedan) > 0 {
		t.Errorf("left on disk: %v", quedan)
	}
}

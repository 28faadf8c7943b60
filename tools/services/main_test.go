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
const beTheTool = "SERVICIOS_SER_HERRAMIENTA"

func TestMain(m *testing.M) {
	if os.Getenv(beTheTool) != "" {
		main()
	}
	os.Exit(m.Run())
}

type result struct {
	code         int
	output, errw string
}

func tool(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), beTheTool+"=1", "CI=", services.EnvNotRun+"=", "TMPDIR="+t.TempDir())
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

func runTool(t *testing.T, env []string, args ...string) result {
	t.Helper()
	cmd := tool(t, env, args...)
	var output, errw bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &errw
	err := cmd.Run()
	var end *exec.ExitError
	if err != nil && !errors.As(err, &end) {
		t.Fatal(err)
	}
	return result{cmd.ProcessState.ExitCode(), output.String(), errw.String()}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{nil, {"ejecutar"}, {"up", "x"}, {"otra"}, {"up", "--nada"}} {
		if r := runTool(t, nil, args...); r.code != failedUsage {
			t.Errorf("%q: exit code %d, want %d", args, r.code, failedUsage)
		}
	}
}

func TestRunSetsTheEnvironmentAndKeepsTheExitCode(t *testing.T) {
	t.Parallel()
	services.Require(t)
	script := `for v in AMQP_URL AMQP_CASA DYNAMODB_ENDPOINT S3_ENDPOINT S3_ACCESS_KEY S3_SECRET_KEY NO_EJECUTADAS; do
		eval "x=\$CARPETA_TEST_$v"; [ -n "$x" ] || echo "missing $v"; done
		echo "TestDos: no broker" >>"$CARPETA_TEST_NO_EJECUTADAS"
		echo "TestUno: no broker" >>"$CARPETA_TEST_NO_EJECUTADAS"; exit 7`
	r := runTool(t, nil, "ejecutar", "--", "sh", "-c", script)
	if r.code != 7 || r.output != "" {
		t.Errorf("exit code %d, output %q; want 7 and nothing missing", r.code, r.output)
	}
	if end := "*** NOT RUN: 2 tests, for want of what they need:\n***   TestDos: no broker\n***   TestUno: no broker\n"; !strings.HasSuffix(r.errw, end) {
		t.Errorf("last lines of\n%s\nwant\n%s", r.errw, end)
	}
}

func TestNotRunIsToldAndFailsInCI(t *testing.T) {
	const lacks, night = "TestUno: no broker", services.NightMark + "TestDos: x"
	for _, c := range []struct {
		ci         string
		lines      []string
		code, want int
		told       string
	}{
		{"", nil, 0, 0, ""},
		{"true", nil, 7, 7, ""},
		{"", []string{lacks}, 0, 0, "\n*** NOT RUN: 1 tests, for want of what they need:\n***   TestUno: no broker\n"},
		{"true", []string{lacks}, 0, failed, "\n*** NOT RUN: 1 tests, for want of what they need:\n***   TestUno: no broker\n"},
		{"true", []string{night}, 0, 0, "\n*** NOT RUN: 1 tests, left to the night:\n***   TestDos: x\n"},
	} {
		t.Setenv("CI", c.ci)
		var told bytes.Buffer
		if code := tellNotRun(&told, c.lines, c.code); code != c.want || told.String() != c.told {
			t.Errorf("CI=%q, %q: exit code %d, want %d; told %q", c.ci, c.lines, code, c.want, told.String())
		}
	}
}

func processesUnder(dir string) (found []string) {
	all, _ := filepath.Glob("/proc/[0-9]*")
	for _, p := range all {
		if filepath.Base(p) == strconv.Itoa(os.Getpid()) {
			continue
		}
		command, _ := os.ReadFile(filepath.Join(p, "cmdline"))
		env, _ := os.ReadFile(filepath.Join(p, "environ"))
		if strings.Contains(string(command)+string(env), dir) {
			found = append(found, string(command))
		}
	}
	return found
}

func untilNoneIsLeft(t *testing.T, dir string) {
	t.Helper()
	limit := time.Now().Add(time.Minute)
	for len(processesUnder(dir)) > 0 {
		if time.Now().After(limit) {
			t.Fatalf("still running: %q", processesUnder(dir))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// untilItRuns starts the tool with a command that waits, and returns when that
// command runs.
func untilItRuns(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := tool(t, []string{"TMPDIR=" + dir}, "ejecutar", "--", "sh", "-c", "echo ya; exec sleep 600")
	read, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	if _, err := read.Read(make([]byte, 8)); err != nil {
		t.Fatalf("the command never ran: %v", err)
	}
	if n := len(processesUnder(dir)); n < 5 {
		t.Fatalf("found %d processes, want the tool, its command and the services", n)
	}
	return cmd
}

func TestRunKilledTakesEverythingWithIt(t *testing.T) {
	t.Parallel()
	services.Require(t)
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("only Linux ends children with their parent")
	}
	dir := t.TempDir()
	cmd := untilItRuns(t, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	untilNoneIsLeft(t, dir)
}

func TestRunPassesSignalsOn(t *testing.T) {
	t.Parallel()
	services.Night(t, "TestRunKilledTakesEverythingWithIt")
	services.Require(t)
	dir := t.TempDir()
	cmd := untilItRuns(t, dir)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d, want that of a command ended by SIGTERM", code)
	}
	untilNoneIsLeft(t, dir)
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
		t.Errorf("left on disk: %v", left)
	}
}
